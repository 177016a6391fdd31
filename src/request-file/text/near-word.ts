import { getOrAdd } from '../../primitives/get-or-add.js';
import { editDistance, nearest } from '../../primitives/near-names.js';

/** By list of names; the lists are the few tables of the language. */
const remembered = new Map<readonly string[], Map<string, string | undefined>>();
const MAX_REMEMBERED = 500;
/** A longer part of a text keeps the whole text in memory. */
const MAX_LENGTH = 12;

/**
 * The name that a word may be meant to be; undefined if none is near. Words are remembered, because the files of a
 * workspace repeat them. `names` must be one of the tables of the language, which never change.
 */
export function nearWord(word: string, names: readonly string[]): string | undefined {
  const words = getOrAdd(remembered, names, () => new Map<string, string | undefined>());
  const cached = words.get(word);
  if (cached !== undefined || words.has(word)) return cached;
  const near = findNearWord(word, names);
  if (words.size < MAX_REMEMBERED && word.length <= MAX_LENGTH) words.set(word, near);
  return near;
}

/** The same without a memory. */
export function findNearWord(word: string, names: readonly string[]): string | undefined {
  const [near = ''] = nearest(word, names, 1);
  // In a short word two edits lead to a different word.
  const limit = Math.max(1, Math.floor(word.length / 3));
  const distance = editDistance(word.toLowerCase(), near.toLowerCase(), limit);
  return distance > 0 && distance <= limit ? near : undefined;
}
