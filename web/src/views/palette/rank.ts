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
  const byRank = new Map<number, Entry[]>();
  for (const entry of entries) {
    const rank = rankOf(preparedOf(entry), words);
    if (rank === undefined) continue;
    const same = byRank.get(rank + entry.weight);
    if (same === undefined) byRank.set(rank + entry.weight, [entry]);
    else same.push(entry);
  }
  return bestOf(byRank, limit);
}

/** Sorts only as many groups as are shown, because one letter is in nearly every entry. */
function bestOf<Entry extends Rankable>(
  byRank: ReadonlyMap<number, readonly Entry[]>,
  limit: number,
): readonly Entry[] {
  const best: Entry[] = [];
  for (const rank of [...byRank.keys()].sort((one, other) => one - other)) {
    if (best.length >= limit) break;
    const group = byRank.get(rank) ?? [];
    best.push(...group.toSorted((one, other) => one.label.length - other.label.length).slice(0, limit));
  }
  return best.slice(0, limit);
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
