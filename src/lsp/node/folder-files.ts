/** Reads inside of a folder for completions; no link leads out of it. */
import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { loadRows } from '../../runner/plan/data-rows.js';
import type { FileAccess } from '../../runner/plan/run-input.js';
import { MAX_REQUEST_FILE_BYTES } from '../../request-file/text/max-file-size.js';
import { isBelow, readFileWithin } from '../../workspace/paths/boundary.js';
import { sortByBytes } from '../../workspace/paths/byte-order.js';
import { isHidden } from '../../workspace/paths/path-text.js';

const MAX_LISTED = 500;

export async function readTextIn(root: string, path: string): Promise<string | undefined> {
  const limit = { bytes: MAX_REQUEST_FILE_BYTES, text: '10 MiB' };
  const read = await readFileWithin(path, { root, limit });
  return read.ok ? new TextDecoder().decode(read.bytes) : undefined;
}

/** Folders end with a slash and come last. */
export async function listFolder(root: string, folder: string): Promise<readonly string[]> {
  try {
    const absolute = await realpath(join(root, folder));
    if (absolute !== root && !isBelow(absolute, root)) return [];
    const entries = await readdir(absolute, { withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const folders = entries.filter((entry) => entry.isDirectory() && !isHidden(entry.name));
    const names = [...files.map(({ name }) => name), ...folders.map(({ name }) => `${name}/`)];
    return sortByBytes(names, (name) => name).slice(0, MAX_LISTED);
  } catch {
    // The folder does not exist, or nobody may read it.
    return [];
  }
}

/** Those of the first row; none for a file that cannot be read. */
export async function columnsIn(
  path: string,
  root: string,
  readFile: FileAccess['readFile'],
): Promise<readonly string[]> {
  const rows = await loadRows(path, root, readFile).catch(() => []);
  return Object.keys(rows[0] ?? {});
}
