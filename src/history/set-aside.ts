import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { HistoryUnavailable } from './history-unavailable.js';

/** Renames a damaged store with its companions, so that nothing is lost; returns the new path. */
export function setAside(path: string): string {
  const time = new Date().toISOString().replaceAll(/[-:.]/g, '');
  const aside = unusedName(`${path}.damaged-${time}`);
  // The file itself last: whoever looks in between finds the old store or none, never a new one with an old log.
  for (const companion of ['-wal', '-shm', '']) {
    if (companion === '' || existsSync(path + companion)) renameSync(path + companion, aside + companion);
  }
  return aside;
}

function unusedName(wanted: string): string {
  let name = wanted;
  for (let n = 2; existsSync(name); n += 1) name = `${wanted}-${n}`;
  return name;
}

const POLL_MS = 50;
const PATIENCE_MS = 5000;

/** Two processes that find the same damage must not set aside each other's new store. */
export async function takeRepairLock(path: string): Promise<() => void> {
  const lock = `${path}.repair`;
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      closeSync(openSync(lock, 'wx', 0o600));
      return () => rmSync(lock, { force: true });
    } catch (error) {
      if (isLeftOver(lock)) rmSync(lock, { force: true });
      else if (Date.now() > end) throw new HistoryUnavailable('it is damaged and cannot be replaced', error);
      else await sleep(POLL_MS);
    }
  }
}

/** By a process that ended in the middle; a repair takes far less time. */
function isLeftOver(lock: string): boolean {
  const modified = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  return modified !== undefined && Date.now() - modified > 60_000;
}
