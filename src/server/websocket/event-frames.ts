/** Texts as WebSocket frames (RFC 6455 section 5.2). Frames of a server have no mask, so all clients get the same bytes. */
export interface Frames {
  readonly data: Buffer;
  /** Further parts: long bytes are not copied into one buffer. */
  readonly rest?: readonly Uint8Array[];
  /** The number of messages. */
  readonly count: number;
  /** Whether a newer one replaces it while it is queued. */
  readonly replaceable: boolean;
}

export function encodeFrame(text: string, replaceable: boolean): Frames {
  const bytes = Buffer.from(text, 'utf8');
  const head = Buffer.from(frameHead(bytes.length), 'latin1');
  return { data: Buffer.concat([head, bytes]), count: 1, replaceable };
}

/** One message from several parts. */
export function encodeFrameParts(parts: readonly Uint8Array[]): Frames {
  const size = totalBytes(parts);
  const head = Buffer.from(frameHead(size), 'latin1');
  if (size <= MAX_COPIED_BYTES)
    return { data: Buffer.concat([head, ...parts]), count: 1, replaceable: false };
  return { data: head, rest: parts, count: 1, replaceable: false };
}

export function byteCount({ data, rest }: Frames): number {
  return rest ? data.length + totalBytes(rest) : data.length;
}

function totalBytes(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

/** Messages that are sent together. */
export class FrameBatch {
  #bytes = '';
  #count = 0;

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  get isFull(): boolean {
    return this.#bytes.length >= MAX_BATCH_BYTES;
  }

  /** The text has to be ASCII, so that its length is its number of bytes. */
  add(text: string): void {
    this.#bytes += frameHead(text.length) + text;
    this.#count++;
  }

  take(): Frames {
    const frames = { data: Buffer.from(this.#bytes, 'latin1'), count: this.#count, replaceable: false };
    this.#bytes = '';
    this.#count = 0;
    return frames;
  }
}

const MAX_BATCH_BYTES = 32 * 1024;
/** Longer parts are written one after another instead of being copied. */
const MAX_COPIED_BYTES = 64 * 1024;

const FINAL_TEXT = '\x81';
const heads: string[] = [];

function frameHead(length: number): string {
  if (length > 0xffff) return FINAL_TEXT + String.fromCharCode(127) + bigEndian(length, 8);
  return (heads[length] ??=
    FINAL_TEXT +
    (length < 126 ? String.fromCharCode(length) : String.fromCharCode(126) + bigEndian(length, 2)));
}

function bigEndian(value: number, size: number): string {
  let text = '';
  for (let rest = value; text.length < size; rest = Math.floor(rest / 256)) {
    text = String.fromCharCode(rest % 256) + text;
  }
  return text;
}
