// Prepares a clone for `npm start` and `npm test`: installs the packages of the lock file and builds dist/.
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './files.mjs';
import { npmCommand, run } from './run.mjs';

/** @typedef {{ packages: Record<string, { version?: string, optional?: boolean }> }} Lock */

export async function install() {
  if (await isInstalled()) return;
  // npm would empty the target of the link, which belongs to another clone.
  if ((await lstat(join(root, 'node_modules')).catch(() => undefined))?.isSymbolicLink()) {
    throw new Error(
      'node_modules is a link to packages that are not those of package-lock.json; remove the link.',
    );
  }
  console.log('Installing the packages of package-lock.json ...');
  const { program, args, shell } = npmCommand(['ci']);
  const code = await run(program, args, { shell });
  if (code !== 0) throw new Error('`npm ci` failed; its messages are above.');
}

/** npm stores a lock file of the installed packages inside node_modules. */
async function isInstalled() {
  const wanted = await readLock('package-lock.json');
  const present = await readLock(join('node_modules', '.package-lock.json'));
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
