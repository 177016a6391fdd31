import { lstatSync, realpathSync } from 'node:fs';
import type { FileStat } from './read-request-file.js';
import { NO_THROW } from './walk-workspace.js';

/** Stats a file whose path has no symbolic link, so that the path is the real one; undefined for any other path. */
export function statDirectFile(path: string, absolute: string): FileStat | undefined {
  try {
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
      const folder = absolute.slice(0, absolute.length - path.length + at);
      if (!lstatSync(folder, NO_THROW)?.isDirectory()) return undefined;
    }
    const version = lstatSync(absolute, NO_THROW);
    return version?.isFile() ? { path, real: absolute, version } : undefined;
  } catch {
    return undefined;
  }
}

/** Synchronous, because for a cached file this is the only work of a call. */
export function statFile(path: string, absolute: string): FileStat | undefined {
  try {
    const real = realpathSync.native(absolute);
    return { path, real, version: lstatSync(real) };
  } catch {
    return undefined;
  }
}
