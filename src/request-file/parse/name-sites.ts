/** Notes where names stand that are no placeholders: of requests, files and variables that are compared. */
import type { Span } from '../model/diagnostic.js';
import { otherFileDependency } from '../model/directive-values.js';
import { comparePlaces, type NameKind, type NameRole, type NameSite } from '../model/name-site.js';
import type { SubjectSite } from '../expressions/parse-subject.js';
import { skipBlanks } from '../text/characters.js';
import type { ParseState } from './parse-state.js';

type Place = Pick<Span, 'line' | 'column'>;

export function noteNameAt(
  state: ParseState,
  kind: NameKind,
  role: NameRole,
  name: string,
  { line, column }: Place,
): void {
  state.addName(kind, role, name, line, column);
}

/** A path with placeholders is made when the request runs. */
export function noteFile(state: ParseState, path: string, place: Place): void {
  if (!path.includes('{{')) noteNameAt(state, 'file', 'reference', path, place);
}

/** Notes the path that is written between two offsets of the current line, in quotes or not, perhaps with a fragment. */
export function noteWrittenFile(state: ParseState, start: number, end: number): void {
  if (state.names === undefined) return;
  const isQuoted = state.text[start] === '"' || state.text[start] === "'";
  const written = isQuoted ? state.text.slice(start + 1, end - 1) : state.text.slice(start, end);
  if (isQuoted && written.includes('\\')) return;
  const [path = ''] = written.split('#');
  noteFile(state, path, state.span(isQuoted ? start + 1 : start, end));
}

/** A subject of a comparison or capture, and where it starts in a text of one line. */
export interface WrittenSubject {
  readonly site: SubjectSite;
  readonly start: number;
}

/** The name after `variable`; `origin` is the place of offset 0 of the text, whose line may have other text before it. */
export function noteVariableSubject(
  state: ParseState,
  text: string,
  { site: { subject }, start }: WrittenSubject,
  origin: Place,
): void {
  if (state.names === undefined || subject.kind !== 'variable') return;
  const word = skipBlanks(text, start + 'variable'.length, text.length);
  const at = text[word] === '"' || text[word] === "'" ? word + 1 : word;
  // A name with escapes is not what is written.
  if (!text.startsWith(subject.name, at)) return;
  noteNameAt(state, 'placeholder', 'reference', subject.name, {
    line: origin.line,
    column: origin.column + at,
  });
}

/** The same for a subject on the current line. */
export function noteOwnSubject(state: ParseState, site: SubjectSite, start: number): void {
  if (state.names === undefined || site.subject.kind !== 'variable') return;
  const { line, start: lineStart } = state.reader;
  noteVariableSubject(state, state.text, { site, start }, { line, column: 1 - lineStart });
}

/** A name in quotes stands between them, and the name of a request of another file behind its path. */
export function noteDependencies(state: ParseState, names: readonly string[], spans: readonly Span[]): void {
  if (state.names === undefined || names.length === 0) return;
  for (const [index, name] of names.entries()) {
    const span = spans[index];
    if (span === undefined) continue;
    const quotes = span.endColumn - span.column - name.length;
    // A name with escapes is not what is written.
    if (quotes !== 0 && quotes !== 2) continue;
    noteDependency(state, name, { line: span.line, column: span.column + quotes / 2 });
  }
}

function noteDependency(state: ParseState, name: string, place: Place): void {
  const other = otherFileDependency(name);
  if (other === undefined) return noteNameAt(state, 'request', 'reference', name, place);
  noteFile(state, other.path, place);
  const column = place.column + other.path.length + 1;
  state.addName('request', 'reference', other.name, place.line, column, other.path);
}

/** Takes back what was noted of directives that turned out to have no effect. */
export function forgetNames(state: ParseState, directives: readonly Place[]): void {
  if (state.names === undefined && state.placeholders === undefined) return;
  for (const { line } of directives) state.forgottenLines.add(line);
}

/** In place, because the lists belong to whoever wants to have them. */
export function removeForgotten({ names, placeholders, forgottenLines }: ParseState): void {
  for (const sites of [names, placeholders] as (Span[] | undefined)[]) {
    const kept = sites?.filter(({ line }) => !forgottenLines.has(line)) ?? [];
    if (sites) sites.length = 0;
    for (const site of kept) sites?.push(site);
  }
}

/** The place of an offset in a text of several lines that starts in column 1 of a line. */
export function placeInLines(raw: string, offset: number, line: number): Place {
  const before = raw.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: line + before.length - 1, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Few names are noted late, so that most lists are in order already. */
export function inOrder(names: NameSite[]): readonly NameSite[] {
  let last: NameSite | undefined;
  for (const each of names) {
    if (last !== undefined && comparePlaces(last, each) > 0) return names.sort(comparePlaces);
    last = each;
  }
  return names;
}
