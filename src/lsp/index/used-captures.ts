/** Where the captures of a file are used: in itself, and in indexed files that depend on their request; needs no Node. */
import type { RequestFile } from '../../request-file/model/model.js';
import { collectReferences } from '../../request-file/model/references.js';
import type { IsUsed } from '../../request-file/validate.js';
import type { FolderIndex } from './index-types.js';
import { refersTo } from './names-table.js';

export function usedIn(
  file: RequestFile,
  index: Pick<FolderIndex, 'filesThatDependOn' | 'namesOf'> | undefined,
): IsUsed {
  let own: ReadonlySet<string> | undefined;
  return (request, names) => {
    own ??= collectReferences([file]);
    for (const name of names) if (own.has(name)) return true;
    const dependents = index?.filesThatDependOn(file.path, request) ?? [];
    return dependents.some((path) => {
      const other = index?.namesOf(path);
      return other !== undefined && names.some((name) => refersTo(other, name));
    });
  };
}
