import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeText } from '../../../src/request-file/decode-text.js';
import { repositoryRoot } from '../program/run-svc.js';

/** The texts of all request files of the repository. */
export async function requestFiles(): Promise<string[]> {
  const folders = ['examples', 'test'].map((name) => join(repositoryRoot, name));
  const found = await Promise.all(
    folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })),
  );
  const paths = found
    .flat()
    .filter((entry) => entry.isFile() && /\.(?:http|spec)$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(paths.toSorted().map(async (path) => decodeText(await readFile(path)).text));
}
