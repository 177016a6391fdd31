import { ByteBuffer } from '../../primitives/byte-buffer.js';

/** Keeps a copy of what flows by; a body that is too long is not kept at all. */
export class BodyCopy {
  readonly #limit: number;
  readonly #kept: ByteBuffer;
  /** Bytes that have flowed by. */
  length = 0;

  constructor(limit: number) {
    this.#limit = limit;
    this.#kept = new ByteBuffer(limit);
  }

  add(chunk: Uint8Array): void {
    this.length += chunk.length;
    if (this.truncated) this.#kept.clear();
    else this.#kept.append(chunk);
  }

  get truncated(): boolean {
    return this.length > this.#limit;
  }

  /** To be looked at only: a small piece of a received chunk keeps all of it in memory. */
  bytes(): Uint8Array {
    return this.#kept.bytes();
  }
}
