/**
 * Collects bytes that arrive in chunks. Small chunks are copied together: when a sender sends single bytes, a list of
 * them would take a hundred times their size, and no limit of bytes would detect it. Large chunks are kept as they are.
 */

const LARGE_CHUNK_BYTES = 16 * 1024;
const MIN_BLOCK_BYTES = 4 * 1024;
const MAX_BLOCK_BYTES = 64 * 1024;
const NOTHING = new Uint8Array(0);

export class ByteBuffer {
  length = 0;
  readonly #limit: number;
  #chunks: Uint8Array[] = [];
  /** Small chunks are copied here; the part before `#start` belongs to a chunk in the list. */
  #block: Uint8Array = NOTHING;
  #start = 0;
  #end = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Returns false when the limit would be exceeded; then nothing of the chunk is kept. */
  append(chunk: Uint8Array): boolean {
    if (this.length + chunk.length > this.#limit) return false;
    if (chunk.length === 0) return true;
    // A single chunk is the common case and is not copied.
    if (chunk.length >= LARGE_CHUNK_BYTES || this.length === 0) this.#keep(chunk);
    else this.#pack(chunk);
    this.length += chunk.length;
    return true;
  }

  /** Like `append`, but for memory that is overwritten afterwards. */
  copy(memory: Uint8Array, from: number, to: number): boolean {
    if (this.length + to - from > this.#limit) return false;
    if (to === from) return true;
    if (to - from >= LARGE_CHUNK_BYTES || this.length === 0)
      this.#keep(Uint8Array.prototype.slice.call(memory, from, to));
    else this.#pack(memory.subarray(from, to));
    this.length += to - from;
    return true;
  }

  /** Appends the start of the chunk up to the limit. */
  fill(chunk: Uint8Array): void {
    const free = this.#limit - this.length;
    if (free > 0) this.append(chunk.length <= free ? chunk : chunk.subarray(0, free));
  }

  /** The collected bytes, which the caller must not change. */
  bytes(): Uint8Array {
    this.#seal();
    const [first = NOTHING] = this.#chunks;
    if (this.#chunks.length <= 1) return first;
    const joined = Buffer.concat(this.#chunks, this.length);
    this.#chunks = [joined];
    return joined;
  }

  text(): string {
    const { buffer, byteOffset, length } = this.bytes();
    return Buffer.from(buffer, byteOffset, length).toString('utf8');
  }

  clear(): void {
    if (this.length === 0) return;
    this.length = 0;
    this.#chunks = [];
    this.#block = NOTHING;
    this.#start = this.#end = 0;
  }

  /** Returns the bytes and empties the buffer. */
  take(): Uint8Array {
    if (this.length === 0) return NOTHING;
    const taken = this.bytes();
    this.clear();
    return taken;
  }

  #keep(chunk: Uint8Array): void {
    this.#seal();
    this.#chunks.push(chunk);
  }

  #pack(chunk: Uint8Array): void {
    if (this.#end + chunk.length > this.#block.length) {
      this.#seal();
      const size = Math.min(Math.max(this.length, MIN_BLOCK_BYTES), MAX_BLOCK_BYTES);
      this.#block = Buffer.allocUnsafeSlow(Math.max(size, chunk.length));
      this.#start = this.#end = 0;
    }
    this.#block.set(chunk, this.#end);
    this.#end += chunk.length;
  }

  /** Adds the copied bytes to the list as one chunk; the rest of the block is still used. */
  #seal(): void {
    if (this.#end > this.#start) this.#chunks.push(this.#block.subarray(this.#start, this.#end));
    this.#start = this.#end;
  }
}

/** Keeps the last bytes of a stream of any length. */
export class TailBuffer {
  readonly #limit: number;
  readonly #memory: Buffer;
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
    this.#memory = Buffer.allocUnsafeSlow(2 * limit);
  }

  append(chunk: Uint8Array): void {
    const end = chunk.subarray(Math.max(0, chunk.length - this.#limit));
    if (this.#length + end.length > this.#memory.length) {
      const kept = Math.min(this.#length, this.#limit);
      this.#memory.copyWithin(0, this.#length - kept, this.#length);
      this.#length = kept;
    }
    this.#memory.set(end, this.#length);
    this.#length += end.length;
  }

  bytes(): Uint8Array {
    return this.#memory.subarray(Math.max(0, this.#length - this.#limit), this.#length);
  }

  text(): string {
    return Buffer.from(this.bytes()).toString('utf8');
  }
}
