import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { timeSlice } from '../primitives/time-slice.js';
import { sortByBytes } from './byte-order.js';
import { isRequestFileName } from './path-text.js';

export interface ListLimits {
  readonly files: number;
  readonly depth: number;
}

/**
 * Paths of the request files below a folder, in byte order; undefined when there are more or they lie deeper
 * than the limits allow. Links, hidden folders and `node_modules` are passed by.
 */
export async function listRequestFiles(
  folder: string,
  prefix: string,
  limits: ListLimits,
): Promise<readonly string[] | undefined> {
  const found: string[] = [];
  const pause = timeSlice();
  const enter = async (path: string, depth: number): Promise<boolean> => {
    if (depth > limits.depth) return false;
    const entries = await readdir(join(folder, path), { withFileTypes: true });
    await pause();
    for (const entry of entries) {
      const inner = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) {
        const isPassed = entry.name.startsWith('.') || entry.name === 'node_modules';
        if (!isPassed && !(await enter(inner, depth + 1))) return false;
      } else if (entry.isFile() && isRequestFileName(entry.name)) {
        found.push(prefix === '' ? inner : `${prefix}/${inner}`);
        if (found.length > limits.files) return false;
      }
    }
    return true;
  };
  return (await enter('', 0)) ? sortByBytes(found, (path) => path) : undefined;
}
