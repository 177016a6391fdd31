import { timeSlice } from '../../primitives/time-slice.js';
import type { Recording } from './recording.js';

export interface RecordingLimits {
  readonly maxRecordings: number;
  readonly deduplicate: boolean;
}

/** Default limits for one decoded body and for the number of recordings. */
export const MAX_RECORDED_BODY_BYTES = 1024 * 1024;
export const MAX_RECORDINGS = 10_000;

/** The limit for all bodies together. */
const MAX_TOTAL_BODY_BYTES = 256 * 1024 * 1024;

/** Under constant traffic a list is returned after this many rounds, even if it is not up to date. */
const MAX_ROUNDS = 5;

/** The stored recordings in order of arrival; when the store is full, new ones are dropped. */
export class Recordings {
  readonly #limits: RecordingLimits;
  readonly #kept: Recording[] = [];
  readonly #byKey = new Map<string, Recording>();
  readonly #keys = new WeakMap<Recording, string>();
  #bodyBytes = 0;
  /** Exchanges without a complete response. */
  failed = 0;
  /** Exchanges that were dropped because the store was full. */
  dropped = 0;

  constructor(limits: RecordingLimits) {
    this.#limits = limits;
  }

  get isFull(): boolean {
    return this.#kept.length >= this.#limits.maxRecordings;
  }

  get list(): readonly Recording[] {
    return this.#kept;
  }

  /** Whether the same method and path (as sent) is already stored. */
  hasKey(key: string): boolean {
    return this.#limits.deduplicate && this.#byKey.has(key);
  }

  /** `key`: method and path without query, as sent. */
  add(recording: Recording, key: string): void {
    const same = this.#limits.deduplicate ? this.#byKey.get(key) : undefined;
    // Responses may arrive in a different order than their requests.
    if (same !== undefined && same.arrival < recording.arrival) return;
    if (same !== undefined) this.#remove(same);
    if (this.isFull) {
      this.dropped += 1;
      return;
    }
    const stored = this.#withinSizeLimit(recording);
    if (this.#limits.deduplicate) {
      this.#byKey.set(key, stored);
      this.#keys.set(stored, key);
    }
    let at = this.#kept.length;
    while (at > 0 && (this.#kept[at - 1]?.arrival ?? 0) > stored.arrival) at -= 1;
    this.#kept.splice(at, 0, stored);
  }

  /** Yields to the event loop regularly, and includes recordings that are added in between. */
  async update(
    isStale: (recording: Recording) => boolean,
    update: (old: Recording) => Recording,
  ): Promise<void> {
    const yieldIfDue = timeSlice();
    for (let round = 0; round < MAX_ROUNDS && this.#kept.some(isStale); round += 1) {
      for (let at = 0; at < this.#kept.length; at += 1) {
        const old = this.#kept[at];
        if (old && isStale(old)) this.#replace(at, old, update(old));
        await yieldIfDue();
      }
    }
  }

  #replace(at: number, old: Recording, updated: Recording): void {
    this.#kept[at] = updated;
    this.#bodyBytes += bodyBytes(updated) - bodyBytes(old);
    const key = this.#keys.get(old);
    if (key === undefined) return;
    this.#keys.set(updated, key);
    if (this.#byKey.get(key) === old) this.#byKey.set(key, updated);
  }

  /** Returns how many were removed. With `deduplicate`, the same request is recorded again afterwards. */
  remove(isRemoved: (recording: Recording) => boolean): number {
    const removed = this.#kept.filter(isRemoved);
    if (removed.length === 0) return 0;
    const gone = new Set(removed);
    const kept = this.#kept.filter((recording) => !gone.has(recording));
    this.#kept.length = 0;
    for (const recording of kept) this.#kept.push(recording);
    for (const recording of removed) {
      this.#bodyBytes -= bodyBytes(recording);
      const key = this.#keys.get(recording);
      if (key !== undefined && this.#byKey.get(key) === recording) this.#byKey.delete(key);
    }
    return removed.length;
  }

  clear(): void {
    this.#kept.length = 0;
    this.#byKey.clear();
    this.#bodyBytes = 0;
    this.failed = 0;
    this.dropped = 0;
  }

  #remove(recording: Recording): void {
    const at = this.#kept.indexOf(recording);
    if (at === -1) return;
    this.#kept.splice(at, 1);
    this.#bodyBytes -= bodyBytes(recording);
  }

  #withinSizeLimit(recording: Recording): Recording {
    const size = bodyBytes(recording);
    if (this.#bodyBytes + size <= MAX_TOTAL_BODY_BYTES) {
      this.#bodyBytes += size;
      return recording;
    }
    const { request, response } = recording;
    return {
      ...recording,
      request: { ...request, body: withoutContent(request.body) },
      response: { ...response, body: withoutContent(response.body) },
    };
  }
}

/** The approximate memory of its bodies. */
export function bodyBytes({ request, response }: Recording): number {
  return sizeOf(request.body) + sizeOf(response.body);
}

function sizeOf({ text, bytes }: Recording['request']['body']): number {
  if (text === null) return bytes?.length ?? 0;
  if (typeof text === 'string') return text.length;
  return text.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : PART_BYTES), 0);
}

const PART_BYTES = 64;

function withoutContent(body: Recording['request']['body']): Recording['request']['body'] {
  if (body.text === null && body.bytes === null) return body;
  return { ...body, text: null, bytes: null, truncated: true };
}
