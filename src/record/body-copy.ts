/** Keeps a copy of what flows by; a body that is too long is not kept at all. */
export class BodyCopy {
  readonly #limit: number;
  #chunks: Uint8Array[] = [];
  #kept = 0;
  /** Bytes that have flowed by. */
  length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  readonly add = (chunk: Uint8Array): void => {
    this.length += chunk.length;
    if (this.length > this.#limit) this.#chunks = [];
    else {
      this.#kept += chunk.length;
      this.#chunks.push(chunk);
    }
  };

  get truncated(): boolean {
    return this.length > this.#limit;
  }

  /** Copied, since a small piece of a received chunk would keep all of it in memory. */
  bytes(): Buffer {
    return Buffer.concat(this.#chunks, this.truncated ? 0 : this.#kept);
  }
}
