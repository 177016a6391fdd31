import { lstatSync, realpathSync } from 'node:fs';
import type { FileState } from './read-request-file.js';
import { QUIETLY } from './walk-workspace.js';

/** A file as the disk shows it without being read. */
export type Seen = Pick<FileState, 'path' | 'real' | 'version'>;

/** Without a symbolic link on the way the path is its own real one: a look at each step is all it takes. */
export function directFileState(path: string, absolute: string): Seen | undefined {
  try {
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
      const folder = absolute.slice(0, absolute.length - path.length + at);
      if (!lstatSync(folder, QUIETLY)?.isDirectory()) return undefined;
    }
    const version = lstatSync(absolute, QUIETLY);
    return version?.isFile() ? { path, real: absolute, version } : undefined;
  } catch {
    return undefined;
  }
}

/** At once: this is all that stands between a request and a file that is known already. */
export function fileState(path: string, absolute: string): Seen | undefined {
  try {
    const real = realpathSync.native(absolute);
    return { path, real, version: lstatSync(real) };
  } catch {
    return undefined;
  }
}
