import { entriesOf } from '../json/key-order.js';

/** Writes JSON to bytes that can be transferred to another thread; `end` follows the JSON. */
export function jsonBytes(value: unknown, end = '', write: WriteJson = JSON.stringify): Uint8Array {
  let text: string;
  try {
    text = write(value);
  } catch (error) {
    // The text would be longer than a string can be.
    if (!(error instanceof RangeError) || typeof value !== 'object' || value === null) throw error;
    return Buffer.concat([...partsOf(value, write), encoder.encode(end)]);
  }
  return encoder.encode(text + end);
}

/** Reserves space behind the JSON of an object for a last member that another thread adds. */
export const MEMBER_PADDING = ' '.repeat(32);

/** Writes a number as the last member into the reserved space and returns the whole line, in the same memory. */
export function withLastMember(bytes: Uint8Array, name: string, value: number): Uint8Array {
  const at = bytes.length - MEMBER_PADDING.length - 1;
  const end = encoder.encode(`,${JSON.stringify(name)}:${value}}\n`);
  bytes.set(end, at);
  return bytes.subarray(0, at + end.length);
}

/** Writes one value as JSON text. */
export type WriteJson = (value: unknown) => string;

/** Appends members to a line with an object that has some already. */
export function withMembers(line: Uint8Array, members: object): Uint8Array {
  const added = encoder.encode(`,${JSON.stringify(members).slice(1)}\n`);
  return Buffer.concat([line.subarray(0, -'}\n'.length), added]);
}

const encoder = new TextEncoder();

function* partsOf(value: object, write: WriteJson): Generator<Uint8Array> {
  const isList = Array.isArray(value);
  let before = isList ? '[' : '{';
  for (const [key, member] of entriesOf(value as Readonly<Record<string, unknown>>)) {
    if (member === undefined && !isList) continue;
    yield encoder.encode(isList ? before : `${before}${JSON.stringify(key)}:`);
    yield jsonBytes(member ?? null, '', write);
    before = ',';
  }
  yield encoder.encode(isList ? ']' : '}');
}
