import type { Random } from './random.js';

/** Something that takes text of others, and what has to hold whatever the text is. */
export interface Target {
  readonly name: string;
  /** Good inputs, which the mutations begin with. */
  readonly seeds: readonly string[];
  /** What the grammar reacts to. */
  readonly words: readonly string[];
  /** Inputs made from nothing; about half of the cases where there is one. */
  readonly generate?: (random: Random) => string;
  /** Throws for an input for which a rule does not hold. The chance is derived from the input: it is always the same. */
  readonly run: (input: string, random: Random) => void | Promise<void>;
}

/** A rule that does not hold. */
export class Violation extends Error {
  constructor(rule: string, details = '') {
    super(details === '' ? rule : `${rule}: ${details.slice(0, 600)}`);
    this.name = 'Violation';
  }
}

export function must(holds: boolean, rule: string, details = ''): void {
  if (!holds) throw new Violation(rule, details);
}

export function mustEqual(actual: unknown, expected: unknown, rule: string): void {
  const [one, other] = [shown(actual), shown(expected)];
  if (one !== other) throw new Violation(rule, `${one.slice(0, 280)} is not ${other.slice(0, 280)}`);
}

type ErrorClass = abstract new (...args: never[]) => Error;

/** The result, or undefined where one of the declared errors was thrown. Anything else goes on. */
export function allowing<T>(classes: readonly ErrorClass[], work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (classes.some((each) => error instanceof each) && !isInternal(error)) return undefined;
    throw error;
  }
}

/** The same for work that takes its time. */
export async function allowingLater<T>(
  classes: readonly ErrorClass[],
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (classes.some((each) => error instanceof each) && !isInternal(error)) return undefined;
    throw error;
  }
}

/** Declared, but it says itself that the program is at fault. */
function isInternal(error: unknown): boolean {
  return error instanceof Error && 'kind' in error && error.kind === 'internal';
}

/** JSON with what JSON cannot say. */
function shown(value: unknown): string {
  return (
    JSON.stringify(value, (_key, each: unknown) => {
      if (typeof each === 'bigint') return `${each}n`;
      if (each === undefined) return 'undefined';
      return Object.is(each, -0) ? '-0' : each;
    }) ?? 'undefined'
  );
}
