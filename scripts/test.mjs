// `npm test`: sets up what is missing, checks everything, and ends at the first stage that fails.
// Arguments (`npm test -- src/cli`) go to vitest.
import { setPriority } from 'node:os';
import { runQuietly, toolScript } from './run.mjs';
import { install, installForEditors } from './setup.mjs';

/** Name of the stage, package of the tool, arguments. @type {readonly [string, string, readonly string[]][]} */
const checks = [
  // The linter has all types at hand, and so checks them with little more work.
  ['types and lint', 'oxlint', ['--type-aware', '--type-check', '--deny-warnings']],
  ['format', 'oxfmt', ['--check']],
  ['unused code', 'knip', ['--no-progress']],
];

/** The linter is a Go program, whose collector takes a fifth of its time; with this it needs no more memory. */
const CHECK_VARIABLES = { GOGC: '400' };

/** Checks use what the tests, which often wait, leave of the processor. */
const CHECK_PRIORITY = 10;

try {
  await stage('install', async () => {
    await install();
    await installForEditors();
  });
  await stage('build', async () => {
    const { build } = await import('./build.mjs');
    await build();
  });
  // Three projects would each read all sources again to see that the build is up to date.
  process.env['SVC_TEST_BUILD'] ??= 'present';
  const { runTests } = await import('./run-tests.mjs');
  const failed = new AbortController();
  const tests = runTests(process.argv.slice(2), { signal: failed.signal });
  const [code] = await Promise.all([tests, runChecks(failed)]);
  process.exitCode = code;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/**
 * All at once, beside the tests; the first that fails stops the tests.
 * @param {AbortController} failed
 */
async function runChecks(failed) {
  try {
    await Promise.all(
      checks.map(([name, tool, args]) =>
        stage(name, async () => {
          const result = await runQuietly(process.execPath, [toolScript(tool), ...args], CHECK_VARIABLES, {
            onStart: yieldToTests,
          });
          if (result.code !== 0) throw new Error(result.output.trim());
        }),
      ),
    );
  } catch (error) {
    failed.abort();
    throw error;
  }
}

/** @param {number} processId */
function yieldToTests(processId) {
  try {
    setPriority(processId, CHECK_PRIORITY);
  } catch {
    // The check has ended already, or the system does not permit it: it runs beside the tests all the same.
  }
}

/**
 * @param {string} name
 * @param {() => Promise<void>} work
 */
async function stage(name, work) {
  const started = Date.now();
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    throw new Error(`\nnpm test: the ${name} stage failed.`, { cause: error });
  }
  console.log(`${name}: ok (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}
