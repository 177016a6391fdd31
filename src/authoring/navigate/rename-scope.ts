/** The files that a new name concerns, and the places that it has to be written to. */
import type { Request } from '../../request-file/model/model.js';
import { analyseText, type AnalysedText } from '../analysed-text.js';
import { Binder, type Binding } from './bindings.js';
import { summarize } from './file-names.js';
import { isGlobal, withFiles, type NamesIndex, type RequestPlace } from './names-index.js';
import { filesThatMayMean, usesName } from './references.js';
import { ambiguousName, REFUSALS } from './rename-rules.js';
import type { ConcernedFile, Renamed, RenameScope } from './renamed.js';
import { mayBeSame } from './targets.js';

/**
 * What scripts of other clients mean has no place in the text, and a changed text is parsed without it, so that the text
 * before is compared without it too.
 */
export function asWritten(analysed: AnalysedText): AnalysedText {
  const { text, path, file } = analysed;
  return file.requests.some(isScripted) ? analyseText(text, path) : analysed;
}

function isScripted({ scriptCaptures, scriptSets }: Request): boolean {
  return scriptCaptures !== undefined || scriptSets !== undefined;
}

/** Files that cannot be read are left out; they cannot run either. */
export async function findScope(renamed: Renamed, present: NamesIndex): Promise<RenameScope> {
  const paths = new Set(filesThatMayMean(renamed.target, present));
  for (const path of filesWithNewName(renamed, present)) paths.add(path);
  const texts: AnalysedText[] = [];
  let refusal: string | undefined;
  for (const path of [...paths].toSorted()) {
    const analysed = await present.analyse(path);
    if (analysed === undefined) continue;
    texts.push(asWritten(analysed));
    refusal ??= scriptRefusal(renamed, analysed);
  }
  const index = withFiles(
    present,
    new Map(texts.map((analysed) => [analysed.path, { analysed, names: summarize(analysed) }])),
  );
  const files = texts.map((analysed): ConcernedFile => {
    const binder = new Binder(analysed, index);
    const bindings = binder.bindAll();
    const meant = bindings.filter((each) => mayBeSame(renamed.target, each.target));
    const using = { path: analysed.path, binder, index };
    for (const each of meant) refusal ??= ambiguity(each, renamed, using);
    return { analysed, binder, bindings, uses: meant.filter((each) => isUnambiguous(each)) };
  });
  return { index, files, refusal };
}

/** A script that stores a value under one of the names would have to be changed too. */
function scriptRefusal({ target, name, newName }: Renamed, { file }: AnalysedText): string | undefined {
  if (target.kind === 'request') return undefined;
  for (const request of file.requests) {
    if (!isScripted(request)) continue;
    const stored = [...(request.scriptCaptures ?? []), ...(request.scriptSets ?? [])];
    if (stored.some((each) => each.name === newName)) return REFUSALS.taken(newName, request.line);
    if (stored.some((each) => each.name === name)) return REFUSALS.captured(name, [request.line]);
  }
  return undefined;
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
  const refusal = ambiguousName(meant, index);
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
