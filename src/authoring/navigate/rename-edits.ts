/** The edits that write a new name in one file. */
import { dependencyNames, otherFileDependency } from '../../request-file/model/directive-values.js';
import { dependencyText } from '../../request-file/text/quotes.js';
import { AT, skipBlanks } from '../../request-file/text/characters.js';
import { directiveAt, directiveFrom, type DirectiveSite } from '../../request-file/text/directives.js';
import { linesIn } from '../analysed-text.js';
import { replacement, type TextEdit } from '../fixes/text-edit.js';
import { isBlankLine, requestLines, type RequestLines } from '../outline/request-lines.js';
import type { ConcernedFile, Renamed } from './renamed.js';

/** In the order of the text. */
export function editsFor(renamed: Renamed, file: ConcernedFile): TextEdit[] {
  const listed = dependencyEdits(renamed, file);
  const lines = new Set(listed.map(({ line }) => line));
  const edits = file.uses
    .filter(({ name, line, isPlaceholder }) => name === renamed.name && (isPlaceholder || !lines.has(line)))
    .map(({ line, column, endColumn }) => replacement(line, column, endColumn, renamed.newName));
  return [...edits, ...listed].toSorted((a, b) => a.line - b.line || a.column - b.column);
}

/** Entries of `@depends` are written as a whole, because the new name may need quotes or none. */
function dependencyEdits(
  { target, name, newName }: Renamed,
  { analysed, binder }: ConcernedFile,
): TextEdit[] {
  if (target.kind !== 'request' || target.place === undefined) return [];
  const { path, request } = target.place;
  const isMeant = (written: string): boolean => {
    const place =
      (otherFileDependency(written)?.name ?? written) === name ? binder.dependency(written) : undefined;
    return place?.path === path && place.request === request;
  };
  if (!analysed.file.requests.some(({ metadata }) => metadata.depends?.some(isMeant))) return [];
  const lines = linesIn(analysed);
  return requestLines(analysed)
    .filter(({ request: { metadata } }) => metadata.depends?.some(isMeant))
    .flatMap((each) =>
      headLines(lines, each).flatMap(([line, text]) => {
        const site = directiveOn(text);
        if (site === undefined || text.slice(site.at + 1, site.nameStop).toLowerCase() !== 'depends')
          return [];
        return dependencyNames(text.slice(site.valueStart, site.valueStop))
          .filter((entry) => isMeant(entry.name))
          .map((entry) => {
            const other = otherFileDependency(entry.name);
            const written = dependencyText(other === undefined ? newName : `${other.path}#${newName}`);
            const start = site.valueStart + 1;
            return replacement(line, start + entry.start, start + entry.end, written);
          });
      }),
    );
}

/** The lines up to the end of the header section, where directives count. */
function headLines(
  lines: readonly string[],
  { request, first, last }: RequestLines,
): (readonly [number, string])[] {
  const found: (readonly [number, string])[] = [];
  for (let number = first; number <= last; number++) {
    const text = lines[number - 1] ?? '';
    if (number > request.requestLine && (isBlankLine(text) || text.startsWith('>>>'))) break;
    found.push([number, text]);
  }
  return found;
}

function directiveOn(text: string): DirectiveSite | undefined {
  const first = skipBlanks(text, 0, text.length);
  if (text.charCodeAt(first) === AT) return directiveFrom(text, first, text.length);
  return directiveAt(text, first, text.length);
}
