/** Where the captures of a file are used: in itself, and in indexed files that depend on their request; needs no Node. */
import { hasErrors, type Diagnostic } from '../../request-file/model/diagnostic.js';
import type { RequestFile } from '../../request-file/model/model.js';
import { MAX_NAME_SITES, type NameSite } from '../../request-file/model/name-site.js';
import { collectReferences, referencesAmong } from '../../request-file/model/references.js';
import { EMPTY_LIST } from '../../request-file/text/lists.js';
import { unusedCaptures, type IsUsed } from '../../request-file/validate.js';
import type { FolderIndex } from './index-types.js';
import { refersTo } from './names-table.js';

/** `names` are those of the file, empty if they were not noted; `index` is missing for a file on its own. */
export function unusedCapturesIn(
  file: RequestFile,
  names: readonly NameSite[],
  index: Pick<FolderIndex, 'filesThatDependOn' | 'namesOf'> | undefined,
): readonly Diagnostic[] {
  const own = hasAllReferences(file, names) ? referencesAmong(names) : undefined;
  // In most files all of them are used, which takes no look at the requests.
  if (own && names.every(({ kind, name }) => kind !== 'capture' || own.has(name))) return EMPTY_LIST;
  return unusedCaptures(file, usedIn(file, own, index), captureColumnIn(names));
}

/** The columns of captures by their line, as the parser noted them, so that the text need not be split into lines. */
function captureColumnIn(names: readonly NameSite[]): (line: number) => number | undefined {
  let columns: Map<number, number> | undefined;
  return (line) => {
    if (columns === undefined) {
      columns = new Map();
      for (const site of names) if (site.kind === 'capture') columns.set(site.line, site.column);
    }
    return columns.get(line);
  };
}

function usedIn(
  file: RequestFile,
  noted: ReadonlySet<string> | undefined,
  index: Pick<FolderIndex, 'filesThatDependOn' | 'namesOf'> | undefined,
): IsUsed {
  let own = noted;
  return (name, request) => {
    own ??= collectReferences([file]);
    if (own.has(name) || own.has(`${request}.${name}`)) return true;
    if (index === undefined) return false;
    return index.filesThatDependOn(file.path, request).some((path) => {
      const other = index.namesOf(path);
      return other !== undefined && (refersTo(other, name) || refersTo(other, `${request}.${name}`));
    });
  };
}

/**
 * Whether the noted names are all that the file refers to, and nothing else: what has an error may be noted although it
 * has no effect, and what scripts mean is not noted.
 */
function hasAllReferences(file: RequestFile, names: readonly NameSite[]): boolean {
  if (names.length === 0 || names.length >= MAX_NAME_SITES) return false;
  return !hasErrors(file) && file.requests.every(({ foreign }) => foreign.length === 0);
}
