// Finds a real Neovim for the tests of the language server.
import { devNull } from 'node:os';
import { join } from 'node:path';
import { runQuietly } from '../run.mjs';
import { fetchDebian, libraryFolders, programInPath } from './debian-packages.mjs';

/**
 * @typedef {{ path: string, env: Record<string, string>, version: string, origin: string }} FoundNeovim
 *   env: what it needs to start
 * @typedef {{ platform: NodeJS.Platform, env: NodeJS.ProcessEnv, fetch: typeof fetchDebian }} Machine
 */

export const NEOVIM_VARIABLE = 'SVC_TEST_NVIM';
export const NO_NEOVIM = `install Neovim 0.7 or later, or set ${NEOVIM_VARIABLE} to the path of one.`;

const OLDEST = { major: 0, minor: 7 };

/**
 * The first Neovim that starts and is new enough, or undefined if there is none. If the user names one, no other is
 * tried.
 * @param {Partial<Machine>} [machine]
 * @returns {Promise<FoundNeovim | undefined>}
 */
export async function findNeovim({
  platform = process.platform,
  env = process.env,
  fetch = fetchDebian,
} = {}) {
  const named = env[NEOVIM_VARIABLE];
  if (named) {
    const found = await started({ path: named, env: {} }, `named by ${NEOVIM_VARIABLE}`);
    if (found !== undefined) return found;
    throw new Error(`${NEOVIM_VARIABLE} names ${named}, which is not a Neovim of 0.7 or later that starts.`);
  }
  const installed = programInPath(env, platform === 'win32' ? 'nvim.exe' : 'nvim');
  const found = installed && (await started({ path: installed, env: {} }, 'installed on this machine'));
  if (found) return found;
  return platform === 'linux' ? fetchedNeovim(fetch) : undefined;
}

/** @param {FoundNeovim} neovim */
export function describeNeovim({ path, version, origin }) {
  return `${version}, ${origin} (${path})`;
}

/** @param {typeof fetchDebian} fetch */
async function fetchedNeovim(fetch) {
  try {
    const place = await fetch('neovim', ['neovim'], /^(?:lib|lua-|neovim)/);
    const env = {
      LD_LIBRARY_PATH: (await libraryFolders(place)).join(':'),
      VIMRUNTIME: join(place, 'usr', 'share', 'nvim', 'runtime'),
    };
    return await started({ path: join(place, 'usr', 'bin', 'nvim'), env }, "from Debian's packages");
  } catch {
    return undefined;
  }
}

/**
 * @param {Pick<FoundNeovim, 'path' | 'env'>} program
 * @param {string} origin
 * @returns {Promise<FoundNeovim | undefined>}
 */
async function started({ path, env }, origin) {
  // It would create its log in the cache of the user.
  const variables = { ...env, NVIM_LOG_FILE: devNull };
  const { output } = await runQuietly(path, ['--version'], variables).catch(() => ({ output: '' }));
  const [, version = '', major, minor] = /^NVIM v((\d+)\.(\d+)\S*)/m.exec(output) ?? [];
  const isNewEnough = Number(major) > OLDEST.major || Number(minor) >= OLDEST.minor;
  return isNewEnough ? { path, env, origin, version: `Neovim ${version}` } : undefined;
}
