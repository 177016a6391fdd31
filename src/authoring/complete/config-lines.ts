/**
 * Where a place stands in a YAML text that is being typed: decided from indentation and the marks of single lines,
 * because a parser has nothing to say about a text that is not complete.
 */
import { scanFlow } from './config-flow.js';
import type { ConfigPlace, ConfigStep } from './config-place.js';

/** A mark of a line with its offset: a dash, or a key with its colon. */
interface Mark {
  readonly at: number;
  readonly step: ConfigStep;
}

interface MarkedLine {
  readonly marks: readonly Mark[];
  /** Where the text after the marks starts. */
  readonly rest: number;
}

const KEY = /(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'#&*!|>@`{}[\],-][^\s:#]*|-[^\s:#]+))[ \t]*:(?=[ \t]|$)/y;
const NO_NAMES: ReadonlySet<string> = new Set();

/** Undefined inside of comments and of texts of several lines. `offset` counts in the line from 0. */
export function configPlaceAt(
  lines: readonly string[],
  index: number,
  offset: number,
): ConfigPlace | undefined {
  const line = lines[index] ?? '';
  const before = line.slice(0, offset);
  const { marks, rest } = marksOf(before);
  const first = marks[0]?.at ?? Math.min(rest, before.length);
  const above = parentsAbove(lines, index, marks[0], first);
  if (above === undefined) return undefined;
  const { parents, flowFrom } = above;
  if (flowFrom !== undefined) {
    const text = [flowFrom.text, ...lines.slice(flowFrom.index + 1, index), before].join('\n');
    return flowPlace(parents, text);
  }
  const path = [...parents, ...marks.map(({ step }) => step)];
  const written = before.slice(rest);
  if (/^[[{]/.test(written)) return flowPlace(path, written);
  const last = marks.at(-1);
  if (last !== undefined && last.step !== 'item') return valuePlace(path, written);
  if (!/^["']?[^\s"'#:]*$/.test(written)) return undefined;
  const siblings = keysBeside(lines, index, rest, marks.length > 0);
  return { path, expects: 'key', word: unquoted(written), siblings };
}

function valuePlace(path: readonly ConfigStep[], written: string): ConfigPlace | undefined {
  if (!/^["']?[^\s"'#]*$/.test(written) || /^[|>]/.test(written)) return undefined;
  return { path, expects: 'value', word: unquoted(written), siblings: NO_NAMES };
}

function flowPlace(parents: readonly ConfigStep[], text: string): ConfigPlace | undefined {
  const found = scanFlow(text);
  return found && { ...found, path: [...parents, ...found.path] };
}

function unquoted(word: string): string {
  return /^["']/.test(word) ? word.slice(1) : word;
}

interface Above {
  readonly parents: readonly ConfigStep[];
  /** The start of a list or map in brackets that is still open. */
  readonly flowFrom?: { readonly index: number; readonly text: string };
}

/** Lists and maps in brackets that are opened in each other's lines. */
const MAX_OPEN_LINES = 8;

/** What a line that starts with this mark is part of; undefined in a text of several lines. */
function parentsAbove(
  lines: readonly string[],
  index: number,
  first: Mark | undefined,
  column: number,
  openLines = 0,
): Above | undefined {
  const parents: ConfigStep[] = [];
  let limit = column;
  // A list may stand below its key without being indented.
  let mayShareColumn = first?.step === 'item';
  for (let at = index - 1; at >= 0 && (limit > 0 || mayShareColumn); at--) {
    const line = lines[at] ?? '';
    const { marks, rest } = marksOf(line);
    for (let each = marks.length - 1; each >= 0; each--) {
      const mark = marks[each] as Mark;
      const isParent = mark.at < limit || (mayShareColumn && mark.step !== 'item' && mark.at === limit);
      if (!isParent) continue;
      const value = line.slice(rest);
      const isDirect = parents.length === 0 && each === marks.length - 1;
      if (isDirect && /^[|>]/.test(value)) return undefined;
      if (isDirect && isOpenFlow(value)) {
        if (openLines === MAX_OPEN_LINES) return undefined;
        const outer = parentsAbove(lines, at, marks[0], marks[0]?.at ?? 0, openLines + 1);
        if (outer === undefined || outer.flowFrom !== undefined) return outer;
        const own = marks.map(({ step }) => step);
        return { parents: [...outer.parents, ...own], flowFrom: { index: at, text: value } };
      }
      parents.push(mark.step);
      limit = mark.at;
      mayShareColumn = mark.step === 'item';
    }
  }
  return { parents: parents.reverse() };
}

/** Whether brackets are opened that the line does not close. */
function isOpenFlow(value: string): boolean {
  return /^[[{]/.test(value) && scanFlow(value) !== undefined;
}

/** The keys of the map in this column, above and below a line; a dash in the line itself starts the map. */
function keysBeside(
  lines: readonly string[],
  index: number,
  column: number,
  isFirst: boolean,
): ReadonlySet<string> {
  const found = new Set<string>();
  const isLeft = (line: string): boolean => indentOf(line) < column && !/^\s*(?:#|$)/.test(line);
  const add = (line: string): void => {
    const step = marksOf(line).marks.find((mark) => mark.at === column)?.step;
    if (step !== undefined && step !== 'item') found.add(step.key);
  };
  for (let at = index + 1; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (isLeft(line)) break;
    add(line);
  }
  for (let at = isFirst ? -1 : index - 1; at >= 0; at--) {
    const line = lines[at] ?? '';
    add(line);
    if (isLeft(line)) break;
  }
  return found;
}

export function indentOf(line: string): number {
  return /^ */.exec(line)?.[0].length ?? 0;
}

function marksOf(line: string): MarkedLine {
  const marks: Mark[] = [];
  let at = indentOf(line);
  while (line[at] === '-' && /[ \t]|^$/.test(line[at + 1] ?? '')) {
    marks.push({ at, step: 'item' });
    at = skipSpaces(line, at + 1);
  }
  KEY.lastIndex = at;
  const found = KEY.exec(line);
  if (found === null) return { marks, rest: at };
  marks.push({ at, step: { key: found[1] ?? found[2] ?? found[3] ?? '' } });
  return { marks, rest: skipSpaces(line, KEY.lastIndex) };
}

function skipSpaces(line: string, from: number): number {
  let at = from;
  while (line[at] === ' ' || line[at] === '\t') at++;
  return at;
}
