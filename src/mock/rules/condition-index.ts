/** Finds the routes whose conditions may hold, without checking those that want another value than the request has. */
import { numericValue } from '../../evaluation/values/number.js';
import { getOrAdd } from '../../primitives/get-or-add.js';
import type { CompiledConditions } from './compiled-conditions.js';
import type { MatchedRequest, WantedValue } from './matched-request.js';

interface IndexedSubject<A> {
  readonly read: WantedValue['read'];
  readonly byKey: Map<string, A[]>;
}

export class ConditionIndex<A extends { readonly conditions: CompiledConditions | undefined }> {
  readonly #subjects = new Map<string, IndexedSubject<A>>();
  /** Those that have to be checked for every request. */
  readonly #others: A[] = [];

  constructor(alternatives: readonly A[]) {
    for (const alternative of alternatives) {
      const wanted = alternative.conditions?.wanted.find(({ value }) => isIndexable(value));
      if (wanted === undefined) {
        this.#others.push(alternative);
        continue;
      }
      const { subject, read, value } = wanted;
      const { byKey } = getOrAdd(this.#subjects, subject, () => ({ read, byKey: new Map<string, A[]>() }));
      for (const key of keysOf(value)) getOrAdd(byKey, key, (): A[] => []).push(alternative);
    }
  }

  /** All whose conditions hold are among them; in no order. */
  candidates(matched: MatchedRequest): readonly A[] {
    if (this.#subjects.size === 0) return this.#others;
    const found = new Set(this.#others);
    for (const { read, byKey } of this.#subjects.values()) {
      for (const key of keysOf(tryRead(read, matched))) {
        for (const alternative of byKey.get(key) ?? []) found.add(alternative);
      }
    }
    return [...found];
  }
}

/** Large numbers are equal in several forms. */
function isIndexable(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value) || !Number.isInteger(value);
  return typeof value === 'string';
}

/** Equal values have a key in common, as a number equals the same number as a text. */
function keysOf(value: unknown): readonly string[] {
  if (typeof value === 'number' || typeof value === 'bigint') return [`number ${value}`];
  if (typeof value !== 'string') return [];
  const number = numericValue(value);
  return number === undefined ? [`text ${value}`] : [`text ${value}`, `number ${number}`];
}

function tryRead(read: WantedValue['read'], matched: MatchedRequest): unknown {
  try {
    return read(matched);
  } catch {
    return undefined;
  }
}
