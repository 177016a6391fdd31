/** Temporary files and locks that processes of ours left when they were killed. */
import { lstatSync, realpathSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { timeSlice } from '../../primitives/time-slice.js';
import { stateOf, thisOwner } from './file-owner.js';
import { readLock, removeStale } from './lock-file.js';

/** The part of a temporary name that tells whose it is. */
export function ownerDigits(owner: Pick<Owner, 'machine' | 'pid'> | undefined = thisOwner()): string {
  return owner === undefined ? '0'.repeat(16) : owner.machine + owner.pid.toString(16).padStart(8, '0');
}

/** Whether a name is one that only we give, as far as text tells. */
export function mayBeSwept(name: string): boolean {
  return TEMPORARY.test(name) || EARLIER_TEMPORARY.test(name) || LOCK.test(name);
}

/** Removes those whose process has ended, or that are too old to be in use; whatever fails stays. */
export function sweepNames(folder: string, names: readonly string[]): void {
  for (const name of names) {
    try {
      const path = join(folder, name);
      if (LOCK.test(name)) sweepLock(path);
      else if (mayBeSwept(name)) sweepTemporary(path, name);
    } catch {
      // Somebody else has removed it, or it may not be removed.
    }
  }
}

export async function sweepFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  sweepNames(folder, names.filter(mayBeSwept));
}

/** The folders of a workspace, except hidden ones and `node_modules`, beside other work. */
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
      const isPassed = name.startsWith('.') || name === 'node_modules';
      if (!isPassed && depth < MAX_DEPTH && !isOver()) await enter(join(folder, name), depth + 1);
    }
  };
  await enter(root, 0);
}

/** For those who write to a folder anyway: the first one looks. */
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
/** Without an owner. */
const EARLIER_TEMPORARY = /^\..+\.[0-9a-f]{16}\.tmp$/;
const LOCK = /^\..+\.lock$/;

/** No write takes as long, whoever does it. */
const MAX_AGE_MS = 3_600_000;

function realPath(folder: string): string | undefined {
  try {
    return realpathSync.native(folder);
  } catch {
    return undefined;
  }
}

function sweepTemporary(path: string, name: string): void {
  const found = lstatSync(path);
  if (!found.isFile()) return;
  const [, machine, pid = ''] = TEMPORARY.exec(name) ?? [];
  const owner = machine === undefined ? undefined : { machine, pid: Number.parseInt(pid, 16), started: '' };
  const isGone = owner !== undefined && stateOf(owner) === 'gone';
  if (isGone || Date.now() - found.mtimeMs > MAX_AGE_MS) rmSync(path);
}

/** One that names no owner may be a file of the user, or is replaced by the next who needs it. */
function sweepLock(path: string): void {
  const seen = readLock(path);
  if (seen === undefined || seen === 'foreign' || seen.owner === undefined) return;
  if (stateOf(seen.owner) === 'gone' || seen.age > MAX_AGE_MS)
    removeStale(path, seen, path.replace(/\.lock$/, `.${ownerDigits()}${'0'.repeat(16)}.tmp`));
}
