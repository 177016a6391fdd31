import type { AssertionResult, FileOutcome, RequestOutcome, RunOutcome } from '../runner/outcome/result.js';

/** One interaction: a result like any other, and what it was about. */
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

/** As answers and reports show it; keys in the order of the specification, additions last. */
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
  /** 0 without an answer. */
  readonly statusCode: number;
  /** Of the request in the file; 0 for a file that cannot be used. */
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
  const assertions = outcome.assertions.map(assertionResult);
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

/** What is absent is null: JSON would leave the key out. */
function assertionResult(assertion: AssertionResult): AssertionResult {
  const { subject, operator, expected = null, actual = null, passed, message, line } = assertion;
  return { subject, operator, expected, actual, passed, message, line };
}
