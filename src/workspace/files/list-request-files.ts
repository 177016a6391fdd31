import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sortByBytes } from '../paths/byte-order.js';
import { isHidden, isRequestFileName } from '../paths/path-text.js';

export interface ListLimits {
  readonly files: number;
  readonly depth: number;
}

export interface ListedFiles {
  readonly paths: readonly string[];
  /** Sub-folders that could not be read or have disappeared since they were listed. */
  readonly skipped: readonly string[];
}

/** Replaced in tests only. */
export type ReadFolder = (path: string, options: { withFileTypes: true }) => Promise<Dirent[]>;

/**
 * Paths of the request files below a folder, in byte order; undefined when there are more or they lie deeper
 * than the limits allow. Links, hidden folders and `node_modules` are skipped. Throws when the folder
 * itself cannot be read.
 */
export async function listRequestFiles(
  folder: string,
  prefix: string,
  limits: ListLimits,
  readFolder: ReadFolder = readdir,
): Promise<ListedFiles | undefined> {
  const found: string[] = [];
  const skipped: string[] = [];
  const shown = (inner: string): string => (prefix === '' ? inner : `${prefix}/${inner}`);
  const entriesOf = async (path: string): Promise<readonly Dirent[]> => {
    try {
      return await readFolder(join(folder, path), { withFileTypes: true });
    } catch (error) {
      if (path === '') throw error;
      skipped.push(shown(path));
      return [];
    }
  };
  const enter = async (path: string, depth: number): Promise<boolean> => {
    if (depth > limits.depth) return false;
    const entries = await entriesOf(path);
    for (const entry of entries) {
      const inner = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!isHidden(entry.name) && !(await enter(inner, depth + 1))) return false;
      } else if (entry.isFile() && isRequestFileName(entry.name)) {
        found.push(shown(inner));
        if (found.length > limits.files) return false;
      }
    }
    return true;
  };
  if (!(await enter('', 0))) return undefined;
  return { paths: sortByBytes(found, (path) => path), skipped: sortByBytes(skipped, (path) => path) };
}
