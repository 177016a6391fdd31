import { lstatSync, renameSync } from 'node:fs';
import { DATABASE_SUFFIXES } from '../../workspace/files/database-files.js';
import { takeLock, type LockRules } from '../../workspace/write/process-lock.js';
import { HistoryUnavailable } from './history-unavailable.js';

/** Renames a damaged store and its companion files, so that no data is lost; returns the new path. */
export function setAside(path: string): string {
  const time = new Date().toISOString().replaceAll(/[-:.]/g, '');
  const aside = unusedName(`${path}.damaged-${time}`);
  // The database itself is renamed last: in between, others find the old store or none, never a new one with an
  // old log.
  for (const companion of [...DATABASE_SUFFIXES, '']) {
    if (companion === '' || isTaken(path + companion)) renameSync(path + companion, aside + companion);
  }
  return aside;
}

function unusedName(wanted: string): string {
  let name = wanted;
  for (let n = 2; isTaken(name); n += 1) name = `${wanted}-${n}`;
  return name;
}

/** Also true for a dangling link. */
function isTaken(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** A repair takes far less time than it takes for its lock to become stale. */
const REPAIRS: LockRules = { pauseMs: 50, staleMs: 60_000, maxWaitMs: 15_000 };

/** Prevents two processes that find the same damage from renaming each other's new store. */
export async function takeRepairLock(path: string): Promise<() => void> {
  try {
    return await takeLock(`${path}.repair`, REPAIRS);
  } catch (error) {
    throw new HistoryUnavailable('it is damaged and cannot be replaced', error);
  }
}
