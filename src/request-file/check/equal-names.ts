interface Named {
  readonly name: string;
}

const FEW = 6;
/** Names that were made to have equal hashes must not make the search quadratic. */
const MAX_STEPS_PER_NAME = 8;

/**
 * Whether two items may have the same name; an empty one does not count. True may be wrong, false is certain. A table of
 * hashes takes a fraction of the time and memory of a map of all names, which most files do not need.
 */
export function mayHaveEqualNames(items: readonly Named[]): boolean {
  return items.length <= FEW ? hasEqualPair(items) : mayRepeat(items);
}

function hasEqualPair(items: readonly Named[]): boolean {
  for (let index = 1; index < items.length; index++) {
    const name = items[index]?.name;
    if (name === '') continue;
    for (let other = 0; other < index; other++) if (items[other]?.name === name) return true;
  }
  return false;
}

function mayRepeat(items: readonly Named[]): boolean {
  const size = 2 ** Math.ceil(Math.log2(items.length * 2));
  /** In each slot the index of an item plus 1, and its hash. */
  const indices = new Uint32Array(size);
  const hashes = new Uint32Array(size);
  let steps = items.length * MAX_STEPS_PER_NAME;
  for (let index = 0; index < items.length; index++) {
    const name = items[index]?.name ?? '';
    if (name === '') continue;
    const hash = hashOf(name);
    let slot = hash & (size - 1);
    for (let taken = indices[slot] ?? 0; taken > 0; taken = indices[slot] ?? 0) {
      if ((hashes[slot] === hash && items[taken - 1]?.name === name) || --steps < 0) return true;
      slot = (slot + 1) & (size - 1);
    }
    indices[slot] = index + 1;
    hashes[slot] = hash;
  }
  return false;
}

/** FNV-1a over code units, mixed once more because the slot is taken from the low bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
