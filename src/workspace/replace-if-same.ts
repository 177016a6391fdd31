import { closeSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { diskCode } from './disk-error.js';

/**
 * Renames one file over another unless that one has changed. Other processes of ours do the same, and two must
 * not both find it unchanged: so each looks and renames while a file beside it says that somebody is at it.
 */
export async function replaceIfSame(
  temporary: string,
  target: string,
  isSame: () => boolean,
): Promise<boolean> {
  const release = await takeTurn(join(dirname(target), `.${basename(target)}.lock`));
  try {
    if (!isSame()) return false;
    renameSync(temporary, target);
    return true;
  } finally {
    release();
  }
}

const PAUSE_MS = 2;
/** Looking and renaming take microseconds: what is that old was left by a process that ended in the middle. */
const LEFT_OVER_MS = 2000;

async function takeTurn(lock: string): Promise<() => void> {
  for (;;) {
    try {
      closeSync(openSync(lock, 'wx', 0o600));
      return () => rmSync(lock, { force: true });
    } catch (error) {
      // A name that is too long, for one: the file can be replaced all the same.
      if (diskCode(error) !== 'EEXIST') return () => undefined;
    }
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
    if (since !== undefined && Math.abs(Date.now() - since) > LEFT_OVER_MS) rmSync(lock, { force: true });
    else await sleep(PAUSE_MS);
  }
}
