// The last stage of `npm test`: all tests, with the browser that was found.
import { BROWSER_VARIABLE, describeBrowser, findBrowser, NO_BROWSER } from './browser.mjs';
import { run, toolScript } from './run.mjs';

/**
 * @typedef {{ find: typeof findBrowser, runVitest: typeof vitest, isCI: boolean,
 *   print: (line: string) => void }} TestRun
 */

/**
 * Without a browser the other tests still run, except on a build machine, which must have one.
 * @param {readonly string[]} args
 * @param {Partial<TestRun>} [parts] replaced in tests of this function
 * @returns {Promise<number>} the exit code
 */
export async function runTests(args, parts = {}) {
  const { find = findBrowser, runVitest = vitest, print = console.log } = parts;
  const { isCI = process.env['CI'] === 'true' } = parts;
  const browser = await find();
  if (browser !== undefined) {
    print(`browser: ${describeBrowser(browser)}`);
    return runVitest(args, { [BROWSER_VARIABLE]: browser.path });
  }
  if (isCI) throw new Error(NO_BROWSER);
  const code = await runVitest([...args, '--project', '!browser'], {});
  print(`The tests in test/browser were not run. ${NO_BROWSER}`);
  return code;
}

/**
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} variables
 */
function vitest(args, variables) {
  return run(process.execPath, [toolScript('vitest'), 'run', ...args], {
    env: { ...process.env, ...variables },
  });
}
