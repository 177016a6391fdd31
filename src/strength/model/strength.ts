/** How much the tests of an API would notice. */
import type { Request } from '../../request-file/model/model.js';
import type { EquivalenceRule } from './equivalence-rules.js';
import type { Mutant } from './mutant.js';
import type { StoredExchange } from './stored-exchange.js';

/** What would fail. */
export type Notice =
  | { readonly kind: 'assertion'; readonly subject: string; readonly line: number }
  /** Without assertions a response of 200 to 299 passes. */
  | { readonly kind: 'status-check' }
  | { readonly kind: 'capture'; readonly name: string; readonly line: number }
  | { readonly kind: 'later-request'; readonly name: string; readonly line: number };

export type MutantVerdict =
  | { readonly verdict: 'killed'; readonly by: Notice }
  | { readonly verdict: 'survived' }
  | { readonly verdict: 'equivalent'; readonly rule: EquivalenceRule }
  | { readonly verdict: 'not-checked'; readonly reason: string };

export interface Survivor {
  readonly mutant: Mutant;
  /** The value before the change, as JSON of at most 200 characters; empty for a missing header and the like. */
  readonly before: string;
}

export interface Equivalent {
  readonly mutant: Mutant;
  readonly rule: EquivalenceRule;
}

/** Numbers that add up over requests and files. */
export interface Tally {
  /** Killed and survived. */
  readonly total: number;
  readonly killed: number;
  readonly survived: number;
  /** Left out of the score. */
  readonly equivalent: number;
  /** From 0 to 100 with one decimal; null when there is nothing to change. */
  readonly score: number | null;
}

export interface RequestStrength extends Tally {
  readonly file: string;
  readonly name: string;
  readonly line: number;
  /** The most dangerous first. */
  readonly survivors: readonly Survivor[];
  readonly equivalents: readonly Equivalent[];
  /** Why the request, or one of its assertions, was not checked; sentences. */
  readonly problems: readonly string[];
}

export interface FileStrength extends Tally {
  readonly file: string;
  readonly requests: readonly RequestStrength[];
}

export interface Strength extends Tally {
  readonly seed: number;
  readonly files: readonly FileStrength[];
}

/** A measured request with all that is known of its responses. */
export interface MeasuredRequest {
  readonly strength: RequestStrength;
  readonly request: Request;
  /** Those that were changed and checked: of the last passed run, one for each data row. */
  readonly exchanges: readonly StoredExchange[];
  /** Those of earlier runs that passed, the newest first. */
  readonly earlier: readonly StoredExchange[];
}

export interface Measurement {
  readonly strength: Strength;
  /** In the order of files and lines; requests without a response have no exchanges. */
  readonly requests: readonly MeasuredRequest[];
}
