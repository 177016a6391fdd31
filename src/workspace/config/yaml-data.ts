import { isAlias, isMap, isScalar, isSeq, type Alias, type Pair, type Scalar, type YAMLMap } from 'yaml';
import { quoted } from './config-words.js';
import { keyName } from './yaml-place.js';

export interface NodeProblem {
  /** Offsets into the text. */
  readonly range: readonly [number, number];
  readonly code: string;
  readonly message: string;
}

export interface NodeData {
  readonly data: unknown;
  readonly problems: readonly NodeProblem[];
  readonly warnings: readonly NodeProblem[];
}

/** Nodes to plain data, in one pass: aliases expanded and counted, keys checked. */
export function readData(root: unknown): NodeData {
  const reading: Reading = { problems: [], warnings: [], anchors: new Map(), expansions: 0, overrun: false };
  if (isEmpty(root)) return { data: {}, problems: [], warnings: [] };
  const data = read(root, 0, reading);
  if (!isMap(root)) note(reading, root, 'not_a_mapping', 'the file must be a mapping of keys to values');
  return { data, problems: reading.problems, warnings: reading.warnings };
}

/** A text without content has no settings; an explicit null is content. */
function isEmpty(root: unknown): boolean {
  if (root === null || root === undefined) return true;
  return isScalar(root) && root.value === null && root.source === '' && !root.tag && !root.anchor;
}

interface Anchored {
  readonly data: unknown;
  /** Expansions within. */
  readonly expansions: number;
}

interface Reading {
  readonly problems: NodeProblem[];
  readonly warnings: NodeProblem[];
  /** Undefined while the node is being read: an alias to it from within has no end. */
  readonly anchors: Map<string, Anchored | undefined>;
  expansions: number;
  overrun: boolean;
}

const DEEPEST = 100;
const MOST_EXPANSIONS = 100;
/** Names that reach into the machinery of objects. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

function read(node: unknown, depth: number, reading: Reading): unknown {
  if (depth > DEEPEST) return note(reading, node, 'yaml_depth', `nested deeper than ${DEEPEST} levels`);
  if (isAlias(node)) return expand(node, reading);
  const anchor = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined;
  if (anchor === undefined) return readContent(node, depth, reading);
  const before = reading.expansions;
  reading.anchors.set(anchor, undefined);
  const data = readContent(node, depth, reading);
  reading.anchors.set(anchor, { data, expansions: reading.expansions - before });
  return data;
}

function readContent(node: unknown, depth: number, reading: Reading): unknown {
  if (isMap(node)) return readMap(node, depth, reading);
  if (isSeq(node)) return node.items.map((item) => read(item, depth + 1, reading));
  return isScalar(node) ? exactValue(node) : null;
}

/** Integers that a double may not hold stay exact, as everywhere else (language.md 2.1). */
function exactValue({ value, source = '' }: Scalar): unknown {
  const isInexact = typeof value === 'number' && !Number.isSafeInteger(value) && BIG_INTEGER.test(source);
  return isInexact ? BigInt(source.replace(/^\+/, '')) : value;
}

/** Longer ones take seconds to read. */
const BIG_INTEGER = /^[-+]?[0-9]{16,100000}$/;

function expand(alias: Alias, reading: Reading): unknown {
  if (!reading.anchors.has(alias.source)) {
    return note(
      reading,
      alias,
      'unknown_alias',
      `no anchor ${quoted(alias.source)} stands before this alias`,
    );
  }
  const target = reading.anchors.get(alias.source);
  if (!target) return note(reading, alias, 'endless_alias', 'the alias refers to a value it is part of');
  reading.expansions += 1 + target.expansions;
  if (reading.expansions > MOST_EXPANSIONS && !reading.overrun) {
    reading.overrun = true;
    note(reading, alias, 'alias_limit', `more than ${MOST_EXPANSIONS} alias expansions`);
  }
  return target.data;
}

function readMap(map: YAMLMap, depth: number, reading: Reading): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  for (const pair of map.items) {
    const name = readKey(pair, reading);
    const value = read(pair.value, depth + 1, reading);
    if (name === undefined) continue;
    if (FORBIDDEN_KEYS.has(name)) note(reading, pair.key, 'forbidden_key', `key "${name}" is not allowed`);
    else if (Object.hasOwn(data, name))
      note(reading, pair.key, 'duplicate_key', `duplicate key ${quoted(name)}`);
    else data[name] = value;
  }
  return data;
}

function readKey({ key }: Pair, reading: Reading): string | undefined {
  const name = keyName(key);
  if (name === undefined || !isScalar(key)) return note(reading, key, 'bad_key', 'a key must be text');
  if (key.anchor !== undefined) reading.anchors.set(key.anchor, { data: key.value, expansions: 0 });
  if (name === '<<') {
    const message = '"<<" merges nothing in YAML 1.2; it is an ordinary name here';
    reading.warnings.push({ range: rangeOf(key), code: 'merge_key', message });
  }
  return name;
}

function note(reading: Reading, node: unknown, code: string, message: string): undefined {
  reading.problems.push({ range: rangeOf(node), code, message });
}

function rangeOf(node: unknown): readonly [number, number] {
  const range = isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range : undefined;
  return range ? [range[0], range[1]] : [0, 0];
}
