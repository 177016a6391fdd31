// The last stage of `npm test`: all tests, with the browser, the Redis and the Neovim that were found.
import { BROWSER_VARIABLE, describeBrowser, findBrowser, NO_BROWSER } from './browser.mjs';
import { describeNeovim, findNeovim, NO_NEOVIM } from './machines/neovim.mjs';
import { describeRedis, findRedis, NO_REDIS } from './machines/redis.mjs';
import { run, toolScript } from './run.mjs';

/**
 * @typedef {{ find: typeof findBrowser, findQueue: typeof findRedis,
 *   findEditor: typeof findNeovim, runVitest: typeof vitest, isCI: boolean,
 *   print: (line: string) => void, signal?: AbortSignal }} TestRun signal: stops the tests
 */

/**
 * Somebody without a browser or Redis still learns whether everything else works; a build machine must have both.
 * Neovim is left out wherever it cannot be had.
 * @param {readonly string[]} args
 * @param {Partial<TestRun>} [parts] beside the signal, what a test of this function replaces
 * @returns {Promise<number>} the exit code
 */
export async function runTests(args, parts = {}) {
  const {
    find = findBrowser,
    findQueue = findRedis,
    findEditor = findNeovim,
    runVitest = vitest,
    print = console.log,
    signal,
  } = parts;
  const { isCI = process.env['CI'] === 'true' } = parts;
  const browser = await find();
  const redis = await findQueue();
  const neovim = await findEditor();
  if (browser !== undefined) print(`browser: ${describeBrowser(browser)}`);
  if (redis !== undefined) print(`Redis: ${describeRedis(redis)}`);
  if (neovim !== undefined) print(`editor: ${describeNeovim(neovim)}`);
  const missing = [
    ...(browser === undefined ? [{ project: 'browser', folder: 'test/browser', advice: NO_BROWSER }] : []),
    ...(redis === undefined ? [{ project: 'queue', folder: 'test/queue', advice: NO_REDIS }] : []),
  ];
  // Whoever leaves a project out says so; it is not left out because something is missing.
  const unexpected = missing.filter(({ project }) => !args.includes(`!${project}`));
  if (isCI && unexpected.length > 0) throw new Error(unexpected.map(({ advice }) => advice).join('\n'));
  const absent = [...unexpected.map(({ project }) => project), ...(neovim === undefined ? ['neovim'] : [])];
  const without = absent.flatMap((project) => ['--project', `!${project}`]);
  const variables = browser === undefined ? {} : { [BROWSER_VARIABLE]: browser.path };
  const code = await runVitest([...args, ...without], variables, signal);
  for (const { folder, advice } of missing) print(`The tests in ${folder} were not run. ${advice}`);
  if (neovim === undefined) print(NO_NEOVIM);
  return code;
}

/**
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} variables
 * @param {AbortSignal | undefined} signal
 */
function vitest(args, variables, signal) {
  return run(process.execPath, [toolScript('vitest'), 'run', ...args], {
    env: { ...process.env, ...variables },
    ...(signal && { signal }),
  });
}
