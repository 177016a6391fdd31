/** Fixes of values and URLs. */
import { ConditionReader } from '../../request-file/expressions/parse-conditions.js';
import { valueSite } from '../../request-file/expressions/parse-expected.js';
import { elementPath } from '../../request-file/expressions/parse-operation.js';
import { operatorAt } from '../../request-file/expressions/parse-operator.js';
import { readSubject } from '../../request-file/expressions/parse-subject.js';
import { isExpect } from '../../request-file/parse/parse-assertion.js';
import { urlEnd } from '../../request-file/parse/parse-request.js';
import { skipBlanks, trimEnd } from '../../request-file/text/characters.js';
import type { ValueShape } from '../../request-file/text/operators.js';
import { openingAt } from '../../request-file/text/template.js';
import type { Fix, FixContext } from './fix-context.js';
import { replacement, type TextEdit } from './text-edit.js';

/** Offsets in a line; the end is exclusive. */
interface Place {
  readonly start: number;
  readonly end: number;
}

export function quoteValue({ finding, values, source }: FixContext): Fix[] {
  const line = source.lines.line(finding.line);
  const marked = { start: finding.column - 1, end: finding.endColumn - 1 };
  // Of a word that looks like an operator or a condition, only the word is marked.
  const place = values['word'] === undefined ? marked : assertedValue(line);
  if (place === undefined) return [];
  const value = line.slice(place.start, place.end);
  const quoted = `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  const edit = replacement(finding.line, place.start + 1, place.end + 1, quoted);
  return [{ title: 'Compare as text', edits: [edit], safe: false }];
}

/** The value of an assertion, before its conditions and its comment. */
function assertedValue(line: string): Place | undefined {
  const first = skipBlanks(line, 0, line.length);
  const end = trimEnd(line, first, line.length);
  if (!isExpect(line, first, end)) return undefined;
  const isOperator = (text: string, at: number): boolean => operatorAt(text, at, end).kind !== 'none';
  const subject = readSubject(line, skipBlanks(line, first + 'expect'.length, end), end, isOperator);
  for (let at = skipBlanks(line, subject.end, end); at < end;) {
    const site = operatorAt(line, at, end);
    if (site.kind === 'unknown') return undefined;
    if (site.kind === 'none') return valueBetween(line, { start: at, end }, at, 'any');
    const start = skipBlanks(line, site.end, end);
    if (site.operator.shape !== 'each')
      return valueBetween(line, { start, end }, site.end, site.operator.shape);
    at = elementPath(line, start, end)?.next ?? start;
  }
  return undefined;
}

function valueBetween(line: string, { start, end }: Place, from: number, shape: ValueShape): Place {
  const value = valueSite(line, start, end, shape === 'pattern');
  const conditions = new ConditionReader(line, end, () => undefined);
  const found = conditions.find({ from, start, end: value.end, shape });
  return { start, end: found ? trimEnd(line, Math.min(start, found.start), found.start) : value.end };
}

export function removeValue({ finding, source }: FixContext): Fix[] {
  const line = source.lines.line(finding.line);
  const start = trimEnd(line, 0, finding.column - 1);
  const edit = replacement(finding.line, start + 1, finding.endColumn, '');
  return [{ title: 'Remove the value', edits: [edit], safe: false }];
}

/** All blanks of the URL on this line, but none in its placeholders. */
export function encodeBlanks({ finding, source }: FixContext): Fix[] {
  const line = source.lines.line(finding.line);
  // The first blank is marked, and no version of HTTP is before it.
  const from = finding.column - 1;
  const stop = urlEnd(line, from, trimEnd(line, 0, line.length));
  const edits: TextEdit[] = [];
  for (let at = from; at < stop; at++) {
    if (line.startsWith('{{', at)) at = openingAt(line, at, stop).end - 1;
    else if (line[at] === ' ' || line[at] === '\t')
      edits.push(replacement(finding.line, at + 1, at + 2, '%20'));
  }
  return edits.length === 0 ? [] : [{ title: 'Write `%20`', edits, safe: true }];
}
