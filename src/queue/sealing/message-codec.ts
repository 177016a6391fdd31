/**
 * Messages are JSON with binary parts behind it, compressed: they depend on no version of Node. A part is marked in
 * the JSON by an object with one key that says which it is.
 */
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';

const BYTES = '$bytes';
/** An object of the message that looks like a mark. */
const PLAIN = '$plain';
const LENGTH_BYTES = 4;
/** A message of numbers gets little smaller with more effort. */
const LEVEL = constants.Z_BEST_SPEED;
/** What most messages have at most; a window of their size saves a quarter of a megabyte of memory for each. */
const SMALL_BYTES = 16 * 1024;
const SMALL = { windowBits: 14, memLevel: 5, chunkSize: SMALL_BYTES };

export class MessageTooLarge extends Error {
  override readonly name = 'MessageTooLarge';
  /** At least so many, where not all of them were read. */
  readonly bytes: number;

  constructor(bytes: number) {
    super('the message is too large');
    this.bytes = bytes;
  }
}

/** Throws `MessageTooLarge` above the limit, which counts bytes before compression. */
export function encodeMessage(value: unknown, maxBytes: number): Buffer {
  const parts: Uint8Array[] = [];
  const json = Buffer.from(JSON.stringify(marked(value, parts)) ?? 'null');
  const lengths = Buffer.alloc(LENGTH_BYTES * (parts.length + 2));
  lengths.writeUInt32LE(parts.length, 0);
  lengths.writeUInt32LE(json.length, LENGTH_BYTES);
  for (const [index, part] of parts.entries()) lengths.writeUInt32LE(part.length, LENGTH_BYTES * (index + 2));
  const whole = Buffer.concat([lengths, json, ...parts]);
  if (whole.length > maxBytes) throw new MessageTooLarge(whole.length);
  return deflateRawSync(whole, { level: LEVEL, ...(whole.length < SMALL_BYTES ? SMALL : {}) });
}

/** Throws `MessageTooLarge`, or another error if the bytes are no message; authenticate them first. */
export function decodeMessage(bytes: Uint8Array, maxBytes: number): unknown {
  const whole = inflated(bytes, maxBytes);
  const count = whole.readUInt32LE(0);
  let at = LENGTH_BYTES * (count + 2);
  if (at > whole.length) throw new Error('the message ends too early');
  const take = (length: number): Buffer => {
    const part = whole.subarray(at, at + length);
    if (part.length !== length) throw new Error('the message ends too early');
    at += length;
    return part;
  };
  const json = take(whole.readUInt32LE(LENGTH_BYTES)).toString('utf8');
  const parts = Array.from({ length: count }, (_, index) =>
    take(whole.readUInt32LE(LENGTH_BYTES * (index + 2))),
  );
  return unmarked(JSON.parse(json), parts);
}

function inflated(bytes: Uint8Array, maxBytes: number): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLarge ? new MessageTooLarge(maxBytes + 1) : error;
  }
}

function marked(value: unknown, parts: Uint8Array[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return { [BYTES]: parts.push(value) - 1 };
  if (Array.isArray(value)) return value.map((item) => marked(item, parts));
  const copy = copied(value, (item) => marked(item, parts));
  return isMark(copy) ? { [PLAIN]: copy } : copy;
}

function unmarked(value: unknown, parts: readonly Uint8Array[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => unmarked(item, parts));
  if (!isMark(value)) return copied(value, (item) => unmarked(item, parts));
  const [[kind, content]] = Object.entries(value) as [[string, unknown]];
  if (kind === PLAIN) return copied(content as object, (item) => unmarked(item, parts));
  const part = parts[content as number];
  if (part === undefined) throw new Error('the message lacks a part');
  return part;
}

function isMark(value: object): boolean {
  const names = Object.keys(value);
  return names.length === 1 && (names[0] === BYTES || names[0] === PLAIN);
}

/** `__proto__` stays a key like any other, since entries are defined and not set. */
function copied(value: object, map: (item: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, map(item)]));
}
