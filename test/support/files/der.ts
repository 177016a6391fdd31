/** The few pieces of DER (X.690) that certificates and PKCS#12 files are made of. */

export function sequence(...items: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(items));
}

export function setOf(...items: readonly Buffer[]): Buffer {
  return tagged(0x31, Buffer.concat(items));
}

export function integer(value: number | Buffer): Buffer {
  const hex = typeof value === 'number' ? value.toString(16) : value.toString('hex');
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  return tagged(0x02, (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
}

export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

export function bitString(bytes: Buffer): Buffer {
  return tagged(0x03, Buffer.concat([Buffer.of(0), bytes]));
}

export function octetString(bytes: Buffer): Buffer {
  return tagged(0x04, bytes);
}

export function utf8(text: string): Buffer {
  return tagged(0x0c, Buffer.from(text));
}

export function boolean(value: boolean): Buffer {
  return tagged(0x01, Buffer.of(value ? 0xff : 0));
}

export function time(date: Date): Buffer {
  return tagged(0x18, Buffer.from(date.toISOString().replace(/[-:T]|\.\d+/g, '')));
}

/** Constructed and context-specific. */
export function explicit(number: number, content: Buffer): Buffer {
  return tagged(0xa0 + number, content);
}

/** Primitive and context-specific. */
export function implicit(number: number, content: Buffer): Buffer {
  return tagged(0x80 + number, content);
}

export const nothing = tagged(0x05, Buffer.alloc(0));

function tagged(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.of(tag), lengthOf(content), content]);
}

function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.of(length);
  const hex = length.toString(16);
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  return Buffer.concat([Buffer.of(0x80 + bytes.length), bytes]);
}

function base128(number: number): number[] {
  const digits = [number & 0x7f];
  for (let rest = number >> 7; rest > 0; rest >>= 7) digits.unshift((rest & 0x7f) | 0x80);
  return digits;
}
