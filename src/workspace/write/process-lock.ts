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
  /** What is older, and may be of a process that has ended, is taken over. */
  readonly staleMs: number;
  /** Waiting for others ends with an error then. */
  readonly maxWaitMs: number;
}

/** Other users of a shared folder have to see whose it is. */
const LOCK_MODE = 0o644;

const FILE_TURNS: LockRules = { pauseMs: 3, staleMs: 2000, maxWaitMs: 15_000 };

/** Why a lock could not be had, after the name of what is locked. */
export class LockFailure extends Error {}

/**
 * Runs work on a file while no other process of ours does the same: a file beside it says that somebody is at it.
 * Messages call the file `shown`.
 */
export async function withProcessLock<T>(real: string, shown: string, work: () => Promise<T>): Promise<T> {
  const lock = join(dirname(real), `.${basename(real)}.lock`);
  const release = await takeLock(lock, FILE_TURNS).catch((error: unknown) => {
    if (error instanceof LockFailure)
      throw new ServiceError('disk', `could not write ${shown}: ${error.message}`, { cause: error });
    // Where no file can be made the work itself says so, or gets along without.
    return () => undefined;
  });
  try {
    return await work();
  } finally {
    release();
  }
}

/** Returns what releases it. */
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

/** A disk may be slow: as long as we are at it, the lock stays young. */
function hold(lock: string, file: number, { staleMs }: LockRules): () => void {
  const { ino } = fstatSync(file);
  quietly(() => void writeSync(file, lockText()));
  const alive = setInterval(() => quietly(() => futimesSync(file, new Date(), new Date())), staleMs / 4);
  alive.unref();
  return () => {
    clearInterval(alive);
    closeSync(file);
    // Others may have thought us dead.
    if (lstatSync(lock, { throwIfNoEntry: false })?.ino === ino) rmSync(lock, { force: true });
  };
}

/** The patience of the others has to do when it fails. */
function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // A full disk, for example; the lock itself is there.
  }
}
