import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * The key under which writers of one file take turns: where it really lies, also when it is yet to be made.
 * Asked at once: answers of the thread pool come in any order, and turns are taken in the order of arrival.
 */
export function writePlace(absolute: string): string {
  try {
    return realpathSync.native(absolute);
  } catch {
    const folder = dirname(absolute);
    return folder === absolute ? absolute : join(writePlace(folder), basename(absolute));
  }
}
