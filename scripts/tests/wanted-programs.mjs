// The browser, the Redis and the Neovim of the tests; where one is missing, its tests are left out and it is said so.
import { BROWSER_VARIABLE, describeBrowser, findBrowser, NO_BROWSER } from '../browser.mjs';
import { describeNeovim, findNeovim, NO_NEOVIM } from '../machines/neovim.mjs';
import { describeRedis, findRedis, NO_REDIS } from '../machines/redis.mjs';

/**
 * @typedef {object} Searches what a test replaces
 * @property {typeof findBrowser} [browser]
 * @property {typeof findRedis} [redis]
 * @property {typeof findNeovim} [neovim]
 *
 * @typedef {object} FoundPrograms
 * @property {readonly string[]} lines which are used
 * @property {readonly string[]} missing one line for each that is not there: what is not run, and what to install
 * @property {readonly string[]} args for vitest
 * @property {NodeJS.ProcessEnv} variables
 */

/**
 * @param {readonly string[]} projects of vitest that are to run
 * @param {Searches} [searches]
 * @returns {Promise<FoundPrograms>}
 */
export async function findPrograms(projects, searches = {}) {
  const { browser = findBrowser, redis = findRedis, neovim = findNeovim } = searches;
  const found = {
    browser: projects.includes('browser') ? await browser() : undefined,
    queue: projects.includes('queue') ? await redis() : undefined,
    neovim: projects.includes('neovim') ? await neovim() : undefined,
  };
  const advice = { browser: NO_BROWSER, queue: NO_REDIS, neovim: NO_NEOVIM };
  const absent = /** @type {(keyof typeof found)[]} */ (Object.keys(found)).filter(
    (project) => projects.includes(project) && found[project] === undefined,
  );
  return {
    lines: [
      ...(found.browser ? [`browser: ${describeBrowser(found.browser)}`] : []),
      ...(found.queue ? [`Redis: ${describeRedis(found.queue)}`] : []),
      ...(found.neovim ? [`editor: ${describeNeovim(found.neovim)}`] : []),
    ],
    missing: absent.map((project) => `the tests in test/${project}: ${advice[project]}`),
    args: absent.flatMap((project) => ['--project', `!${project}`]),
    variables: found.browser ? { [BROWSER_VARIABLE]: found.browser.path } : {},
  };
}
