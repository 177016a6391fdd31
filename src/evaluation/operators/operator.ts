/** The input and the outcome of an operator. */
import type { EvaluationLimits } from '../bounded/limits.js';
import type { SchemaLoader } from '../json-schema/references/load-schema.js';
import type { Expected } from './expected.js';

/** Access to stored snapshots; the runner owns their file. */
export interface SnapshotAccess {
  /** `new` stores missing snapshots, `always` stores and passes, `never` fails where a snapshot is missing. */
  readonly storing: 'new' | 'always' | 'never';
  /** Secrets are replaced before a value is stored and before it is compared. */
  readonly redact: (value: unknown) => unknown;
  /** The stored value; undefined when there is none. Null names the request's own snapshot. */
  readonly read: (name: string | null) => Promise<unknown>;
  readonly write: (name: string | null, value: unknown) => Promise<void>;
}

/** What operators know beside the value. */
export interface OperatorContext {
  /** Whether the value is the object of all headers, whose names match in any case. */
  readonly isHeaders: boolean;
  /** Whether the value is a list of matches, so that an empty list means that nothing exists. */
  readonly isMatches: boolean;
  readonly schema: SchemaLoader | undefined;
  readonly snapshot: SnapshotAccess | undefined;
  readonly limits: EvaluationLimits;
}

export interface Outcome {
  /** `unfit` means that the value does not suit the operator: it fails, negated or not. */
  readonly holds: boolean | 'unfit';
  /** The reason why it is unfit, or a remark for the result. */
  readonly note?: string;
  /** Whether the note replaces the value in messages. */
  readonly isWhole?: true;
  /** The value that is reported instead of the actual one. */
  readonly actual?: unknown;
  /** The position of the element that decided. */
  readonly index?: number;
  /** The stored snapshot that the value differs from. */
  readonly stored?: unknown;
}

export type OperatorCheck = (
  actual: unknown,
  expected: Expected,
  context: OperatorContext,
) => Outcome | Promise<Outcome>;

export const SATISFIED: Outcome = Object.freeze({ holds: true });
export const NOT_SATISFIED: Outcome = Object.freeze({ holds: false });

export function outcomeOf(holds: boolean): Outcome {
  return holds ? SATISFIED : NOT_SATISFIED;
}

export function unfit(note: string): Outcome {
  return { holds: 'unfit', note };
}

/** The value is absent, which every message mentions anyway. */
export const ABSENT_VALUE: Outcome = Object.freeze({ holds: 'unfit' });

/** The text of a string, number or boolean; undefined for any other value. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}
