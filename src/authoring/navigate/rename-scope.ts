/** The files that a new name concerns, and the places that it has to be written to. */
import { Binder, type Binding } from './bindings.js';
import { isGlobal, type NamesIndex, type RequestPlace } from './names-index.js';
import { filesThatMayMean, usesName } from './references.js';
import { REFUSALS } from './rename-rules.js';
import type { ConcernedFile, Renamed, RenameScope } from './renamed.js';
import { mayBeSame } from './targets.js';

/** Files that cannot be read are left out; they cannot run either. */
export async function findScope(renamed: Renamed, index: NamesIndex): Promise<RenameScope> {
  const paths = new Set(filesThatMayMean(renamed.target, index));
  for (const path of filesWithNewName(renamed, index)) paths.add(path);
  const files: ConcernedFile[] = [];
  let ambiguous: string | undefined;
  for (const path of [...paths].toSorted()) {
    const analysed = await index.analyse(path);
    if (analysed === undefined) continue;
    const binder = new Binder(analysed, index);
    const bindings = binder.bindAll();
    const meant = bindings.filter((each) => mayBeSame(renamed.target, each.target));
    ambiguous ??= meant
      .map((each) => ambiguity(each, renamed, { path, binder, index }))
      .find((each) => each !== undefined);
    files.push({ analysed, binder, bindings, uses: meant.filter((each) => isUnambiguous(each)) });
  }
  return { index, files, ambiguous };
}

function isUnambiguous({ target }: Binding): boolean {
  if (target.kind === 'capture') return target.givers.length === 1;
  return target.kind !== 'variable' || target.givers.length === 0;
}

/** Other files that use the new name would take it from a global one. */
function filesWithNewName({ target, name, newName }: Renamed, index: NamesIndex): string[] {
  const [giver] = target.kind === 'capture' ? target.givers : [];
  if (giver === undefined || !isGlobal(index, giver, name)) return [];
  return Array.from(index.files())
    .filter((file) => usesName(file, newName))
    .map(({ path }) => path);
}

interface UsingFile {
  readonly path: string;
  readonly binder: Binder;
  readonly index: NamesIndex;
}

/**
 * A use that several requests give a value to means the latest of them, so it may stay as it is only where a later
 * request of its own file gives it too.
 */
function ambiguity(
  use: Binding,
  { target }: Renamed,
  { path, binder, index }: UsingFile,
): string | undefined {
  const { target: meant, request } = use;
  if (isUnambiguous(use) || (meant.kind !== 'capture' && meant.kind !== 'variable')) return undefined;
  const refusal = REFUSALS.ambiguous(meant, index);
  if (meant.kind === 'variable' || target.kind !== 'capture' || !binder.runsInOrder()) return refusal;
  const [own] = target.givers;
  const isReplaced = meant.givers.some((other) => own && isBetween(own, other, { path, request }));
  return isReplaced ? undefined : refusal;
}

/** Whether a request runs after the first one and before the last one. */
function isBetween(first: RequestPlace, other: RequestPlace, last: RequestPlace): boolean {
  if (first.path !== last.path || other.path !== last.path) return false;
  return first.request < other.request && other.request < last.request;
}
