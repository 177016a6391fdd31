import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits until no other process holds the lock file. One whose owner is gone does not count.
 * @param {string} path
 * @returns {Promise<() => Promise<void>>} gives the lock back
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
  // Windows answers so for a moment while the file that another process removed is still there.
  return code === 'EEXIST' || (code === 'EPERM' && process.platform === 'win32');
}

/** @param {string} path */
async function isHeld(path) {
  try {
    const owner = await readFile(path, 'utf8');
    // Between its creation and its first byte the file is empty for a moment.
    if (owner === '') return Date.now() - (await stat(path)).mtimeMs < 5_000;
    process.kill(Number(owner), 0);
    return true;
  } catch (error) {
    // Given back meanwhile, it may be somebody else's by now.
    return ['EPERM', 'ENOENT'].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '');
  }
}
