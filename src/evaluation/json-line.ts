import { toJson } from './json.js';

/** A line of JSON as bytes in memory of their own, which can be transferred to another thread. */
export function jsonLine(value: unknown): Uint8Array {
  return jsonBytes(value, '\n');
}

/** The text of `toJson` and what follows it, however long that is. */
export function jsonBytes(value: unknown, end = ''): Uint8Array {
  let text: string;
  try {
    text = toJson(value);
  } catch (error) {
    // The text would be longer than a string can be.
    if (!(error instanceof RangeError) || typeof value !== 'object' || value === null) throw error;
    return joined([...parts(value), encoder.encode(end)]);
  }
  return encoder.encode(text + end);
}

const encoder = new TextEncoder();

function* parts(value: object): Generator<Uint8Array> {
  const isList = Array.isArray(value);
  let before = isList ? '[' : '{';
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined && !isList) continue;
    yield encoder.encode(isList ? before : `${before}${JSON.stringify(key)}:`);
    yield jsonBytes(member);
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
