import { timeSlice } from '../../primitives/time-slice.js';
import type { Recording } from './recording.js';

export interface RecordingLimits {
  readonly maxRecordings: number;
  readonly deduplicate: boolean;
}

/** Of one body, decoded, and of their number, unless the operator says otherwise (server.md 13). */
export const MAX_RECORDED_BODY_BYTES = 1024 * 1024;
export const MAX_RECORDINGS = 10_000;

/** Bytes of all bodies together. */
const MOST_BODY_BYTES = 256 * 1024 * 1024;

/** Under constant traffic, somebody who asks for the list gets it all the same. */
const MAX_ROUNDS = 5;

/** What is kept, in order of arrival; the oldest stay. */
export class Recordings {
  readonly #limits: RecordingLimits;
  readonly #kept: Recording[] = [];
  readonly #byKey = new Map<string, Recording>();
  readonly #keys = new WeakMap<Recording, string>();
  #bodyBytes = 0;
  /** Exchanges that nobody answered. */
  failed = 0;
  /** Exchanges for which there was no place. */
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

  /** Whether another one of the same method and path (as sent) is there already. */
  hasKey(key: string): boolean {
    return this.#limits.deduplicate && this.#byKey.has(key);
  }

  /** `key`: method and path without query, as sent. */
  add(recording: Recording, key: string): void {
    const same = this.#limits.deduplicate ? this.#byKey.get(key) : undefined;
    // Answers do not come in the order of their questions.
    if (same !== undefined && same.arrival < recording.arrival) return;
    if (same !== undefined) this.#remove(same);
    if (this.isFull) {
      this.dropped += 1;
      return;
    }
    const fitting = this.#fitting(recording);
    if (this.#limits.deduplicate) {
      this.#byKey.set(key, fitting);
      this.#keys.set(fitting, key);
    }
    let at = this.#kept.length;
    while (at > 0 && (this.#kept[at - 1]?.arrival ?? 0) > fitting.arrival) at -= 1;
    this.#kept.splice(at, 0, fitting);
  }

  /** Gives way to others now and then; what is added meanwhile is looked at too. */
  async update(
    isStale: (recording: Recording) => boolean,
    renew: (old: Recording) => Recording,
  ): Promise<void> {
    const pause = timeSlice();
    for (let round = 0; round < MAX_ROUNDS && this.#kept.some(isStale); round += 1) {
      for (let at = 0; at < this.#kept.length; at += 1) {
        const old = this.#kept[at];
        if (old && isStale(old)) this.#replace(at, old, renew(old));
        await pause();
      }
    }
  }

  #replace(at: number, old: Recording, renewed: Recording): void {
    this.#kept[at] = renewed;
    this.#bodyBytes += bodyBytes(renewed) - bodyBytes(old);
    const key = this.#keys.get(old);
    if (key === undefined) return;
    this.#keys.set(renewed, key);
    if (this.#byKey.get(key) === old) this.#byKey.set(key, renewed);
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

  #fitting(recording: Recording): Recording {
    const size = bodyBytes(recording);
    if (this.#bodyBytes + size <= MOST_BODY_BYTES) {
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

/** What its bodies take, about. */
export function bodyBytes({ request, response }: Recording): number {
  return sizeOf(request.body) + sizeOf(response.body);
}

function sizeOf({ text, bytes }: Recording['request']['body']): number {
  if (text === null) return bytes?.length ?? 0;
  if (typeof text === 'string') return text.length;
  return text.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece.length : PIECE_BYTES), 0);
}

const PIECE_BYTES = 64;

function withoutContent(body: Recording['request']['body']): Recording['request']['body'] {
  if (body.text === null && body.bytes === null) return body;
  return { ...body, text: null, bytes: null, truncated: true };
}
