/**
 * Bytes that come in pieces. Small ones are copied together: a list of them would take a hundred times their size when
 * somebody sends single bytes, and no limit of bytes would tell. Large ones are kept as they are.
 */

const LARGE_PIECE = 16 * 1024;
const MIN_BLOCK = 4 * 1024;
const MAX_BLOCK = 64 * 1024;
const NOTHING = new Uint8Array(0);

export class ByteBuffer {
  length = 0;
  readonly #limit: number;
  #pieces: Uint8Array[] = [];
  /** Where small pieces go; what stands before `#start` belongs to a piece in the list. */
  #block: Uint8Array = NOTHING;
  #start = 0;
  #end = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** False when it is too much; then nothing of the piece is kept. */
  append(piece: Uint8Array): boolean {
    if (this.length + piece.length > this.#limit) return false;
    if (piece.length === 0) return true;
    // What comes in one piece is the ordinary case, and is not copied.
    if (piece.length >= LARGE_PIECE || this.length === 0) this.#keep(piece);
    else this.#pack(piece);
    this.length += piece.length;
    return true;
  }

  /** The same of a part of memory that is used for something else afterwards. */
  copy(memory: Uint8Array, from: number, to: number): boolean {
    if (this.length + to - from > this.#limit) return false;
    if (to === from) return true;
    if (to - from >= LARGE_PIECE || this.length === 0)
      this.#keep(Uint8Array.prototype.slice.call(memory, from, to));
    else this.#pack(memory.subarray(from, to));
    this.length += to - from;
    return true;
  }

  /** As much of the beginning of the piece as there is room for. */
  fill(piece: Uint8Array): void {
    const room = this.#limit - this.length;
    if (room > 0) this.append(piece.length <= room ? piece : piece.subarray(0, room));
  }

  /** To be looked at only. */
  bytes(): Uint8Array {
    this.#seal();
    const [first = NOTHING] = this.#pieces;
    if (this.#pieces.length <= 1) return first;
    const joined = Buffer.concat(this.#pieces, this.length);
    this.#pieces = [joined];
    return joined;
  }

  text(): string {
    const { buffer, byteOffset, length } = this.bytes();
    return Buffer.from(buffer, byteOffset, length).toString('utf8');
  }

  clear(): void {
    if (this.length === 0) return;
    this.length = 0;
    this.#pieces = [];
    this.#block = NOTHING;
    this.#start = this.#end = 0;
  }

  /** What it holds; then it is empty. */
  take(): Uint8Array {
    if (this.length === 0) return NOTHING;
    const taken = this.bytes();
    this.clear();
    return taken;
  }

  #keep(piece: Uint8Array): void {
    this.#seal();
    this.#pieces.push(piece);
  }

  #pack(piece: Uint8Array): void {
    if (this.#end + piece.length > this.#block.length) {
      this.#seal();
      const size = Math.min(Math.max(this.length, MIN_BLOCK), MAX_BLOCK);
      this.#block = Buffer.allocUnsafeSlow(Math.max(size, piece.length));
      this.#start = this.#end = 0;
    }
    this.#block.set(piece, this.#end);
    this.#end += piece.length;
  }

  /** What has been copied together becomes a piece in the list; the rest of the block is used further. */
  #seal(): void {
    if (this.#end > this.#start) this.#pieces.push(this.#block.subarray(this.#start, this.#end));
    this.#start = this.#end;
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
