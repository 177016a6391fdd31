// Prepares a clone for `npm start` and `npm test`: installs the packages of the lock files.
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './files.mjs';
import { npmCommand, run } from './run.mjs';

/** @typedef {{ packages: Record<string, { version?: string, optional?: boolean }> }} Lock */

export async function install() {
  await installIn('.');
}

/** What only the tests of the extension for VS Code need: the packager, the client of its protocol, a workbench. */
export async function installForEditors() {
  await installIn(join('editors', 'vscode'));
}

/** @param {string} folder relative to the repository */
async function installIn(folder) {
  if (await isInstalled(folder)) return;
  const shown = join(folder, 'package-lock.json');
  // npm would empty the target of the link, which belongs to another clone.
  if ((await lstat(join(root, folder, 'node_modules')).catch(() => undefined))?.isSymbolicLink()) {
    throw new Error(
      `${join(folder, 'node_modules')} is a link to packages that are not those of ${shown}; remove the link.`,
    );
  }
  console.log(`Installing the packages of ${shown} ...`);
  const { program, args, shell } = npmCommand(['ci', '--prefer-offline']);
  const code = await run(program, args, { shell, cwd: join(root, folder) });
  if (code !== 0) throw new Error('`npm ci` failed; its messages are above.');
}

/**
 * npm stores a lock file of the installed packages inside node_modules.
 * @param {string} folder
 */
async function isInstalled(folder) {
  const wanted = await readLock(join(folder, 'package-lock.json'));
  const present = await readLock(join(folder, 'node_modules', '.package-lock.json'));
  if (wanted === undefined || present === undefined) return false;
  return Object.entries(wanted.packages).every(([path, { version, optional }]) => {
    const found = present.packages[path];
    return path === '' || (found === undefined ? optional === true : found.version === version);
  });
}

/**
 * @param {string} path
 * @returns {Promise<Lock | undefined>}
 */
async function readLock(path) {
  try {
    return JSON.parse(await readFile(join(root, path), 'utf8'));
  } catch {
    return undefined;
  }
}
