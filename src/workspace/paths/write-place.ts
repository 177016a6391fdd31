import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * The real path of a file, even if the file is missing: the key under which writes to one file are queued. It is
 * synchronous, because the thread pool would not keep the order of arrival.
 */
export function writePlace(absolute: string): string {
  try {
    return realpathSync.native(absolute);
  } catch {
    const folder = dirname(absolute);
    return folder === absolute ? absolute : join(writePlace(folder), basename(absolute));
  }
}
