import { ByteBuffer } from '../../primitives/byte-buffer.js';

/** Keeps a copy of a body while it is forwarded. A body above the limit is not kept at all. */
export class BodyCopy {
  readonly #limit: number;
  readonly #kept: ByteBuffer;
  /** The number of bytes added so far. */
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

  /** For reading only: a slice of a received chunk would keep the whole chunk in memory. */
  bytes(): Uint8Array {
    return this.#kept.bytes();
  }
}
