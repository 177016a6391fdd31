import type { AssertionResult, FileOutcome, RequestOutcome, RunOutcome } from '../runner/outcome/result.js';
import { nullAbsentValues } from '../runner/outcome/null-absent-values.js';

/** The result of one interaction, with its provider and state. */
export interface InteractionOutcome extends RequestOutcome {
  /** Empty when the file does not name one. */
  readonly provider: string;
  /** Empty when none is needed. */
  readonly state: string;
}

export interface ContractFileOutcome extends FileOutcome {
  readonly results: readonly InteractionOutcome[];
}

export interface ContractOutcome extends RunOutcome {
  readonly files: readonly ContractFileOutcome[];
}

/** The form that responses and reports show; the order of the keys is part of the format. */
export interface ContractFileResult {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly duration: number;
  readonly results: readonly InteractionResult[];
}

interface InteractionResult {
  readonly name: string;
  readonly provider: string;
  readonly state: string;
  readonly passed: boolean;
  readonly duration: number;
  readonly skipped: boolean;
  readonly skipReason: string;
  readonly assertions: readonly AssertionResult[];
  readonly error: string;
  /** 0 without a response. */
  readonly statusCode: number;
  /** The line of the request in the file; 0 for a file that cannot be used. */
  readonly line: number;
}

export function contractFileResult(outcome: ContractFileOutcome): ContractFileResult {
  const { file, passed, failed, skipped, duration, results } = outcome;
  return {
    file,
    passed,
    failed,
    skipped,
    duration: Math.round(duration),
    results: results.map(interactionResult),
  };
}

function interactionResult(outcome: InteractionOutcome): InteractionResult {
  const { shownName: name, provider, state, passed, duration, skipped, skipReason, error, line } = outcome;
  const assertions = outcome.assertions.map(nullAbsentValues);
  return {
    name,
    provider,
    state,
    passed,
    duration: Math.round(duration),
    skipped,
    skipReason,
    assertions,
    error,
    statusCode: outcome.response.statusCode,
    line,
  };
}
