/** Gives a request, a capture or a variable another name, wherever it is used, without changing what runs. */
import { hasErrors } from '../../request-file/model/diagnostic.js';
import type { AnalysedText } from '../analysed-text.js';
import type { TextEdit } from '../fixes/text-edit.js';
import { bindNames, bindingAt, type Binding } from './bindings.js';
import { withText } from './definition.js';
import type { NamesIndex, RequestPlace } from './names-index.js';
import { afterRename, findDifference } from './rename-check.js';
import { editsFor } from './rename-edits.js';
import { ambiguousName, REFUSALS, nameProblem, takenLine } from './rename-rules.js';
import { asWritten, findScope } from './rename-scope.js';
import type { Renamed, RenameScope } from './renamed.js';

export interface Refused {
  /** One sentence without a full stop, for users. */
  readonly refusal: string;
}

/** The name at a place, which an editor shows while it asks for the new one. */
export interface RenameRange {
  readonly name: string;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}

export interface RenamedFile {
  readonly path: string;
  readonly edits: readonly TextEdit[];
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** Undefined where no name can be changed. */
export function prepareRename(
  analysed: AnalysedText,
  index: NamesIndex,
  place: Place,
): RenameRange | Refused | undefined {
  const written = asWritten(analysed);
  const present = withText(index, written);
  const found = bindingAt(bindNames(written, present), place.line, place.column);
  if (found === undefined || !isRenamed(found, analysed, present)) return undefined;
  const refusal = refusedAt(found, analysed, present);
  if (refusal !== undefined) return { refusal };
  const { name, line, column, endColumn } = found;
  return { name, line, column, endColumn };
}

/** By file, in the order of their paths; an empty list if the name stays the same. */
export async function renameAt(
  analysed: AnalysedText,
  index: NamesIndex,
  place: Place,
  newName: string,
): Promise<readonly RenamedFile[] | Refused | undefined> {
  const written = asWritten(analysed);
  const present = withText(index, written);
  const found = bindingAt(bindNames(written, present), place.line, place.column);
  if (found === undefined || !isRenamed(found, analysed, present)) return undefined;
  const { target, name } = found;
  const refusal = refusedAt(found, analysed, present);
  if (refusal !== undefined) return { refusal };
  if (!index.isComplete && target.kind !== 'element') return { refusal: REFUSALS.incomplete };
  const wanted = newName.trim();
  if (wanted === name) return [];
  const renamed = { target, name, newName: wanted } as Renamed;
  return perform(renamed, await findScope(renamed, withText(index, analysed)));
}

function perform(renamed: Renamed, scope: RenameScope): readonly RenamedFile[] | Refused {
  if (scope.files.some(({ analysed }) => hasErrors(analysed.file))) return { refusal: REFUSALS.errors };
  const problem = scope.refusal ?? nameProblem(renamed, scope);
  if (problem !== undefined) return { refusal: problem };
  const taken = takenLine(renamed, scope.index);
  if (taken !== undefined) return { refusal: REFUSALS.taken(renamed.newName, taken) };
  const files = scope.files
    .map((file) => ({ file, edits: editsFor(renamed, file) }))
    .filter(({ edits }) => edits.length > 0);
  const changed = afterRename(files, scope);
  const line = findDifference(renamed, scope, changed);
  if (line !== undefined) return { refusal: REFUSALS.taken(renamed.newName, line) };
  return files.map(({ file, edits }) => ({ path: file.analysed.path, edits }));
}

function isRenamed({ target, name }: Binding, { file }: AnalysedText, index: NamesIndex): boolean {
  switch (target.kind) {
    case 'request':
      // A title beside a name stays as it is.
      return target.place !== undefined && requestName(target.place, index) === name;
    case 'environment':
      return index.hasEnvironmentKey?.(target.name) ?? true;
    case 'capture':
    case 'variable':
      return true;
    case 'element': {
      // Without `as` nothing in the text says the name.
      const each = file.requests[target.request]?.metadata.each;
      return each === undefined || (name === each.name && name !== 'each');
    }
    default:
      return false;
  }
}

function requestName({ path, request }: RequestPlace, index: NamesIndex): string | undefined {
  return index.names(path)?.requests[request]?.name;
}

function refusedAt({ target }: Binding, { file }: AnalysedText, index: NamesIndex): string | undefined {
  if (target.kind === 'environment') return REFUSALS.environment(target.name);
  if (hasErrors(file)) return REFUSALS.errors;
  const isAmbiguous =
    (target.kind === 'capture' && target.givers.length > 1) ||
    (target.kind === 'variable' && target.givers.length > 0);
  return isAmbiguous ? ambiguousName(target, index) : undefined;
}
