// Finds a real Neovim for the tests of the language server.
import { runQuietly } from '../run.mjs';
import { installDebian, programInPath } from './debian-packages.mjs';

/**
 * @typedef {{ path: string, version: string, origin: string }} FoundNeovim
 * @typedef {{ platform: NodeJS.Platform, env: NodeJS.ProcessEnv, install: typeof installDebian }} Machine
 */

export const NEOVIM_VARIABLE = 'SVC_TEST_NVIM';
export const NO_NEOVIM = 'skipped: Neovim is not installed and cannot be installed without root';

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
  install = installDebian,
} = {}) {
  const named = env[NEOVIM_VARIABLE];
  if (named) {
    const found = await started(named, `named by ${NEOVIM_VARIABLE}`);
    if (found !== undefined) return found;
    throw new Error(`${NEOVIM_VARIABLE} names ${named}, which is not a Neovim of 0.7 or later that starts.`);
  }
  const installed = programInPath(env, platform === 'win32' ? 'nvim.exe' : 'nvim');
  const found = installed && (await started(installed, 'installed on this machine'));
  if (found) return found;
  const name = await install({ platform, env }, ['neovim']);
  return name === undefined ? undefined : started('/usr/bin/nvim', "from Debian's packages");
}

/** @param {FoundNeovim} neovim */
export function describeNeovim({ path, version, origin }) {
  return `${version}, ${origin} (${path})`;
}

/**
 * @param {string} path
 * @param {string} origin
 * @returns {Promise<FoundNeovim | undefined>}
 */
async function started(path, origin) {
  const { output } = await runQuietly(path, ['--version'], {}).catch(() => ({ output: '' }));
  const [, version = '', major, minor] = /^NVIM v((\d+)\.(\d+)\S*)/m.exec(output) ?? [];
  const isNewEnough = Number(major) > OLDEST.major || Number(minor) >= OLDEST.minor;
  return isNewEnough ? { path, origin, version: `Neovim ${version}` } : undefined;
}
