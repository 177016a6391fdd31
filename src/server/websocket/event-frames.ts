/** Texts as WebSocket frames (RFC 6455 5.2): those of a server carry no mask, so all clients get the same bytes. */
export interface Frames {
  readonly data: Buffer;
  /** What follows: long bytes are not copied into one piece. */
  readonly rest?: readonly Uint8Array[];
  /** How many messages they are. */
  readonly count: number;
  /** A newer one takes its place while it waits. */
  readonly replaceable: boolean;
}

export function frameOf(text: string, replaceable: boolean): Frames {
  const bytes = Buffer.from(text, 'utf8');
  const head = Buffer.from(headOf(bytes.length), 'latin1');
  return { data: Buffer.concat([head, bytes]), count: 1, replaceable };
}

/** One message. */
export function frameOfParts(parts: readonly Uint8Array[]): Frames {
  const size = bytesIn(parts);
  const head = Buffer.from(headOf(size), 'latin1');
  if (size <= MAX_COPIED_BYTES)
    return { data: Buffer.concat([head, ...parts]), count: 1, replaceable: false };
  return { data: head, rest: parts, count: 1, replaceable: false };
}

export function sizeOf({ data, rest }: Frames): number {
  return rest ? data.length + bytesIn(rest) : data.length;
}

function bytesIn(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

/** Messages that go out together: one string is the cheapest place to gather them. */
export class FrameBatch {
  #bytes = '';
  #count = 0;

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  get isFull(): boolean {
    return this.#bytes.length >= MOST_BYTES;
  }

  /** Of ASCII: counting the bytes of anything else would write it once more. */
  add(text: string): void {
    this.#bytes += headOf(text.length) + text;
    this.#count++;
  }

  take(): Frames {
    const frames = { data: Buffer.from(this.#bytes, 'latin1'), count: this.#count, replaceable: false };
    this.#bytes = '';
    this.#count = 0;
    return frames;
  }
}

const MOST_BYTES = 32 * 1024;
/** Below that, several writes cost more than a copy. */
const MAX_COPIED_BYTES = 64 * 1024;

const FINAL_TEXT = '\x81';
const heads: string[] = [];

function headOf(length: number): string {
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
