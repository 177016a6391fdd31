import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { diskCode } from './disk-error.js';

/** Runs work on a file while no other process of ours does the same: a file beside it says that somebody is at it. */
export async function inProcessTurn<T>(real: string, work: () => Promise<T>): Promise<T> {
  const release = await takeTurn(join(dirname(real), `.${basename(real)}.lock`));
  try {
    return await work();
  } finally {
    release();
  }
}

const PAUSE_MS = 3;
/** The work takes milliseconds: what is that old was left by a process that ended in the middle. */
const LEFT_OVER_MS = 2000;

async function takeTurn(lock: string): Promise<() => void> {
  for (;;) {
    try {
      closeSync(openSync(lock, 'wx', 0o600));
      return () => rmSync(lock, { force: true });
    } catch (error) {
      // Where no file can be made the work itself says so, or gets along without.
      if (diskCode(error) !== 'EEXIST') return () => undefined;
    }
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
    if (since !== undefined && Math.abs(Date.now() - since) > LEFT_OVER_MS) rmSync(lock, { force: true });
    else await sleep(PAUSE_MS);
  }
}
