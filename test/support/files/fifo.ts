import { spawnSync } from 'node:child_process';

/** Makes a named pipe; false where the system has none, as on Windows. */
export function makeFifo(path: string): boolean {
  return spawnSync('mkfifo', [path]).status === 0;
}
