import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  visit,
  type Node,
  type Pair,
  type Range,
  type YAMLMap,
} from 'yaml';
import type { Path } from '../../primitives/shapes/check-shape.js';

/** The offsets of the key or the value at a path, or of its nearest parent in the text. */
export function findPlace(root: Node | null, path: Path, at: 'key' | 'value'): readonly [number, number] {
  let node: unknown = root;
  let place: readonly [number, number] = [0, 0];
  if (path.length === 0) return root?.range ? [root.range[0], root.range[0] + 1] : place;
  for (const [index, part] of path.entries()) {
    const holder = isAlias(node) ? findAnchor(root, node.source, node) : node;
    const pair = isMap(holder) ? findPair(holder, String(part)) : undefined;
    const value: unknown = pair ? pair.value : isSeq(holder) ? holder.items[Number(part)] : undefined;
    if (pair === undefined && value === undefined) return place;
    const isLast = index === path.length - 1;
    place = (isLast && at === 'key' ? undefined : writtenRange(value)) ?? writtenRange(pair?.key) ?? place;
    node = value;
  }
  return place;
}

/** The pair of a mapping with a name; the first one if the name occurs twice. */
export function findPair(map: YAMLMap, name: string): Pair | undefined {
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

/** Numbers and booleans are valid names; null and collections are not. */
export function keyName(key: unknown): string | undefined {
  const value: unknown = isScalar(key) ? key.value : undefined;
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

const indexes = new WeakMap<YAMLMap, Map<string, Pair>>();

/** The last node with this anchor before the alias. */
function findAnchor(root: Node | null, anchor: string, alias: Node): unknown {
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

/** The offsets of a node: its start, its end, and the end of the blanks and comments behind it. */
export function rangeOf(node: unknown): Range | undefined {
  return (isNode(node) ? node.range : undefined) ?? undefined;
}

/** Undefined for a value that is left empty. */
function writtenRange(node: unknown): readonly [number, number] | undefined {
  const range = rangeOf(node);
  return range && range[1] > range[0] ? [range[0], range[1]] : undefined;
}
