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

  add(chunk: Uint8Array): void {
    this.length += chunk.length;
    if (this.length > this.#limit) this.#chunks = [];
    else {
      this.#kept += chunk.length;
      this.#chunks.push(chunk);
    }
  }

  get truncated(): boolean {
    return this.length > this.#limit;
  }

  /** To be looked at only: a small piece of a received chunk keeps all of it in memory. */
  bytes(): Uint8Array {
    const [first] = this.#chunks;
    return this.#chunks.length === 1 && first
      ? first
      : Buffer.concat(this.#chunks, this.truncated ? 0 : this.#kept);
  }
}
