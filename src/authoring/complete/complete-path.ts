/** Completes the paths of files, from the names that a folder has. */
import { isDataPath, otherFileDependency } from '../../request-file/model/directive-values.js';
import type { CompletionItem, PathQuery } from './completion-item.js';

/** The folder to list, as written: empty, or ending with a slash; relative to the folder of the file. */
export function folderToList({ written }: PathQuery): string {
  return written.slice(0, written.lastIndexOf('/') + 1);
}

/** `entries` are the names in the folder; those of folders end with a slash. */
export function pathItems(query: PathQuery, entries: readonly string[]): CompletionItem[] {
  const folder = folderToList(query);
  const isDotted = query.written.slice(folder.length).startsWith('.');
  return entries
    .filter(
      (name) => isWritable(name) && isOffered(name, query.purpose) && (isDotted || !name.startsWith('.')),
    )
    .map((name) => {
      const isFolder = name.endsWith('/');
      return {
        label: name,
        kind: 'file',
        rank: isFolder ? 1 : 0,
        detail: isFolder ? 'folder' : 'file',
        insert: `${folder === '' ? './' : folder}${name}`,
      };
    });
}

/** Blanks, commas and number signs end a path in some of the places, and braces start a placeholder. */
function isWritable(name: string): boolean {
  return !/[\s,#"'{}\\]/.test(name);
}

function isOffered(name: string, purpose: PathQuery['purpose']): boolean {
  if (name.endsWith('/') || purpose === 'any') return true;
  return purpose === 'data' ? isDataPath(name) : otherFileDependency(`${name}#name`) !== undefined;
}
