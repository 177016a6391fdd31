import type { Diagnostic } from '../../request-file/model/diagnostic.js';
import type { RequestFile } from '../../request-file/model/model.js';
import { resolveFile } from '../paths/boundary.js';
import { resolvePathText } from '../paths/path-text.js';
import { realPath } from '../paths/write-place.js';
import { missingFindings, writtenFiles } from './named-files.js';
import type { WrittenText } from './written-place.js';

/**
 * Finds references to files that do not exist inside the root: includes, multipart parts, schemas, data files and
 * dependencies in other files. Paths with placeholders are ignored. The model has no columns, so they are searched in
 * the text, which is read from the directory unless it is given. `isOpen` says whether a file that is not on disk, by its
 * path in the root, is open in an editor.
 */
export async function missingFiles(
  file: RequestFile,
  directory: string,
  root: string,
  isOpen?: (path: string) => boolean,
): Promise<Diagnostic[]> {
  const named = writtenFiles(file);
  if (named.length === 0) return [];
  const place = { root: realPath(root) ?? root, from: realPath(directory) ?? directory };
  const missing = await withoutFile(named, place, isOpen);
  return missingFindings(file, missing);
}

async function withoutFile(
  named: readonly WrittenText[],
  place: { readonly root: string; readonly from: string },
  isOpen: (path: string) => boolean = () => false,
): Promise<WrittenText[]> {
  const existing = new Map<string, boolean>();
  for (const { text: path } of named) {
    if (existing.has(path)) continue;
    const resolved = resolvePathText(path, place);
    existing.set(path, (resolved.ok && isOpen(resolved.path)) || (await resolveFile(path, place)).ok);
  }
  return named.filter(({ text }) => !existing.get(text));
}
