/** Removes temporary files and locks of svc processes that were killed. */
import { lstatSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { timeSlice } from '../../primitives/time-slice.js';
import { isHidden } from '../paths/path-text.js';
import { realPath } from '../paths/write-place.js';
import { stateOf, thisOwner } from './file-owner.js';
import { readLock, removeStale } from './lock-file.js';

/** The part of a temporary name that identifies its owner. */
export function ownerDigits(owner: Pick<Owner, 'machine' | 'pid'> | undefined = thisOwner()): string {
  return owner === undefined ? '0'.repeat(16) : owner.machine + owner.pid.toString(16).padStart(8, '0');
}

/** Whether a name has a form that svc uses for temporary files and locks. */
export function mayBeSwept(name: string): boolean {
  return TEMPORARY.test(name) || EARLIER_TEMPORARY.test(name) || LOCK.test(name);
}

/** Removes files whose process has ended or that are too old to be in use; failures are ignored. */
export function sweepNames(folder: string, names: readonly string[]): void {
  for (const name of names) {
    try {
      const path = join(folder, name);
      if (LOCK.test(name)) sweepLock(path);
      else if (mayBeSwept(name)) sweepTemporary(path, name);
    } catch {
      // Another process has removed it, or removing it is not permitted.
    }
  }
}

export async function sweepFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  sweepNames(folder, names.filter(mayBeSwept));
}

/** Sweeps all folders of a workspace, except hidden ones and `node_modules`, and yields to the event loop. */
export async function sweepTree(root: string, isOver: () => boolean): Promise<void> {
  const pause = timeSlice();
  const enter = async (folder: string, depth: number): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const names = entries.filter((entry) => entry.isFile() && mayBeSwept(entry.name));
    sweepNames(
      folder,
      names.map(({ name }) => name),
    );
    await pause();
    for (const { name } of entries.filter((entry) => entry.isDirectory())) {
      if (!isHidden(name) && depth < MAX_DEPTH && !isOver()) await enter(join(folder, name), depth + 1);
    }
  };
  await enter(root, 0);
}

/** Sweeps a folder before the first write to it in this process. */
export async function sweepOnce(folder: string): Promise<void> {
  const real = realPath(folder);
  if (real === undefined || swept.has(real)) return;
  if (swept.size >= MAX_REMEMBERED) swept.clear();
  swept.add(real);
  await sweepFolder(real);
}

type Owner = NonNullable<ReturnType<typeof thisOwner>>;

const swept = new Set<string>();
const MAX_REMEMBERED = 1000;
const MAX_DEPTH = 64;

const TEMPORARY = /^\..+\.([0-9a-f]{8})([0-9a-f]{8})[0-9a-f]{16}\.tmp$/;
/** Names of earlier versions, which contain no owner. */
const EARLIER_TEMPORARY = /^\..+\.[0-9a-f]{16}\.tmp$/;
const LOCK = /^\..+\.lock$/;

/** Longer than any write takes. */
const MAX_AGE_MS = 3_600_000;

function sweepTemporary(path: string, name: string): void {
  const found = lstatSync(path);
  if (!found.isFile()) return;
  const [, machine, pid = ''] = TEMPORARY.exec(name) ?? [];
  const owner = machine === undefined ? undefined : { machine, pid: Number.parseInt(pid, 16), started: '' };
  const isGone = owner !== undefined && stateOf(owner) === 'gone';
  if (isGone || Date.now() - found.mtimeMs > MAX_AGE_MS) rmSync(path);
}

/** A lock without an owner is left alone: it may be a file of the user, and is taken over when needed. */
function sweepLock(path: string): void {
  const seen = readLock(path);
  if (seen === undefined || seen === 'foreign' || seen.owner === undefined) return;
  if (stateOf(seen.owner) === 'gone' || seen.age > MAX_AGE_MS)
    removeStale(path, seen, path.replace(/\.lock$/, `.${ownerDigits()}${'0'.repeat(16)}.tmp`));
}
