/**
 * Bytes that come in pieces, in one growing piece of memory. A list of the pieces would take a hundred times their
 * size when somebody sends single bytes, and no limit of bytes would tell.
 */

const MIN_CAPACITY = 4096;
/** What somebody only announces gets no more memory than this. */
const MAX_ANNOUNCED = 8 * 1024 * 1024;
const NOTHING = new Uint8Array(0);

export class ByteBuffer {
  length = 0;
  readonly #limit: number;
  #announced: number;
  /** Longer than what it holds when it is ours; else the one piece that has come. */
  #memory: Uint8Array = NOTHING;

  /** `announced`: how many bytes will probably come. */
  constructor(limit: number, announced = 0) {
    this.#limit = limit;
    this.#announced = Math.min(announced, limit, MAX_ANNOUNCED) || 0;
  }

  /** False when it is too much; then nothing of the piece is kept. A single piece is kept as it is, not copied. */
  append(piece: Uint8Array): boolean {
    return this.#add(piece, 0, piece.length, false);
  }

  /** The same of a part of memory that is used for something else afterwards. */
  copy(memory: Uint8Array, from: number, to: number): boolean {
    return this.#add(memory, from, to, true);
  }

  /** As much of the beginning of the piece as there is room for. */
  fill(piece: Uint8Array): void {
    this.append(piece.subarray(0, this.#limit - this.length));
  }

  /** To be looked at only; valid also when more is appended. */
  bytes(): Uint8Array {
    return this.#memory.length === this.length ? this.#memory : this.#memory.subarray(0, this.length);
  }

  text(): string {
    const { buffer, byteOffset } = this.#memory;
    return Buffer.from(buffer, byteOffset, this.length).toString('utf8');
  }

  clear(): void {
    this.#memory = NOTHING;
    this.length = 0;
  }

  /** What it holds; then it is empty. */
  take(): Uint8Array {
    const taken = this.bytes();
    this.clear();
    return taken;
  }

  #add(memory: Uint8Array, from: number, to: number, isReused: boolean): boolean {
    const length = this.length + to - from;
    if (length > this.#limit) return false;
    if (to === from) return true;
    const piece = from === 0 && to === memory.length ? memory : memory.subarray(from, to);
    if (this.length > 0) {
      if (length > this.#memory.length) this.#grow(length);
      this.#memory.set(piece, this.length);
    } else this.#memory = isReused ? Uint8Array.prototype.slice.call(piece) : piece;
    this.length = length;
    return true;
  }

  /** To twice the size, so that every byte is copied about twice in all. */
  #grow(length: number): void {
    const wanted = Math.max(2 * length, this.#announced, MIN_CAPACITY);
    const memory = Buffer.allocUnsafeSlow(Math.max(length, Math.min(wanted, this.#limit)));
    memory.set(this.bytes());
    this.#memory = memory;
  }
}

/** The last bytes of what comes, whatever its length. */
export class TailBuffer {
  readonly #limit: number;
  readonly #memory: Buffer;
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
    this.#memory = Buffer.allocUnsafeSlow(2 * limit);
  }

  append(piece: Uint8Array): void {
    const end = piece.subarray(Math.max(0, piece.length - this.#limit));
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
