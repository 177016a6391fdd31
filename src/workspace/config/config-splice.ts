import { isDeepStrictEqual } from 'node:util';
import { isMap, type Pair, type YAMLMap } from 'yaml';
import { ServiceError } from '../../errors.js';
import { isMapping } from './config-words.js';
import {
  behindColon,
  behindLine,
  endOf,
  isBlockCollection,
  isBlockScalar,
  isLeftEmpty,
  lineEnd,
  lineStart,
  nextLine,
  startOf,
  tagOf,
} from './yaml-layout.js';
import { keyName } from './yaml-place.js';
import type { YamlText } from './yaml-text.js';
import { blockEntry, flowEntry, flowText } from './yaml-write.js';

/** One replaced stretch of the text; nothing outside the stretches changes. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** What brings the text a step nearer to the wanted data; several steps may be needed. */
export function splicesFor(yaml: YamlText, text: string, wanted: unknown): readonly Splice[] {
  const work: Work = { text, lineFeed: text.includes('\r\n') ? '\r\n' : '\n', splices: [] };
  const root = yaml.document.contents;
  const entries = Object.entries(isMapping(wanted) ? wanted : {});
  if (isMap(root)) changeMap(root, undefined, Object.fromEntries(entries), yaml.data, work);
  else appendAll(entries, work);
  return work.splices;
}

export function spliced(text: string, splices: readonly Splice[]): string {
  let result = '';
  let done = 0;
  for (const splice of [...splices].sort((a, b) => a.from - b.from || a.to - b.to)) {
    result += text.slice(done, splice.from) + splice.text;
    done = splice.to;
  }
  return result + text.slice(done);
}

interface Work {
  readonly text: string;
  readonly lineFeed: string;
  readonly splices: Splice[];
}

/** Splices that belong together; left for a later step when they touch what this one changes. */
function take({ splices }: Work, ...together: readonly Splice[]): void {
  const touches = (a: Splice): boolean => splices.some((b) => a.from < b.to && b.from < a.to);
  if (!together.some(touches)) splices.push(...together);
}

type Entries = readonly (readonly [string, unknown])[];

function appendAll(entries: Entries, { text, lineFeed, splices }: Work): void {
  const lines = entries.flatMap(([name, value]) => blockEntry(name, value, ''));
  const lead = text === '' || text.endsWith('\n') ? '' : lineFeed;
  splices.push({
    from: text.length,
    to: text.length,
    text: lead + lines.map((line) => line + lineFeed).join(''),
  });
}

function changeMap(
  map: YAMLMap,
  holder: Pair | undefined,
  wanted: Record<string, unknown>,
  data: unknown,
  work: Work,
): void {
  const present = isMapping(data) ? data : {};
  if (Object.hasOwn(present, '<<') && !isDeepStrictEqual(present, wanted)) {
    throw new ServiceError('input', 'a map with the key "<<" is not changed; change it by hand');
  }
  const gone = map.items.filter(({ key }) => !Object.hasOwn(wanted, keyName(key) ?? ''));
  const added = Object.entries(wanted).filter(([name]) => !Object.hasOwn(present, name));
  // Each removal from a flow map is a step of its own, and each step reads the whole text.
  if (map.flow && holder && gone.length > MOST_STEPS) return replaceValue(holder, wanted, work);
  for (const pair of map.items) {
    const name = keyName(pair.key) ?? '';
    if (!Object.hasOwn(wanted, name) || isDeepStrictEqual(present[name], wanted[name])) continue;
    const value = wanted[name];
    if (isMap(pair.value) && isMapping(value)) changeMap(pair.value, pair, { ...value }, present[name], work);
    else replaceValue(pair, value, work);
  }
  if (added.length > 0) addEntries(map, added, work);
  // Removing comes in a later step, where the place of the new entries cannot be removed with them.
  else if (map.flow && gone[0]) removeFromFlow(map, gone[0], work);
  else if (gone.length > 0) removeLines(map, holder, gone, work);
}

const MOST_STEPS = 16;

function replaceValue(pair: Pair, value: unknown, work: Work): void {
  const { text, lineFeed } = work;
  const node = pair.value;
  const written = flowText(value);
  if (isLeftEmpty(node)) {
    const { offset, colon } = behindColon(pair);
    take(work, { from: offset, to: offset, text: `${colon ? ' ' : ': '}${written}` });
  } else if (isBlockCollection(node)) {
    const at = behindColon(pair).offset;
    const lines = { from: lineStart(text, node.range[0]), to: behindLine(text, endOf(pair)), text: '' };
    take(work, { from: at, to: at, text: ` ${written}` }, lines);
  } else if (isBlockScalar(node)) {
    const [from, to] = node.range;
    const comment = /[ \t]+#.*$/.exec(text.slice(from, lineEnd(text, from)))?.[0] ?? '';
    take(work, { from, to, text: written + comment + (text[to - 1] === '\n' ? lineFeed : '') });
  } else {
    const { range } = node as { readonly range: readonly [number, number, number] };
    take(work, { from: tagOf(pair)?.offset ?? range[0], to: range[1], text: written });
  }
}

function addEntries(map: YAMLMap, entries: Entries, work: Work): void {
  const { text, lineFeed } = work;
  const last = map.items.at(-1);
  const [first] = map.items;
  if (map.flow || !first || !last) {
    const at = last ? endOf(last) : (map.range?.[0] ?? 0) + 1;
    const inner = entries.map(([name, value]) => flowEntry(name, value)).join(', ');
    return take(work, { from: at, to: at, text: (last ? ', ' : '') + inner });
  }
  const indent = /^ */.exec(text.slice(lineStart(text, startOf(first))))?.[0] ?? '';
  const at = behindComments(text, endOf(last), indent.length);
  const lines = entries.flatMap(([name, value]) => blockEntry(name, value, indent));
  const atLineStart = text[at - 1] === '\n';
  const written = lines.map((line) => (atLineStart ? line + lineFeed : lineFeed + line)).join('');
  return take(work, { from: at, to: at, text: written });
}

/** Comment lines that are indented deeper than the map belong to its last entry. */
function behindComments(text: string, end: number, indent: number): number {
  let at = text[end - 1] === '\n' ? end : lineEnd(text, end);
  let line = behindLine(text, end);
  while (line < text.length) {
    const content = text.slice(line, lineEnd(text, line));
    const comment = /^( *)#/.exec(content);
    if (comment && (comment[1]?.length ?? 0) > indent) at = lineEnd(text, line);
    else if (content.trim() !== '') break;
    line = nextLine(text, line);
  }
  return at;
}

function removeLines(map: YAMLMap, holder: Pair | undefined, gone: readonly Pair[], work: Work): void {
  const { text } = work;
  const lines = gone.map((pair) => {
    const start = startOf(pair);
    const from = lineStart(text, start);
    if (text.slice(from, start).trim() !== '') {
      throw new ServiceError('input', 'the key does not stand at the start of its line; change it by hand');
    }
    return { from, to: behindLine(text, endOf(pair)), text: '' };
  });
  if (gone.length < map.items.length || !holder) return take(work, ...lines);
  const at = behindColon(holder).offset;
  return take(work, { from: at, to: at, text: ' {}' }, ...lines);
}

/** Comments beside the entry stay; of the commas at its sides one goes with it. */
function removeFromFlow(map: YAMLMap, pair: Pair, work: Work): void {
  const { text } = work;
  const index = map.items.indexOf(pair);
  const previous = map.items[index - 1];
  const next = map.items[index + 1];
  const [start, end] = [startOf(pair), endOf(pair)];
  if (previous && !next && !text.slice(endOf(previous), start).includes('#')) {
    return take(work, { from: endOf(previous), to: end, text: '' });
  }
  const comma = commaIn(text, end, next ? startOf(next) : (map.range?.[1] ?? end));
  if (comma === undefined) return take(work, { from: start, to: end, text: '' });
  const blanks = /^[ \t]*/.exec(text.slice(comma + 1))?.[0].length ?? 0;
  return take(work, { from: start, to: end, text: '' }, { from: comma, to: comma + 1 + blanks, text: '' });
}

function commaIn(text: string, from: number, to: number): number | undefined {
  for (let at = from; at < to; at += 1) {
    if (text[at] === ',') return at;
    if (text[at] === '#') at = lineEnd(text, at);
  }
  return undefined;
}
