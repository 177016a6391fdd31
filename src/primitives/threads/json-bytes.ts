/** JSON as bytes in memory of their own, which can be transferred to another thread; `end` follows the JSON. */
export function jsonBytes(value: unknown, end = '', write: WriteJson = JSON.stringify): Uint8Array {
  let text: string;
  try {
    text = write(value);
  } catch (error) {
    // The text would be longer than a string can be.
    if (!(error instanceof RangeError) || typeof value !== 'object' || value === null) throw error;
    return joined([...partsOf(value, write), encoder.encode(end)]);
  }
  return encoder.encode(text + end);
}

/** Behind the JSON of an object whose last member is known later and elsewhere. */
export const MEMBER_PADDING_BYTES = ' '.repeat(32);

/** The whole line: a number as the last member of an object with room behind it; its memory is the same. */
export function withLastMember(bytes: Uint8Array, name: string, value: number): Uint8Array {
  const at = bytes.length - MEMBER_PADDING_BYTES.length - 1;
  const end = encoder.encode(`,${JSON.stringify(name)}:${value}}\n`);
  bytes.set(end, at);
  return bytes.subarray(0, at + end.length);
}

/** What gives the text of one value. */
export type WriteJson = (value: unknown) => string;

const encoder = new TextEncoder();

function* partsOf(value: object, write: WriteJson): Generator<Uint8Array> {
  const isList = Array.isArray(value);
  let before = isList ? '[' : '{';
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined && !isList) continue;
    yield encoder.encode(isList ? before : `${before}${JSON.stringify(key)}:`);
    yield jsonBytes(member ?? null, '', write);
    before = ',';
  }
  yield encoder.encode(isList ? ']' : '}');
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
