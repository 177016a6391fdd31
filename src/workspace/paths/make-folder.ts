import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { diskCode } from './disk-error.js';

/**
 * Creates a folder and its missing parents, with this mode minus the umask. The recursive `mkdir` of Node never
 * returns on file systems like /proc, which refuse a folder with the error that its path is missing.
 */
export function makeFolder(folder: string, mode = 0o777): void {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent, mode);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Another process may have created it in the meantime.
    if (diskCode(error) !== 'EEXIST' || !isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
