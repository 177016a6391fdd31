/** Where the captures of a file are used: in itself, and in indexed files that depend on their request; needs no Node. */
import type { RequestFile } from '../../request-file/model/model.js';
import type { NameSite } from '../../request-file/model/name-site.js';
import { collectReferences } from '../../request-file/model/references.js';
import type { IsUsed } from '../../request-file/validate.js';
import type { FolderIndex } from './index-types.js';
import { refersTo } from './names-table.js';

/** The columns of captures by their line, as the parser noted them, so that the text need not be split into lines. */
export function captureColumnIn(names: readonly NameSite[]): (line: number) => number | undefined {
  let columns: Map<number, number> | undefined;
  return (line) => {
    if (columns === undefined) {
      columns = new Map();
      for (const site of names) if (site.kind === 'capture') columns.set(site.line, site.column);
    }
    return columns.get(line);
  };
}

export function usedIn(
  file: RequestFile,
  index: Pick<FolderIndex, 'filesThatDependOn' | 'namesOf'> | undefined,
): IsUsed {
  let own: ReadonlySet<string> | undefined;
  return (request, names) => {
    own ??= collectReferences([file]);
    for (const name of names) if (own.has(name)) return true;
    if (index === undefined) return false;
    return index.filesThatDependOn(file.path, request).some((path) => {
      const other = index.namesOf(path);
      return other !== undefined && names.some((name) => refersTo(other, name));
    });
  };
}
