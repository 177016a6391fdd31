import {
  isCollection,
  isMap,
  isScalar,
  isSeq,
  Scalar,
  type Pair,
  type Range,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { rangeOf } from './yaml-place.js';

/** A token beside a key, as the YAML library keeps it. */
interface Token {
  readonly type: string;
  readonly offset: number;
  readonly source: string;
}

/** The first offset of an entry: its key, or the anchor, tag or `?` before the key. */
export function startOf(pair: Pair): number {
  const before = (pair.srcToken?.start ?? []).find(({ type }) => BEFORE_KEY.has(type));
  return before?.offset ?? rangeOf(pair.key)?.[0] ?? 0;
}

/** The offset after the last character of an entry; the start of the next line if the entry includes its line break. */
export function endOf(pair: Pair): number {
  return isLeftEmpty(pair.value) ? behindColon(pair).offset : endOfNode(pair.value);
}

/** Where a value can be inserted: after the colon and the anchor or tag that follow it. */
export function behindColon(pair: Pair): { readonly offset: number; readonly colon: boolean } {
  const tokens = (pair.srcToken?.sep ?? []).filter(({ type }) => BEFORE_VALUE.has(type));
  const last = tokens.at(-1);
  if (last) return { offset: last.offset + last.source.length, colon: true };
  return { offset: rangeOf(pair.key)?.[1] ?? 0, colon: false };
}

/** A tag decides how a value is read, so it is replaced with the value. */
export function tagOf(pair: Pair): Token | undefined {
  return (pair.srcToken?.sep ?? []).find(({ type }) => type === 'tag');
}

/** Whether no value is written after the colon. */
export function isLeftEmpty(node: unknown): boolean {
  const range = rangeOf(node);
  return !range || range[0] === range[1];
}

export function isBlockCollection(node: unknown): node is (YAMLMap | YAMLSeq) & { range: Range } {
  return isCollection(node) && !node.flow;
}

export function isBlockScalar(node: unknown): node is Scalar & { range: Range } {
  return isScalar(node) && (node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED);
}

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** The offset of the line end, or of the end of the text. */
export function lineEnd(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  if (at < 0) return text.length;
  return at > offset && text[at - 1] === '\r' ? at - 1 : at;
}

export function nextLine(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  return at < 0 ? text.length : at + 1;
}

/** The start of the line after an end; a block scalar already ends there. */
export function behindLine(text: string, end: number): number {
  return text[end - 1] === '\n' ? end : nextLine(text, end);
}

const BEFORE_KEY: ReadonlySet<string> = new Set(['explicit-key-ind', 'anchor', 'tag']);
const BEFORE_VALUE: ReadonlySet<string> = new Set(['map-value-ind', 'anchor', 'tag']);

/** The range of a block collection includes following blank lines, that of its last member does not. */
function endOfNode(node: unknown): number {
  if (isMap(node) && !node.flow) {
    const last = node.items.at(-1);
    if (last) return endOf(last);
  }
  if (isSeq(node) && !node.flow) {
    const last = node.items.at(-1);
    if (last && !isLeftEmpty(last)) return endOfNode(last);
  }
  return rangeOf(node)?.[1] ?? 0;
}
