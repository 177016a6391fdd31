/** Compares two results of one request. */
import type { RequestResult } from '../../../../../src/server/api-types.js';

export interface HeaderChange {
  readonly name: string;
  /** Undefined if the header is not there. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** These differ in every response and tell nothing. */
const VOLATILE: ReadonlySet<string> = new Set(['date', 'age']);

type Headers = RequestResult['response']['headers'];

export function compareHeaders(before: Headers, after: Headers): HeaderChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => !VOLATILE.has(name.toLowerCase()) && before[name] !== after[name])
    .map((name) => ({ name, before: before[name], after: after[name] }));
}

/** `120 ms → 90 ms (−25 %)`. */
export function durationChange(before: number, after: number): string {
  const times = `${before} ms → ${after} ms`;
  if (before === 0 || before === after) return times;
  const percent = Math.round(((after - before) / before) * 100);
  return `${times} (${percent < 0 ? '−' : '+'}${Math.abs(percent)} %)`;
}
