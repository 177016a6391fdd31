// `npm test`: sets up what is missing, checks everything, and ends at the first stage that fails.
// Arguments (`npm test -- src/cli`) go to vitest.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './files.mjs';
import { run, runQuietly } from './run.mjs';
import { install } from './setup.mjs';

/** Name of the stage, package of the tool, arguments. @type {readonly [string, string, readonly string[]][]} */
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
  // Started together, reported in order: they wait for the disk and for each other's start-up otherwise.
  const running = checks.map(([, tool, args]) => runQuietly(process.execPath, [toolScript(tool), ...args]));
  for (const [index, [name]] of checks.entries()) {
    await stage(name, async () => {
      const result = await running[index];
      if (result?.code !== 0) throw new Error(result?.output.trim());
    });
  }
  await runTests(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/**
 * Somebody without a browser still learns whether everything else works; a build machine must have one.
 * @param {readonly string[]} args
 */
async function runTests(args) {
  const { BROWSER_VARIABLE, describeBrowser, findBrowser, NO_BROWSER } = await import('./browser.mjs');
  const browser = await findBrowser();
  if (browser === undefined && process.env['CI'] === 'true') throw new Error(NO_BROWSER);
  const vitest = [toolScript('vitest'), 'run', ...args];
  if (browser !== undefined) {
    console.log(`browser: ${describeBrowser(browser)}`);
    process.exitCode = await run(process.execPath, vitest, {
      variables: { [BROWSER_VARIABLE]: browser.path },
    });
    return;
  }
  process.exitCode = await run(process.execPath, [...vitest, '--project', '!browser']);
  console.log(`The tests in test/browser were not run. ${NO_BROWSER}`);
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

/**
 * The script behind a command of node_modules/.bin, which is not a program that every system can start.
 * @param {string} name of a package with one command
 */
function toolScript(name) {
  const directory = join(root, 'node_modules', name);
  /** @type {{ bin: Record<string, string> }} */
  const { bin } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  return join(directory, Object.values(bin)[0] ?? '');
}
