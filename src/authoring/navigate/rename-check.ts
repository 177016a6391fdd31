/** Whether the files still mean the same after a new name is written. */
import { directiveTexts } from '../../request-file/model/client-directives.js';
import type { Diagnostic } from '../../request-file/model/diagnostic.js';
import { validateFiles } from '../../request-file/validate.js';
import { analyseText, type AnalysedText } from '../analysed-text.js';
import { applyEdits, TextLines, type TextEdit } from '../fixes/text-edit.js';
import { Binder, type Binding } from './bindings.js';
import { summarize } from './file-names.js';
import { withFiles, type NamesIndex } from './names-index.js';
import type { ConcernedFile, Renamed, RenameScope } from './renamed.js';
import { keyOf, mayBeSame, type Target } from './targets.js';

interface EditedFile {
  readonly file: ConcernedFile;
  readonly edits: readonly TextEdit[];
}

/** The texts of all files that the name concerns, as they are afterwards. */
export function afterRename(
  files: readonly EditedFile[],
  { files: all }: RenameScope,
): readonly AnalysedText[] {
  const edited = new Map(files.map(({ file, edits }) => [file, edits]));
  return all.map((file) => {
    const edits = edited.get(file);
    const { text, path } = file.analysed;
    return edits === undefined
      ? file.analysed
      : analyseText(applyEdits(new TextLines(text), edits).lines.text, path);
  });
}

/** The line where something else is meant, or where a finding would be added; undefined if there is none. */
export function findDifference(
  renamed: Renamed,
  { files, index }: RenameScope,
  changed: readonly AnalysedText[],
): number | undefined {
  const after = withFiles(
    index,
    new Map(changed.map((analysed) => [analysed.path, { analysed, names: summarize(analysed) }])),
  );
  for (const [at, file] of files.entries()) {
    const analysed = changed[at] ?? file.analysed;
    const line =
      requestDifference(renamed, file.analysed, analysed) ??
      meaningDifference(renamed, file, analysed, after);
    if (line !== undefined) return usedLine(renamed, file) ?? line;
  }
  return newFinding(
    files.map(({ analysed }) => analysed),
    changed,
  );
}

/** What has the new name already says more than the place where that shows. */
function usedLine({ newName }: Renamed, { bindings }: ConcernedFile): number | undefined {
  const found = bindings.filter(({ name }) => name === newName);
  return (found.find(({ role }) => role === 'definition') ?? found[0])?.line;
}

function requestDifference(
  { target, newName }: Renamed,
  before: AnalysedText,
  after: AnalysedText,
): number | undefined {
  const own = target.kind === 'request' && target.place?.path === before.path ? target.place.request : -1;
  const { requests } = before.file;
  if (requests.length !== after.file.requests.length) return 1;
  for (const [index, request] of requests.entries()) {
    const other = after.file.requests[index];
    const expected = index === own ? newName : request.name;
    const depends = request.metadata.depends?.length;
    if (other?.name !== expected || other.metadata.depends?.length !== depends) return request.line;
  }
  return undefined;
}

function meaningDifference(
  renamed: Renamed,
  { analysed, binder: earlierBinder, bindings, uses }: ConcernedFile,
  changed: AnalysedText,
  index: NamesIndex,
): number | undefined {
  const edited = new Set(uses);
  const binder = new Binder(changed, index);
  const before = bindings.filter(isCompared);
  const after = binder.bindAll().filter(isCompared);
  for (const [at, earlier] of before.entries()) {
    const later = after[at];
    if (later?.line !== earlier.line || later.role !== earlier.role) return earlier.line;
    if (keyOf(later.target) !== keyOf(expectedTarget(earlier, renamed, edited))) return earlier.line;
  }
  return (
    after[before.length]?.line ??
    callDifference({ analysed, binder: earlierBinder }, { analysed: changed, binder })
  );
}

/** Calls of requests are compared by what they call, since a name with escapes has no place of its own. */
function isCompared({ target, role, isPlaceholder }: Binding): boolean {
  return target.kind !== 'file' && (target.kind !== 'request' || role === 'definition' || isPlaceholder);
}

type BoundFile = Pick<ConcernedFile, 'analysed' | 'binder'>;

function callDifference(before: BoundFile, after: BoundFile): number | undefined {
  const later = callsOf(after);
  const earlier = callsOf(before);
  const at = earlier.findIndex(([key], index) => later[index]?.[0] !== key);
  return at < 0 ? later[earlier.length]?.[1] : earlier[at]?.[1];
}

/** What each request and each `run` calls, with its line. */
function callsOf({ analysed, binder }: BoundFile): (readonly [string, number])[] {
  const { requests, runs = [] } = analysed.file;
  const key = (written: string): string => {
    const place = binder.dependency(written);
    return place === undefined ? '' : `${place.request} ${place.path}`;
  };
  return [
    ...requests.flatMap(({ metadata, line }) =>
      [...(metadata.depends ?? []), ...directiveTexts(metadata, 'forceref')].map(
        (written) => [`${line} ${key(written)}`, line] as const,
      ),
    ),
    ...runs.map(({ name = '', line }) => [`${line} ${key(name)}`, line] as const),
  ];
}

/** What a name has to mean afterwards. */
function expectedTarget(before: Binding, { target, newName }: Renamed, edited: ReadonlySet<Binding>): Target {
  const meant = before.target;
  if (!mayBeSame(target, meant) || meant.kind === 'request') return meant;
  if (edited.has(before)) return { ...meant, name: newName } as Target;
  if (meant.kind !== 'capture' || target.kind !== 'capture') return meant;
  // A use that stays as it is means one of the other requests.
  const givers = meant.givers.filter(
    ({ path, request }) => !target.givers.some((own) => own.path === path && own.request === request),
  );
  return { ...meant, givers };
}

/** Edits keep lines, so that a finding is new if its line has none of its kind before. */
function newFinding(before: readonly AnalysedText[], after: readonly AnalysedText[]): number | undefined {
  const earlier = findings(before);
  const found = new Set(earlier.map(([key]) => key));
  return findings(after).find(([key]) => !found.has(key))?.[1].line;
}

function findings(texts: readonly AnalysedText[]): (readonly [string, Diagnostic])[] {
  const files = texts.map(({ file }) => file);
  const validated = validateFiles(files);
  return files.flatMap((file) =>
    [...file.diagnostics, ...(validated.get(file) ?? [])].map(
      (finding) => [`${file.path} ${finding.line} ${finding.code}`, finding] as const,
    ),
  );
}
