import { closeSync, fstatSync, futimesSync, lstatSync, openSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../errors.js';
import { elapsed } from '../../primitives/clock.js';
import { temporaryName } from './atomic-write.js';
import { diskCode } from '../paths/disk-error.js';
import { isStale, lockText, readLock, removeStale } from './lock-file.js';

export interface LockRules {
  readonly pauseMs: number;
  /** An older lock is taken over unless its owner is known to be alive. */
  readonly staleMs: number;
  /** After this time waiting for another process is an error. */
  readonly maxWaitMs: number;
}

/** Readable by other users of a shared folder, who need to see the owner. */
const LOCK_MODE = 0o644;

const FILE_LOCK_RULES: LockRules = { pauseMs: 3, staleMs: 2000, maxWaitMs: 15_000 };

/** The message completes a sentence that starts with the locked file. */
export class LockFailure extends Error {}

/**
 * Runs work on a file while no other svc process does: a lock file beside it excludes them. `shown` is the path in
 * messages.
 */
export async function withProcessLock<T>(real: string, shown: string, work: () => Promise<T>): Promise<T> {
  const lock = join(dirname(real), `.${basename(real)}.lock`);
  const release = await takeLock(lock, FILE_LOCK_RULES).catch((error: unknown) => {
    if (error instanceof LockFailure)
      throw new ServiceError('disk', `could not write ${shown}: ${error.message}`, { cause: error });
    // Where no lock file can be created, the work itself reports that or succeeds without.
    return () => undefined;
  });
  try {
    return await work();
  } finally {
    release();
  }
}

/** Returns a function that releases the lock. */
export async function takeLock(lock: string, rules: LockRules): Promise<() => void> {
  const end = elapsed() + rules.maxWaitMs;
  const name = basename(lock);
  for (;;) {
    try {
      return hold(lock, openSync(lock, 'wx', LOCK_MODE), rules);
    } catch (error) {
      if (diskCode(error) !== 'EEXIST') throw error;
    }
    const seen = readLock(lock);
    if (seen === 'foreign') throw new LockFailure(`${name} beside it is not a lock of svc; remove it`);
    if (seen !== undefined && isStale(seen, rules.staleMs) && removeStale(lock, seen, temporaryName(lock)))
      continue;
    if (elapsed() > end)
      throw new LockFailure(
        `another process has held ${name} beside it for ${rules.maxWaitMs / 1000} s; try again, or remove that file`,
      );
    await sleep(rules.pauseMs);
  }
}

/** Touches the lock while it is held, because the work may be slow. */
function hold(lock: string, file: number, { staleMs }: LockRules): () => void {
  const { ino } = fstatSync(file);
  ignoreFailure(() => void writeSync(file, lockText()));
  const alive = setInterval(
    () => ignoreFailure(() => futimesSync(file, new Date(), new Date())),
    staleMs / 4,
  );
  alive.unref();
  return () => {
    clearInterval(alive);
    closeSync(file);
    // Another process may have taken over the lock.
    if (lstatSync(lock, { throwIfNoEntry: false })?.ino === ino) rmSync(lock, { force: true });
  };
}

/** Without content or touches the lock still works, but is taken over earlier. */
function ignoreFailure(work: () => void): void {
  try {
    work();
  } catch {
    // For example a full disk; the lock itself exists.
  }
}
