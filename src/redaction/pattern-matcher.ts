import type { Span } from './span.js';

/** Returns the positions of any of its patterns in order, with overlapping ones joined. */
export type Matcher = (text: string) => readonly Span[];

/** Longer patterns are rare and are searched separately, since a node for each of their units takes much memory. */
const MAX_TREE_PATTERN_CHARACTERS = 4096;

export function buildMatcher(patterns: readonly string[]): Matcher {
  const tree = new PatternTree(patterns.filter((pattern) => pattern.length <= MAX_TREE_PATTERN_CHARACTERS));
  const long = patterns.filter((pattern) => pattern.length > MAX_TREE_PATTERN_CHARACTERS);
  if (long.length === 0) return (text) => tree.find(text);
  return (text) => [...tree.find(text), ...long.flatMap((pattern) => placesOf(pattern, text))];
}

function placesOf(pattern: string, text: string): Span[] {
  const places: Span[] = [];
  for (let at = text.indexOf(pattern); at !== -1; at = text.indexOf(pattern, at + 1)) {
    places.push([at, at + pattern.length]);
  }
  return places;
}

/** Finds all patterns in one pass (Aho and Corasick, 1975). Node 0 is the root. */
class PatternTree {
  readonly #edges: EdgeTable;
  /** The node of the longest proper suffix that is in the tree too. */
  readonly #fallbacks: Int32Array;
  /** Length of the longest pattern that ends at the node. */
  readonly #matches: Int32Array;

  constructor(patterns: readonly string[]) {
    const maxNodes = 1 + patterns.reduce((sum, pattern) => sum + pattern.length, 0);
    this.#edges = new EdgeTable(maxNodes);
    this.#fallbacks = new Int32Array(maxNodes);
    this.#matches = new Int32Array(maxNodes);
    const nodes = this.#insert(patterns, maxNodes);
    for (const id of orderByDepth(nodes)) this.#link(id, nodes);
  }

  find(text: string): Span[] {
    const starts: number[] = [];
    const ends: number[] = [];
    let node = 0;
    for (let i = 0; i < text.length; i += 1) {
      node = this.#step(node, text.charCodeAt(i));
      const length = this.#matches[node] ?? 0;
      if (length === 0) continue;
      const start = i + 1 - length;
      let from = start;
      while ((ends.at(-1) ?? 0) > start) {
        from = Math.min(from, starts.pop() ?? 0);
        ends.pop();
      }
      starts.push(from);
      ends.push(i + 1);
    }
    return starts.map((start, i) => [start, ends[i] ?? 0]);
  }

  #insert(patterns: readonly string[], maxNodes: number): Nodes {
    const parents = new Int32Array(maxNodes);
    const units = new Uint16Array(maxNodes);
    const depths = new Uint16Array(maxNodes);
    let count = 1;
    for (const pattern of patterns) {
      let parent = 0;
      let isNew = false;
      for (let depth = 0; depth < pattern.length; depth += 1) {
        const unit = pattern.charCodeAt(depth);
        // A new node has no edges yet, so that there is nothing to look up.
        let id = isNew ? 0 : this.#edges.get(parent, unit);
        if (id === 0) {
          isNew = true;
          id = count;
          count += 1;
          this.#edges.set(parent, unit, id);
          parents[id] = parent;
          units[id] = unit;
          depths[id] = depth;
        }
        parent = id;
      }
      this.#matches[parent] = pattern.length;
    }
    return { count, parents, units, depths };
  }

  /** All nodes of smaller depth must be linked before. */
  #link(id: number, { parents, units }: Nodes): void {
    const parent = parents[id] ?? 0;
    const fallback = parent === 0 ? 0 : this.#step(this.#fallbacks[parent] ?? 0, units[id] ?? 0);
    this.#fallbacks[id] = fallback;
    if (this.#matches[id] === 0) this.#matches[id] = this.#matches[fallback] ?? 0;
  }

  #step(from: number, unit: number): number {
    let node = from;
    while (node !== 0) {
      const next = this.#edges.get(node, unit);
      if (next !== 0) return next;
      node = this.#fallbacks[node] ?? 0;
    }
    return this.#edges.get(0, unit);
  }
}

/** The nodes of a tree while it is built, by their number; a million of them as objects would be slow to collect. */
interface Nodes {
  readonly count: number;
  readonly parents: Int32Array;
  readonly units: Uint16Array;
  readonly depths: Uint16Array;
}

/** All nodes but the root, those of the smallest depth first. */
function orderByDepth({ count, depths }: Nodes): Int32Array {
  let deepest = 0;
  for (let id = 1; id < count; id += 1) deepest = Math.max(deepest, depths[id] ?? 0);
  const starts = new Int32Array(deepest + 2);
  for (let id = 1; id < count; id += 1) {
    const depth = depths[id] ?? 0;
    starts[depth + 1] = (starts[depth + 1] ?? 0) + 1;
  }
  for (let depth = 1; depth < starts.length; depth += 1) {
    starts[depth] = (starts[depth] ?? 0) + (starts[depth - 1] ?? 0);
  }
  const order = new Int32Array(count - 1);
  for (let id = 1; id < count; id += 1) {
    const depth = depths[id] ?? 0;
    const at = starts[depth] ?? 0;
    order[at] = id;
    starts[depth] = at + 1;
  }
  return order;
}

const ROOT_UNITS = 128;

/** Maps a node and a code unit to the next node, or 0; flat arrays take a tenth of the memory of a Map. */
class EdgeTable {
  readonly #shift: number;
  readonly #mask: number;
  readonly #nodes: Int32Array;
  readonly #units: Uint16Array;
  readonly #targets: Int32Array;
  /** Most look-ups start at the root, so its edges have an array of their own. */
  readonly #fromRoot = new Int32Array(ROOT_UNITS);

  constructor(maxNodes: number) {
    const bits = Math.max(4, Math.ceil(Math.log2(maxNodes)) + 1);
    this.#shift = 32 - bits;
    this.#mask = 2 ** bits - 1;
    this.#nodes = new Int32Array(2 ** bits);
    this.#units = new Uint16Array(2 ** bits);
    this.#targets = new Int32Array(2 ** bits);
  }

  get(node: number, unit: number): number {
    if (node === 0 && unit < ROOT_UNITS) return this.#fromRoot[unit] ?? 0;
    return this.#targets[this.#slot(node, unit)] ?? 0;
  }

  set(node: number, unit: number, target: number): void {
    if (node === 0 && unit < ROOT_UNITS) {
      this.#fromRoot[unit] = target;
      return;
    }
    const slot = this.#slot(node, unit);
    this.#nodes[slot] = node;
    this.#units[slot] = unit;
    this.#targets[slot] = target;
  }

  /** The slot of the edge, or the free slot for it. */
  #slot(node: number, unit: number): number {
    const mixed = Math.imul(Math.imul(node, 0x9e3779b1) ^ unit, 0x85ebca6b);
    let slot = mixed >>> this.#shift;
    while (this.#targets[slot] !== 0 && (this.#nodes[slot] !== node || this.#units[slot] !== unit)) {
      slot = (slot + 1) & this.#mask;
    }
    return slot;
  }
}
