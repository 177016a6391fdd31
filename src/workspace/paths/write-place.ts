import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * The real path of a file, even if the file is missing: the key under which writes to one file are queued. It is
 * synchronous, because the thread pool would not keep the order of arrival.
 */
export function writePlace(absolute: string): string {
  const folder = dirname(absolute);
  const missing = (): string =>
    folder === absolute ? absolute : join(writePlace(folder), basename(absolute));
  return realPath(absolute) ?? missing();
}

/** Undefined if there is nothing or it cannot be accessed. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
