import { isAlias, isMap, isScalar, isSeq, visit, type Node, type Pair, type YAMLMap } from 'yaml';
import type { Path } from './config-words.js';

/** Offsets of the key or the value at a path; of the nearest thing above when there is none. */
export function placeOf(root: Node | null, path: Path, at: 'key' | 'value'): readonly [number, number] {
  let node: unknown = root;
  let place: readonly [number, number] = [0, 0];
  if (path.length === 0) return root?.range ? [root.range[0], root.range[0] + 1] : place;
  for (const [index, part] of path.entries()) {
    const holder = isAlias(node) ? targetOf(root, node.source, node) : node;
    const pair = isMap(holder) ? pairOf(holder, String(part)) : undefined;
    const value: unknown = pair ? pair.value : isSeq(holder) ? holder.items[Number(part)] : undefined;
    if (pair === undefined && value === undefined) return place;
    const isLast = index === path.length - 1;
    place = (isLast && at === 'key' ? undefined : written(value)) ?? written(pair?.key) ?? place;
    node = value;
  }
  return place;
}

/** The pair of a mapping under a name; the first one when the name is there twice. */
export function pairOf(map: YAMLMap, name: string): Pair | undefined {
  let pairs = indexes.get(map);
  if (!pairs) {
    pairs = new Map();
    indexes.set(map, pairs);
    for (const pair of map.items.toReversed()) {
      const own = keyName(pair.key);
      if (own !== undefined) pairs.set(own, pair);
    }
  }
  return pairs.get(name);
}

/** Numbers and booleans are names too; null and collections are none. */
export function keyName(key: unknown): string | undefined {
  const value: unknown = isScalar(key) ? key.value : undefined;
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

const indexes = new WeakMap<YAMLMap, Map<string, Pair>>();

/** The last node with this anchor before the alias. */
function targetOf(root: Node | null, anchor: string, alias: Node): unknown {
  let found: unknown;
  visit(root, {
    Node(_, node) {
      if (node === alias) return visit.BREAK;
      if (!isAlias(node) && node.anchor === anchor) found = node;
      return undefined;
    },
  });
  return found;
}

/** Undefined for a value that is left empty. */
function written(node: unknown): readonly [number, number] | undefined {
  const range = isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range : undefined;
  return range && range[1] > range[0] ? [range[0], range[1]] : undefined;
}
