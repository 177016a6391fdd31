import type { FileOutcome, RequestOutcome, RunOutcome } from '../runner/outcome/result.js';
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
export function contractFileResult(outcome: ContractFileOutcome): object {
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

function interactionResult(outcome: InteractionOutcome): object {
  const { shownName: name, provider, state, passed, duration, skipped, skipReason, error, line } = outcome;
  return {
    name,
    provider,
    state,
    passed,
    duration: Math.round(duration),
    skipped,
    skipReason,
    assertions: outcome.assertions.map(nullAbsentValues),
    error,
    statusCode: outcome.response.statusCode,
    line,
  };
}
