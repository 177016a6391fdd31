/** What an operator is given and what it answers (language section 6.4). */
import type { EvaluationLimits } from '../bounded/limits.js';
import type { Expected } from './expected.js';

/** Where snapshots are kept; the file behind it is the runner's. */
export interface SnapshotAccess {
  /** `new`: store what is not there yet. `always`: store and pass. `never`: what is not there fails. */
  readonly storing: 'new' | 'always' | 'never';
  /** Secrets are replaced before a value is stored and before it is compared. */
  readonly redact: (value: unknown) => unknown;
  /** The stored value; undefined when there is none. Null names the request's own snapshot. */
  readonly read: (name: string | null) => Promise<unknown>;
  readonly write: (name: string | null, value: unknown) => Promise<void>;
}

/** Schema document at a path as written, relative to the request file; rejects when it cannot be read. */
export type SchemaReader = (path: string) => Promise<unknown>;

/** What operators may know beside the value. */
export interface OperatorContext {
  /** The value is the object of all headers: names in any case. */
  readonly isHeaders: boolean;
  /** The value is a list of matches: empty means that nothing exists. */
  readonly isMatches: boolean;
  readonly schema: SchemaReader | undefined;
  readonly snapshot: SnapshotAccess | undefined;
  readonly limits: EvaluationLimits;
}

export interface Outcome {
  /** `unfit`: fails, negated or not. */
  readonly holds: boolean | 'unfit';
  /** Why it is unfit, or a note on what happened. */
  readonly note?: string;
  /** The note says it all: the value itself is not shown. */
  readonly isWhole?: true;
  /** What is reported in place of the value. */
  readonly actual?: unknown;
}

export type Check = (
  actual: unknown,
  expected: Expected,
  surroundings: OperatorContext,
) => Outcome | Promise<Outcome>;

export const HOLDS: Outcome = Object.freeze({ holds: true });
export const HOLDS_NOT: Outcome = Object.freeze({ holds: false });

export function outcome(holds: boolean): Outcome {
  return holds ? HOLDS : HOLDS_NOT;
}

export function unfit(note: string): Outcome {
  return { holds: 'unfit', note };
}

/** Where absence itself is the reason, which every message tells anyway. */
export const ABSENCE: Outcome = Object.freeze({ holds: 'unfit' });

/** As text: strings, numbers and booleans are; undefined for anything else. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}
