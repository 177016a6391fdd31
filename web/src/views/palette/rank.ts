/** Which entries of the palette match a text, the best first. Pure. */

export interface Rankable {
  /** What is shown, and matched best. */
  readonly label: string;
  /** Further text that is searched: the path, the URL, the method, tags. */
  readonly detail: string;
  /** Added to the rank, so that of two equal matches the more likely one is first. */
  readonly weight: number;
}

/** Lower is better. */
const RANKS = { start: 0, wordStart: 1, inside: 2, detail: 4 } as const;

interface Prepared {
  readonly label: string;
  readonly all: string;
}

/** Matches entries that have all words, in any order; the rank of an entry is the sum of those of its words. */
export function rankMatches<Entry extends Rankable>(
  entries: readonly Entry[],
  text: string,
  limit: number,
): readonly Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries.slice(0, limit);
  const found: { readonly entry: Entry; readonly rank: number; readonly at: number }[] = [];
  for (const [at, entry] of entries.entries()) {
    const rank = rankOf(preparedOf(entry), words);
    if (rank !== undefined) found.push({ entry, rank: rank + entry.weight, at });
  }
  found.sort((one, other) => one.rank - other.rank || shorter(one.entry, other.entry) || one.at - other.at);
  return found.slice(0, limit).map(({ entry }) => entry);
}

function rankOf({ label, all }: Prepared, words: readonly string[]): number | undefined {
  let sum = 0;
  for (const word of words) {
    if (!all.includes(word)) return undefined;
    sum += rankInLabel(label, word);
  }
  return sum;
}

function rankInLabel(label: string, word: string): number {
  const at = label.indexOf(word);
  if (at === 0) return RANKS.start;
  if (at === -1) return RANKS.detail;
  // Words of a name are separated by anything that is not a letter or digit.
  for (let next = at; next !== -1; next = label.indexOf(word, next + 1)) {
    if (/[^\p{L}\p{N}]/u.test(label[next - 1] ?? '')) return RANKS.wordStart;
  }
  return RANKS.inside;
}

function shorter(one: Rankable, other: Rankable): number {
  return one.label.length - other.label.length;
}

function preparedOf(entry: Rankable): Prepared {
  const cached = prepared.get(entry);
  if (cached !== undefined) return cached;
  const label = entry.label.toLowerCase();
  const made = { label, all: `${label}\n${entry.detail.toLowerCase()}` };
  prepared.set(entry, made);
  return made;
}

/** Ten thousand entries are searched with every key, so their texts are prepared once. */
const prepared = new WeakMap<Rankable, Prepared>();
