/** What lies at the name of a lock. */
import { linkSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { diskCode } from '../paths/disk-error.js';
import { stateOf, thisOwner, type FileOwner } from './file-owner.js';
import { READ_NO_LINK, readRegularNow } from '../paths/read-limited.js';

export interface SeenLock {
  readonly inode: number;
  /** Milliseconds since it was touched; clocks of shared disks may be ahead. */
  readonly age: number;
  /** Undefined for an empty one: of an earlier version, or of a process that is about to write it. */
  readonly owner: FileOwner | undefined;
}

/** The content of a lock of this process. */
export function lockText(owner = thisOwner()): string {
  return owner === undefined ? '' : `${MARK} ${owner.machine} ${owner.pid} ${owner.started || '-'}\n`;
}

/** Undefined when nothing is there; `foreign` for links, folders, pipes and files of others. */
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

/** Empty for a lock of another user that may not be read: its age has to tell. Undefined for what is no file. */
function textOf(lock: string): string | undefined {
  try {
    return readRegularNow(lock, MAX_LOCK_BYTES, READ_NO_LINK).toString('utf8');
  } catch (error) {
    if (diskCode(error) === 'EACCES') return '';
    if (['ELOOP', 'EFTYPE', 'EISDIR'].includes(diskCode(error))) return undefined;
    throw error;
  }
}

/** Whether whoever made it has ended, or seems to be stuck. */
export function isStale({ age, owner }: SeenLock, staleMs: number): boolean {
  const state = owner === undefined ? 'unknown' : stateOf(owner);
  return state === 'gone' || age > (state === 'alive' ? Math.max(staleMs, STUCK_MS) : staleMs);
}

/** False when it cannot be removed. Two that find it stale must not remove each other's new lock. */
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
    // Somebody else has made a new one already.
  }
}

const MARK = 'svc-lock';
const MAX_LOCK_BYTES = 200;
/** The timer that keeps a lock young may be late in a busy process. */
const STUCK_MS = 10_000;

function ownerIn(text: string): FileOwner | undefined {
  const [, machine = '', pid = '', started = ''] = /^svc-lock ([0-9a-f]{8}) (\d+) (\S+)\n$/.exec(text) ?? [];
  return machine === '' ? undefined : { machine, pid: Number(pid), started: started === '-' ? '' : started };
}
