import { timeSlice } from '../primitives/time-slice.js';
import { toJson } from './json.js';

/** More values than are written, or done with something else, without others noticing. */
export function isHeavy(value: unknown, most = HEAVY): boolean {
  return weigh(value, most) < 0;
}

/** JSON that was written before somebody asked for it: as bytes, so that nobody has to write or copy it again. */
export class WrittenJson {
  /** With a line feed at its end. */
  readonly line: Uint8Array;

  constructor(line: Uint8Array) {
    this.line = line;
  }

  get bytes(): Uint8Array {
    return this.line.subarray(0, -1);
  }
}

/** One line of JSON; others have their turn while it is written. */
export async function writtenInSteps(value: unknown): Promise<WrittenJson> {
  return new WrittenJson(await jsonInSteps(value, '\n'));
}

/** The text of `toJson` as bytes, and what follows it; others have their turn while it is written. */
export async function jsonInSteps(value: unknown, end = ''): Promise<Buffer> {
  const bytes: Buffer[] = [];
  const pause = timeSlice();
  let text = '';
  for (const part of parts(value)) {
    text += part;
    if (text.length > PIECE) {
      bytes.push(Buffer.from(text));
      text = '';
    }
    const others = pause();
    if (others) await others;
  }
  bytes.push(Buffer.from(text + end));
  return Buffer.concat(bytes);
}

/** A list of ten thousand files is not. */
const HEAVY = 200_000;
/** Written at once, well within a millisecond. */
const LIGHT = 1000;
const PIECE = 65_536;
/** Of each 32 characters of a text: they weigh as much as a value. Whole numbers, since others are made on the heap. */
const CHARACTER_BITS = 5;

/** What is left of the budget when the value is taken from it; below zero as soon as it is too heavy. */
function weigh(value: unknown, budget: number): number {
  if (typeof value === 'string') return budget - 1 - (value.length >> CHARACTER_BITS);
  if (typeof value !== 'object' || value === null) return budget - 1;
  return Array.isArray(value) ? weighList(value, budget - 1) : weighMembers(value, budget - 1);
}

function weighList(list: readonly unknown[], budget: number): number {
  let left = budget;
  for (let at = 0; at < list.length && left >= 0; at += 1) left = weighItem(list[at], left);
  return left;
}

/** Every answer is weighed: a list of the members would cost as much as all else. */
function weighMembers(value: object, budget: number): number {
  let left = budget;
  for (const key in value) {
    if (left < 0) break;
    left = weighItem((value as Record<string, unknown>)[key], left);
  }
  return left;
}

/** Most items are not worth a call. */
function weighItem(item: unknown, left: number): number {
  if (typeof item === 'object' && item !== null) return weigh(item, left);
  return left - (typeof item === 'string' ? 1 + (item.length >> CHARACTER_BITS) : 1);
}

function* parts(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null || weigh(value, LIGHT) >= 0) yield toJson(value);
  else if (Array.isArray(value)) yield* listParts(value);
  else yield* objectParts(value);
}

/** Neighbours that are light together are written together. */
function* listParts(list: readonly unknown[]): Generator<string> {
  let start = 0;
  let left = LIGHT;
  yield '[';
  for (let at = 0; at < list.length; at += 1) {
    left = weigh(list[at], left);
    if (left >= 0) continue;
    if (start < at) yield `${start === 0 ? '' : ','}${itemsText(list.slice(start, at))}`;
    if (at > 0) yield ',';
    yield* parts(list[at]);
    start = at + 1;
    left = LIGHT;
  }
  if (start < list.length) yield `${start === 0 ? '' : ','}${itemsText(list.slice(start))}`;
  yield ']';
}

function itemsText(items: readonly unknown[]): string {
  return toJson(items).slice(1, -1);
}

function* objectParts(value: object): Generator<string> {
  let before = '{';
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${before}${JSON.stringify(key)}:`;
    yield* parts(member);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}
