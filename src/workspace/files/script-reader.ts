/** Reads the script files that a request file names. */
import { dirname, resolve } from 'node:path';
import type { ReadScript } from '../../request-file/script-access.js';
import { readInside } from '../paths/read-inside.js';

const MAX_SCRIPT_BYTES = 256 * 1024;

/** Only files inside of the folder `root` are read. */
export function scriptReader(requestFile: string, root: string): ReadScript {
  return async (name) => {
    try {
      const bytes = await readInside(resolve(dirname(requestFile), name), [root], MAX_SCRIPT_BYTES);
      return new TextDecoder().decode(bytes);
    } catch {
      return undefined;
    }
  };
}
