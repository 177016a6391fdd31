import { isDeepStrictEqual } from 'node:util';
import { isMap, type Pair, type YAMLMap } from 'yaml';
import { ServiceError } from '../../errors.js';
import { isPlainObject } from '../../primitives/plain-object.js';
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
import { entriesOf } from '../../primitives/json/key-order.js';
import { keyName } from './yaml-place.js';
import type { YamlText } from './yaml-text.js';
import { toBlockEntry, toFlowEntry, toFlowText } from './yaml-write.js';

/** A replaced range of the text; nothing outside the ranges changes. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The splices of one step towards the wanted data; several steps may be needed. */
export function planSplices(yaml: YamlText, text: string, wanted: unknown): readonly Splice[] {
  const plan: SplicePlan = { text, lineFeed: text.includes('\r\n') ? '\r\n' : '\n', splices: [] };
  const root = yaml.document.contents;
  const data = isPlainObject(wanted) ? wanted : {};
  if (isMap(root)) changeMap(root, undefined, data, yaml.data, plan);
  else appendAll(entriesOf(data), plan);
  return plan.splices;
}

export function applySplices(text: string, splices: readonly Splice[]): string {
  let result = '';
  let done = 0;
  for (const splice of [...splices].sort((a, b) => a.from - b.from || a.to - b.to)) {
    result += text.slice(done, splice.from) + splice.text;
    done = splice.to;
  }
  return result + text.slice(done);
}

interface SplicePlan {
  readonly text: string;
  readonly lineFeed: string;
  readonly splices: Splice[];
}

/** Adds splices that belong together, unless they touch others of this step; a later step does them then. */
function addSplices({ splices }: SplicePlan, ...together: readonly Splice[]): void {
  const touches = (a: Splice): boolean => splices.some((b) => a.from < b.to && b.from < a.to);
  if (!together.some(touches)) splices.push(...together);
}

type Entries = readonly (readonly [string, unknown])[];

function appendAll(entries: Entries, { text, lineFeed, splices }: SplicePlan): void {
  const lines = entries.flatMap(([name, value]) => toBlockEntry(name, value, ''));
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
  wanted: Readonly<Record<string, unknown>>,
  data: unknown,
  plan: SplicePlan,
): void {
  const current = isPlainObject(data) ? data : {};
  if (Object.hasOwn(current, '<<') && !isDeepStrictEqual(current, wanted)) {
    throw new ServiceError('input', 'a map with the key "<<" is not changed; change it by hand');
  }
  const removed = map.items.filter(({ key }) => !Object.hasOwn(wanted, keyName(key) ?? ''));
  const added = entriesOf(wanted).filter(([name]) => !Object.hasOwn(current, name));
  // Each removal from a flow map is a separate step that parses the whole text again.
  if (map.flow && holder && removed.length > MAX_FLOW_REMOVALS) return replaceValue(holder, wanted, plan);
  for (const pair of map.items) {
    const name = keyName(pair.key) ?? '';
    if (!Object.hasOwn(wanted, name) || isDeepStrictEqual(current[name], wanted[name])) continue;
    const value = wanted[name];
    if (isMap(pair.value) && isPlainObject(value)) changeMap(pair.value, pair, value, current[name], plan);
    else replaceValue(pair, value, plan);
  }
  if (added.length > 0) addEntries(map, added, plan);
  // Entries are removed in a later step, so that the place of new entries is not removed with them.
  else if (map.flow && removed[0]) removeFromFlow(map, removed[0], plan);
  else if (removed.length > 0) removeLines(map, holder, removed, plan);
}

const MAX_FLOW_REMOVALS = 16;

function replaceValue(pair: Pair, value: unknown, plan: SplicePlan): void {
  const { text, lineFeed } = plan;
  const node = pair.value;
  const written = toFlowText(value);
  if (isLeftEmpty(node)) {
    const { offset, colon } = behindColon(pair);
    addSplices(plan, { from: offset, to: offset, text: `${colon ? ' ' : ': '}${written}` });
  } else if (isBlockCollection(node)) {
    const at = behindColon(pair).offset;
    const lines = { from: lineStart(text, node.range[0]), to: behindLine(text, endOf(pair)), text: '' };
    addSplices(plan, { from: at, to: at, text: ` ${written}` }, lines);
  } else if (isBlockScalar(node)) {
    const [from, to] = node.range;
    const comment = /[ \t]+#.*$/.exec(text.slice(from, lineEnd(text, from)))?.[0] ?? '';
    addSplices(plan, { from, to, text: written + comment + (text[to - 1] === '\n' ? lineFeed : '') });
  } else {
    const { range } = node as { readonly range: readonly [number, number, number] };
    addSplices(plan, { from: tagOf(pair)?.offset ?? range[0], to: range[1], text: written });
  }
}

function addEntries(map: YAMLMap, entries: Entries, plan: SplicePlan): void {
  const { text, lineFeed } = plan;
  const last = map.items.at(-1);
  const [first] = map.items;
  if (map.flow || !first || !last) {
    const at = last ? endOf(last) : (map.range?.[0] ?? 0) + 1;
    const inner = entries.map(([name, value]) => toFlowEntry(name, value)).join(', ');
    return addSplices(plan, { from: at, to: at, text: (last ? ', ' : '') + inner });
  }
  const indent = /^ */.exec(text.slice(lineStart(text, startOf(first))))?.[0] ?? '';
  const at = behindComments(text, endOf(last), indent.length);
  const lines = entries.flatMap(([name, value]) => toBlockEntry(name, value, indent));
  const atLineStart = text[at - 1] === '\n';
  const written = lines.map((line) => (atLineStart ? line + lineFeed : lineFeed + line)).join('');
  return addSplices(plan, { from: at, to: at, text: written });
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

function removeLines(
  map: YAMLMap,
  holder: Pair | undefined,
  removed: readonly Pair[],
  plan: SplicePlan,
): void {
  const { text } = plan;
  const lines = removed.map((pair) => {
    const start = startOf(pair);
    const from = lineStart(text, start);
    if (text.slice(from, start).trim() !== '') {
      throw new ServiceError('input', 'the key does not stand at the start of its line; change it by hand');
    }
    return { from, to: behindLine(text, endOf(pair)), text: '' };
  });
  if (removed.length < map.items.length || !holder) return addSplices(plan, ...lines);
  const at = behindColon(holder).offset;
  return addSplices(plan, { from: at, to: at, text: ' {}' }, ...lines);
}

/** Comments beside the entry stay; one of the commas around it is removed with it. */
function removeFromFlow(map: YAMLMap, pair: Pair, plan: SplicePlan): void {
  const { text } = plan;
  const index = map.items.indexOf(pair);
  const previous = map.items[index - 1];
  const next = map.items[index + 1];
  const [start, end] = [startOf(pair), endOf(pair)];
  if (previous && !next && !text.slice(endOf(previous), start).includes('#')) {
    return addSplices(plan, { from: endOf(previous), to: end, text: '' });
  }
  const comma = findComma(text, end, next ? startOf(next) : (map.range?.[1] ?? end));
  if (comma === undefined) return addSplices(plan, { from: start, to: end, text: '' });
  const blanks = /^[ \t]*/.exec(text.slice(comma + 1))?.[0].length ?? 0;
  return addSplices(
    plan,
    { from: start, to: end, text: '' },
    { from: comma, to: comma + 1 + blanks, text: '' },
  );
}

function findComma(text: string, from: number, to: number): number | undefined {
  for (let at = from; at < to; at += 1) {
    if (text[at] === ',') return at;
    if (text[at] === '#') at = lineEnd(text, at);
  }
  return undefined;
}
