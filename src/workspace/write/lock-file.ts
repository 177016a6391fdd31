/** The content of lock files, and when a lock is stale. */
import { linkSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { diskCode } from '../paths/disk-error.js';
import { stateOf, thisOwner, type FileOwner } from './file-owner.js';
import { READ_NO_LINK, readRegularSync } from '../paths/read-limited.js';

export interface SeenLock {
  readonly inode: number;
  /** Milliseconds since the last touch, as an absolute value: the clock of a shared disk may be ahead. */
  readonly age: number;
  /** Undefined for an empty file of an earlier version, or of a process that has not written it yet. */
  readonly owner: FileOwner | undefined;
}

/** The content of a lock of this process, or of another owner in tests. */
export function lockText(owner = thisOwner()): string {
  return owner === undefined ? '' : `${MARK} ${owner.machine} ${owner.pid} ${owner.started || '-'}\n`;
}

/** Undefined if there is no lock; `foreign` for links, folders, pipes and files of other programs. */
export function readLock(lock: string): SeenLock | 'foreign' | undefined {
  try {
    const found = lstatSync(lock, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    const text = found.isFile() && found.size <= MAX_LOCK_BYTES ? textOf(lock) : undefined;
    const owner = ownerIn(text ?? '');
    if (text === undefined || (text !== '' && owner === undefined)) return 'foreign';
    return { inode: found.ino, age: Math.abs(Date.now() - found.mtimeMs), owner };
  } catch (error) {
    if (diskCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Empty for an unreadable lock of another user, for which its age decides; undefined if it is no file. */
function textOf(lock: string): string | undefined {
  try {
    return readRegularSync(lock, MAX_LOCK_BYTES, READ_NO_LINK).toString('utf8');
  } catch (error) {
    if (diskCode(error) === 'EACCES') return '';
    if (['ELOOP', 'EFTYPE', 'EISDIR'].includes(diskCode(error))) return undefined;
    throw error;
  }
}

/** Whether the owner has ended or seems to be stuck. */
export function isStale({ age, owner }: SeenLock, staleMs: number): boolean {
  const state = owner === undefined ? 'unknown' : stateOf(owner);
  return state === 'gone' || age > (state === 'alive' ? Math.max(staleMs, STUCK_MS) : staleMs);
}

/** False if it cannot be removed. Renames first, so that two processes do not remove each other's new lock. */
export function removeStale(lock: string, { inode }: SeenLock, aside: string): boolean {
  try {
    renameSync(lock, aside);
    if (lstatSync(aside).ino !== inode) restore(aside, lock);
    rmSync(aside, { force: true });
    return true;
  } catch (error) {
    return diskCode(error) === 'ENOENT';
  }
}

function restore(aside: string, lock: string): void {
  try {
    linkSync(aside, lock);
  } catch {
    // Another process has created a new lock already.
  }
}

const MARK = 'svc-lock';
const MAX_LOCK_BYTES = 200;
/** Longer than the staleness of a lock, because the timer that touches it may be late in a busy process. */
const STUCK_MS = 10_000;

function ownerIn(text: string): FileOwner | undefined {
  const [, machine = '', pid = '', started = ''] = /^svc-lock ([0-9a-f]{8}) (\d+) (\S+)\n$/.exec(text) ?? [];
  return machine === '' ? undefined : { machine, pid: Number(pid), started: started === '-' ? '' : started };
}
