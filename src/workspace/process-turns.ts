import { closeSync, fstatSync, futimesSync, openSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { diskCode } from './disk-error.js';

export interface LockRules {
  readonly pauseMs: number;
  /** What is older was left by a process that ended in the middle. */
  readonly leftOverMs: number;
  /** Waiting for others ends with an error then; without it, never. */
  readonly patienceMs?: number;
}

const FILE_TURNS: LockRules = { pauseMs: 3, leftOverMs: 2000 };

/** Runs work on a file while no other process of ours does the same: a file beside it says that somebody is at it. */
export async function inProcessTurn<T>(real: string, work: () => Promise<T>): Promise<T> {
  const lock = join(dirname(real), `.${basename(real)}.lock`);
  // Where no file can be made the work itself says so, or gets along without.
  const release = await takeLock(lock, FILE_TURNS).catch(() => () => undefined);
  try {
    return await work();
  } finally {
    release();
  }
}

/** Returns what gives it back. */
export async function takeLock(lock: string, rules: LockRules): Promise<() => void> {
  const end = Date.now() + (rules.patienceMs ?? Infinity);
  for (;;) {
    try {
      return hold(lock, openSync(lock, 'wx', 0o600), rules);
    } catch (error) {
      if (diskCode(error) !== 'EEXIST' || Date.now() > end) throw error;
    }
    if (ageOf(lock) > rules.leftOverMs) rmSync(lock, { force: true });
    else await sleep(rules.pauseMs);
  }
}

/** A disk may be slow: as long as we are at it, the lock stays young. */
function hold(lock: string, file: number, { leftOverMs }: LockRules): () => void {
  const { ino } = fstatSync(file);
  const alive = setInterval(() => touch(file), leftOverMs / 4);
  alive.unref();
  return () => {
    clearInterval(alive);
    closeSync(file);
    // Others may have thought us dead.
    if (statSync(lock, { throwIfNoEntry: false })?.ino === ino) rmSync(lock, { force: true });
  };
}

function touch(file: number): void {
  try {
    futimesSync(file, new Date(), new Date());
  } catch {
    // The patience of the others has to do.
  }
}

/** Clocks of shared disks may be ahead. */
function ageOf(lock: string): number {
  const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  return since === undefined ? 0 : Math.abs(Date.now() - since);
}
