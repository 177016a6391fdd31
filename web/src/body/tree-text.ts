/** How the values of a JSON text are written in rows. */
import { LIST, NUMBER, OBJECT, STRING, type JsonTape } from './json-tape.js';
import type { Mark, TreeRow } from './rows.js';

/** Longer texts are cut, since the browser lays out whole rows. */
const MAX_SHOWN_LENGTH = 2000;
const SHOWN_BEFORE_MATCH = 200;

/** The text of a value that has no members: numbers as received, strings with the usual escapes. */
export function leafText(tape: JsonTape, value: number): string {
  const source = tape.sourceOf(value);
  if (tape.kinds[value] !== STRING || !source.includes('\\')) return source;
  return JSON.stringify(JSON.parse(source) as string);
}

export function leafKind(tape: JsonTape, value: number): TreeRow['value'] {
  const kind = tape.kinds[value];
  return kind === STRING ? 'string' : kind === NUMBER ? 'number' : 'word';
}

/** The part of a long text that is shown: its start, or what is around the match that the user visits. */
export function cutText(
  text: string,
  marks: readonly Mark[],
): { readonly text: string; readonly marks: readonly Mark[] } {
  if (text.length <= MAX_SHOWN_LENGTH) return { text, marks };
  const visited = marks.find(([, , isCurrent]) => isCurrent)?.[0] ?? 0;
  const start = visited < MAX_SHOWN_LENGTH - SHOWN_BEFORE_MATCH ? 0 : visited - SHOWN_BEFORE_MATCH;
  const end = Math.min(text.length, start + MAX_SHOWN_LENGTH);
  const before = start === 0 ? '' : '… ';
  const after = end === text.length ? '' : ` … (${text.length.toLocaleString('en-US')} characters)`;
  const moved = marks.flatMap(([from, to, isCurrent]): Mark[] => {
    const first = Math.max(from, start);
    const last = Math.min(to, end);
    const by = before.length - start;
    return first < last ? [[first + by, last + by, isCurrent]] : [];
  });
  return { text: `${before}${text.slice(start, end)}${after}`, marks: moved };
}

const MAX_PRETTY_LENGTH = 300_000_000;

/** The whole text with one value per line; undefined if it would be too long. */
export function prettyJson(tape: JsonTape): string | undefined {
  const parts: string[] = [];
  const open: { readonly value: number; readonly end: number }[] = [];
  let length = 0;
  for (let value = 0; value < tape.size; value++) {
    for (let top = open.at(-1); top !== undefined && value >= top.end; top = open.at(-1)) {
      open.pop();
      parts.push(`\n${indentOf(open.length)}${closerOf(tape, top.value)}`);
    }
    const parent = tape.parentOf(value);
    const lead = parent < 0 ? '' : `${value === parent + 1 ? '' : ','}\n${indentOf(open.length)}`;
    const name = tape.nameOf(value);
    const isOpened = tape.isContainer(value) && tape.countOf(value) > 0;
    const text = isOpened ? (tape.kinds[value] === LIST ? '[' : '{') : emptyOrLeaf(tape, value);
    const line = `${lead}${name === undefined ? '' : `${JSON.stringify(name)}: `}${text}`;
    length += line.length;
    if (length > MAX_PRETTY_LENGTH) return undefined;
    parts.push(line);
    if (isOpened) open.push({ value, end: tape.nextOf(value) });
  }
  for (let top = open.pop(); top !== undefined; top = open.pop())
    parts.push(`\n${indentOf(open.length)}${closerOf(tape, top.value)}`);
  return parts.join('');
}

function emptyOrLeaf(tape: JsonTape, value: number): string {
  const kind = tape.kinds[value];
  return kind === OBJECT ? '{}' : kind === LIST ? '[]' : leafText(tape, value);
}

function closerOf(tape: JsonTape, value: number): string {
  return tape.kinds[value] === LIST ? ']' : '}';
}

/** Deeper levels are not indented further: their lines would consist of blanks. */
const MAX_INDENT = 40;

function indentOf(depth: number): string {
  return '  '.repeat(Math.min(depth, MAX_INDENT));
}

const ROWS_OPEN_AT_FIRST = 400;

/** Opens level by level until enough rows are visible; `page` members of each are shown. */
export function firstOpen(tape: JsonTape, roots: readonly number[], page: number): Set<number> {
  const open = new Set<number>();
  let level: readonly number[] = roots.slice(0, page);
  let rows = level.length;
  while (level.length > 0 && rows < ROWS_OPEN_AT_FIRST) {
    const next: number[] = [];
    for (const value of level) {
      if (!tape.isContainer(value)) continue;
      const shown = Math.min(tape.countOf(value), page);
      rows += shown + 2;
      if (rows > ROWS_OPEN_AT_FIRST && open.size > 0) break;
      open.add(value);
      const end = tape.nextOf(value);
      for (let at = value + 1, left = shown; at < end && left > 0; at = tape.nextOf(at), left--)
        next.push(at);
    }
    level = next;
  }
  return open;
}
