/** Files as the server reads them, for those who want to know what requests they hold. */
import { signal } from '@preact/signals';
import type { ParsedFile } from '../../../src/server/api-types.js';
import { readParsedFile } from '../api/files.js';

export const parsedFiles = signal<ReadonlyMap<string, ParsedFile>>(new Map());

/** What cannot be read is left out: whoever uses the file is told why. */
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
