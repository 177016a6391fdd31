import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { diskCode } from './disk-error.js';

/**
 * Makes a folder and those above it that are missing, with this mode less the umask. Node's own recursive
 * form never returns where a file system refuses folders by saying that the path is missing, as /proc does.
 */
export function makeFolder(folder: string, mode = 0o777): void {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent, mode);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Another process may have been faster.
    if (diskCode(error) !== 'EEXIST' || !isFolder(folder)) throw error;
  }
}

/** Throws when a part of the path is a file. */
function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
