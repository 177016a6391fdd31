/** Files as the server parses them, with their requests. */
import { signal } from '@preact/signals';
import type { ParsedFile } from '../../../src/server/api-types.js';
import { readParsedFile } from '../api/files.js';

export const parsedFiles = signal<ReadonlyMap<string, ParsedFile>>(new Map());

/** Files that cannot be read are left out; the error is shown where the file is used. */
export async function loadParsedFiles(paths: readonly string[]): Promise<void> {
  const found = await Promise.all(paths.map((path) => readParsedFile(path).catch(() => undefined)));
  const next = new Map(parsedFiles.value);
  for (const [index, path] of paths.entries()) {
    const file = found[index];
    if (file === undefined) next.delete(path);
    else next.set(path, file);
  }
  parsedFiles.value = next;
}
