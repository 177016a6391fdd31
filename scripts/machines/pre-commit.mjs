// Finds the program pre-commit for the tests of its hooks.
import { join } from 'node:path';
import { runQuietly } from '../run.mjs';
import { fetchDebian, programInPath } from './debian-packages.mjs';

/**
 * @typedef {{ command: readonly [string, ...string[]], env: Record<string, string>, origin: string }} FoundPreCommit
 *   command: a program and its first arguments; env: what it needs to start
 * @typedef {{ platform: NodeJS.Platform, env: NodeJS.ProcessEnv, fetch: typeof fetchDebian }} Machine
 */

export const NO_PRE_COMMIT = 'install pre-commit.';

/**
 * The one that is installed, or else that of Debian's packages.
 * @param {Partial<Machine>} [machine]
 * @returns {Promise<FoundPreCommit | undefined>}
 */
export async function findPreCommit({
  platform = process.platform,
  env = process.env,
  fetch = fetchDebian,
} = {}) {
  if (platform === 'win32') return undefined;
  const installed = programInPath(env, 'pre-commit');
  const found = installed && (await started([installed], {}, 'installed on this machine'));
  if (found) return found;
  const python = programInPath({ PATH: `/usr/bin:${env['PATH'] ?? ''}` }, 'python3');
  if (platform !== 'linux' || python === undefined) return undefined;
  try {
    const place = await fetch('pre-commit', ['pre-commit'], /^(?:python3-|libyaml)/);
    const variables = { PYTHONPATH: join(place, 'usr', 'lib', 'python3', 'dist-packages') };
    return await started([python, '-m', 'pre_commit'], variables, "from Debian's packages");
  } catch {
    return undefined;
  }
}

/**
 * @param {readonly [string, ...string[]]} command
 * @param {Record<string, string>} env
 * @param {string} origin
 * @returns {Promise<FoundPreCommit | undefined>}
 */
async function started(command, env, origin) {
  const [program, ...args] = command;
  const { code } = await runQuietly(program, [...args, '--version'], env).catch(() => ({ code: 1 }));
  return code === 0 ? { command, env, origin } : undefined;
}
