/** Reads the script files that a request file names. */
import { dirname, resolve } from 'node:path';
import type { ReadScript } from '../../request-file/script-access.js';
import { readInside } from '../paths/read-inside.js';
import { workspaceRoot } from '../paths/workspace-root.js';

const MAX_SCRIPT_BYTES = 256 * 1024;

/** Only files inside of the workspace of the request file are read. */
export function scriptReader(requestFile: string): ReadScript {
  return async (name) => {
    try {
      const root = await workspaceRoot(requestFile, requestFile);
      const bytes = await readInside(resolve(dirname(requestFile), name), [root], MAX_SCRIPT_BYTES);
      return new TextDecoder().decode(bytes);
    } catch {
      return undefined;
    }
  };
}
