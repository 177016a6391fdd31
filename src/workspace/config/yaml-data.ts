import { isAlias, isMap, isScalar, isSeq, type Alias, type Pair, type Scalar, type YAMLMap } from 'yaml';
import { keepKeyOrder } from '../../primitives/json/key-order.js';
import { quoted } from './config-messages.js';
import { keyName, rangeOf } from './yaml-place.js';

export interface NodeProblem {
  /** Offsets into the text. */
  readonly range: readonly [start: number, end: number, ...number[]];
  readonly code: string;
  readonly message: string;
}

export interface NodeData {
  readonly data: unknown;
  readonly problems: readonly NodeProblem[];
  readonly warnings: readonly NodeProblem[];
}

/** Turns nodes into plain data in one pass: aliases are expanded and counted, keys are checked. */
export function readData(root: unknown): NodeData {
  const state: ReadState = {
    problems: [],
    warnings: [],
    anchors: new Map(),
    expansions: 0,
    isOverrun: false,
  };
  if (isEmpty(root)) return { data: {}, problems: [], warnings: [] };
  const data = read(root, 0, state);
  if (!isMap(root)) addProblem(state, root, 'not_a_mapping', 'the file must be a mapping of keys to values');
  return { data, problems: state.problems, warnings: state.warnings };
}

/** A text without content has no settings; an explicit null is content. */
function isEmpty(root: unknown): boolean {
  if (root === null || root === undefined) return true;
  return isScalar(root) && root.value === null && root.source === '' && !root.tag && !root.anchor;
}

interface Anchored {
  readonly data: unknown;
  /** The number of expansions within the value. */
  readonly expansions: number;
}

interface ReadState {
  readonly problems: NodeProblem[];
  readonly warnings: NodeProblem[];
  /** Undefined while the node is being read, so that an alias to it from within is found. */
  readonly anchors: Map<string, Anchored | undefined>;
  expansions: number;
  isOverrun: boolean;
}

const MAX_DEPTH = 100;
const MAX_EXPANSIONS = 100;
/** Names that would change the prototype of an object. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

function read(node: unknown, depth: number, state: ReadState): unknown {
  if (depth > MAX_DEPTH)
    return addProblem(state, node, 'yaml_depth', `nested deeper than ${MAX_DEPTH} levels`);
  if (isAlias(node)) return expand(node, state);
  const anchor = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined;
  if (anchor === undefined) return readContent(node, depth, state);
  const before = state.expansions;
  state.anchors.set(anchor, undefined);
  const data = readContent(node, depth, state);
  state.anchors.set(anchor, { data, expansions: state.expansions - before });
  return data;
}

function readContent(node: unknown, depth: number, state: ReadState): unknown {
  if (isMap(node)) return readMap(node, depth, state);
  if (isSeq(node)) return node.items.map((item) => read(item, depth + 1, state));
  return isScalar(node) ? exactValue(node) : null;
}

/** Integers that a double cannot hold stay exact, as in request files. */
function exactValue({ value, source = '' }: Scalar): unknown {
  const isInexact = typeof value === 'number' && !Number.isSafeInteger(value) && BIG_INTEGER.test(source);
  return isInexact ? BigInt(source.replace(/^\+/, '')) : value;
}

/** Longer integers would take seconds to convert. */
const BIG_INTEGER = /^[-+]?[0-9]{16,100000}$/;

function expand(alias: Alias, state: ReadState): unknown {
  if (!state.anchors.has(alias.source)) {
    return addProblem(
      state,
      alias,
      'unknown_alias',
      `no anchor ${quoted(alias.source)} stands before this alias`,
    );
  }
  const target = state.anchors.get(alias.source);
  if (!target) return addProblem(state, alias, 'endless_alias', 'the alias refers to a value it is part of');
  state.expansions += 1 + target.expansions;
  if (state.expansions > MAX_EXPANSIONS && !state.isOverrun) {
    state.isOverrun = true;
    addProblem(state, alias, 'alias_limit', `more than ${MAX_EXPANSIONS} alias expansions`);
  }
  return target.data;
}

function readMap(map: YAMLMap, depth: number, state: ReadState): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  const names: string[] = [];
  for (const pair of map.items) {
    const name = readKey(pair, state);
    const value = read(pair.value, depth + 1, state);
    if (name === undefined) continue;
    if (FORBIDDEN_KEYS.has(name))
      addProblem(state, pair.key, 'forbidden_key', `key "${name}" is not allowed`);
    else if (Object.hasOwn(data, name))
      addProblem(state, pair.key, 'duplicate_key', `duplicate key ${quoted(name)}`);
    else {
      data[name] = value;
      names.push(name);
    }
  }
  keepKeyOrder(data, names);
  return data;
}

function readKey({ key }: Pair, state: ReadState): string | undefined {
  const name = keyName(key);
  if (name === undefined || !isScalar(key)) return addProblem(state, key, 'bad_key', 'a key must be text');
  if (key.anchor !== undefined) state.anchors.set(key.anchor, { data: key.value, expansions: 0 });
  if (name === '<<') {
    const message = '"<<" merges nothing in YAML 1.2; it is an ordinary name here';
    state.warnings.push({ range: rangeOf(key) ?? [0, 0], code: 'merge_key', message });
  }
  return name;
}

function addProblem(state: ReadState, node: unknown, code: string, message: string): undefined {
  state.problems.push({ range: rangeOf(node) ?? [0, 0], code, message });
}
