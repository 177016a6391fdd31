// `npm test`: sets up the clone if necessary, runs all checks, and ends at the first stage that fails.
// Arguments (`npm test -- src/cli`) go to vitest.
import { runQuietly, toolScript } from './run.mjs';
import { install } from './setup.mjs';

/** The name of the stage, the package of the tool, and its arguments. @type {readonly [string, string, readonly string[]][]} */
const checks = [
  ['types', 'typescript', ['--noEmit']],
  ['types of the web interface', 'typescript', ['--noEmit', '-p', 'web']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['format', 'oxfmt', ['--check']],
  ['unused code', 'knip', ['--no-progress']],
];

try {
  await stage('install', install);
  await stage('build', async () => {
    const { build } = await import('./build.mjs');
    await build();
  });
  // Started together and reported in order, because alone they mostly wait for the disk.
  const running = checks.map(([, tool, args]) => runQuietly(process.execPath, [toolScript(tool), ...args]));
  for (const [index, [name]] of checks.entries()) {
    await stage(name, async () => {
      const result = await running[index];
      if (result?.code !== 0) throw new Error(result?.output.trim());
    });
  }
  const { runTests } = await import('./run-tests.mjs');
  process.exitCode = await runTests(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
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
