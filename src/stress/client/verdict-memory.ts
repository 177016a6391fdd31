/**
 * Remembers how responses were checked, by everything that their assertions look at. Bounded in entries and in bytes;
 * responses that differ every time are soon no longer looked up.
 */
import { RepeatRate } from './repeat-rate.js';

/** What assertions look at. */
export interface CheckedParts {
  readonly status: number;
  /** The checked header lines, one byte per character. */
  readonly head: string;
  /** As received; empty when no assertion looks at it. */
  readonly body: Uint8Array;
}

interface Entry extends CheckedParts {
  readonly failedAt: number;
}

const MAX_ENTRIES = 256;
const MAX_BYTES = 1024 * 1024;
/** Entries with the same hash, which are compared one after the other. */
const MAX_ALIKE = 4;
/** A hash of at most twice as many bytes of a body. */
const HASH_BYTES_SHIFT = 8;

export class VerdictMemory {
  readonly #entries = new Map<number, Entry[]>();
  readonly #rate = new RepeatRate();
  #count = 0;
  #bytes = 0;
  #isTried = false;

  /** The position of the first assertion that failed, their number when all passed; undefined when not known. */
  find(parts: CheckedParts): number | undefined {
    this.#isTried = this.#rate.isTried();
    if (!this.#isTried) return undefined;
    const found = this.#entries.get(hashOf(parts))?.find((entry) => isSame(entry, parts));
    if (found) this.#rate.hit();
    else if (this.#rate.miss()) this.#clear();
    return found?.failedAt;
  }

  /** Remembers a response that was not found. Its body must not change afterwards. */
  add(parts: CheckedParts, failedAt: number): void {
    const bytes = parts.body.length + parts.head.length;
    if (!this.#isTried || this.#count >= MAX_ENTRIES || this.#bytes + bytes > MAX_BYTES) return;
    const hash = hashOf(parts);
    const alike = this.#entries.get(hash) ?? [];
    // The same response may have been checked twice at the same time.
    if (alike.length >= MAX_ALIKE || alike.some((entry) => isSame(entry, parts))) return;
    alike.push({ ...parts, failedAt });
    this.#entries.set(hash, alike);
    this.#count++;
    this.#bytes += bytes;
  }

  #clear(): void {
    this.#entries.clear();
    this.#count = 0;
    this.#bytes = 0;
    this.#isTried = false;
  }
}

function isSame(a: CheckedParts, b: CheckedParts): boolean {
  return (
    a.status === b.status &&
    a.head === b.head &&
    a.body.length === b.body.length &&
    Buffer.compare(a.body, b.body) === 0
  );
}

function hashOf({ status, head, body }: CheckedParts): number {
  let hash = Math.imul(status, 31) ^ Math.imul(head.length, 8191) ^ body.length;
  const step = Math.max(1, body.length >>> HASH_BYTES_SHIFT);
  for (let at = body.length - 1; at >= 0; at -= step) hash = Math.imul(hash ^ (body[at] ?? 0), 16_777_619);
  return hash;
}
