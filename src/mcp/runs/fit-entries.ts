/** Keeps JSON within the size that an agent can read at once. */
import { Buffer } from 'node:buffer';
import { toJson } from '../../primitives/json/json-writer.js';

const MAX_BYTES = 8 * 1024;

export interface ListedEntry {
  /** The list that the entry belongs to. */
  readonly list: string;
  readonly entry: unknown;
}

type Lists = Readonly<Record<string, readonly unknown[]>>;

/** The document with as many of the first entries as fit; `left` is how many were left out before. */
export function fitEntries<Document extends object>(
  entries: readonly ListedEntry[],
  left: number,
  write: (lists: Lists, more: number) => Document,
): Document {
  let count = entries.length;
  // Any number of entries that are left out takes as much room as the largest.
  let bytes = Buffer.byteLength(toJson(write({}, left + entries.length)));
  for (const [index, { entry }] of entries.entries()) {
    bytes += Buffer.byteLength(toJson(entry)) + 1;
    if (bytes <= MAX_BYTES) continue;
    count = index;
    break;
  }
  return write(listsOf(entries.slice(0, count)), left + entries.length - count);
}

function listsOf(entries: readonly ListedEntry[]): Lists {
  const lists: Record<string, unknown[]> = {};
  for (const { list, entry } of entries) (lists[list] ??= []).push(entry);
  return lists;
}
