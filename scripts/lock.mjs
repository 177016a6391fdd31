import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits until no other process holds the lock file. A lock whose owner has ended is ignored.
 * @param {string} path
 * @returns {Promise<() => Promise<void>>} a function that releases the lock
 */
export async function takeLock(path) {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await pause(100)) {
    try {
      await writeFile(path, String(process.pid), { flag: 'wx' });
      return () => rm(path, { force: true });
    } catch (error) {
      if (!isTaken(error)) throw error;
      if (!(await isHeld(path))) await rm(path, { force: true });
    }
  }
  throw new Error(`another build has held ${path} for two minutes; delete that file if there is none.`);
}

/** @param {unknown} error */
function isTaken(error) {
  const { code } = /** @type {NodeJS.ErrnoException} */ (error);
  // Windows reports this for a moment after another process has removed the file.
  return code === 'EEXIST' || (code === 'EPERM' && process.platform === 'win32');
}

/** @param {string} path */
async function isHeld(path) {
  try {
    const owner = await readFile(path, 'utf8');
    // The file is empty for a moment after its creation.
    if (owner === '') return Date.now() - (await stat(path)).mtimeMs < 5_000;
    process.kill(Number(owner), 0);
    return true;
  } catch (error) {
    // The lock may have been released and taken by another process in the meantime.
    return ['EPERM', 'ENOENT'].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '');
  }
}
