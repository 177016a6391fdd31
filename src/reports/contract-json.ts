import {
  contractFileResult,
  type ContractFileOutcome,
  type ContractOutcome,
  type InteractionOutcome,
} from '../contract/contract-result.js';
import { jsonText } from '../evaluation/values/json-text.js';
import { actualValue } from '../evaluation/values/value-text.js';
import { jsonArray } from '../primitives/text/output-text.js';
import type { SecretSet } from '../redaction/secret-set.js';
import { createRedactor } from './results/redactor.js';

/** The array of contract file results, chunk by chunk. */
export function* renderContractJson({ files, secrets }: ContractOutcome): Generator<string> {
  yield* jsonArray(files, '', (file) => jsonText(contractFileResult(redactFile(file, secrets)), '  '));
  yield '\n';
}

function redactFile(file: ContractFileOutcome, secrets: SecretSet): ContractFileOutcome {
  return {
    ...file,
    file: secrets.redact(file.file),
    results: file.results.map((outcome) => redactInteraction(outcome, secrets)),
  };
}

function redactInteraction(outcome: InteractionOutcome, secrets: SecretSet): InteractionOutcome {
  const { text, assertion } = createRedactor(outcome, secrets);
  return {
    ...outcome,
    shownName: text(outcome.shownName),
    provider: text(outcome.provider),
    state: text(outcome.state),
    skipReason: text(outcome.skipReason),
    error: text(outcome.error),
    assertions: outcome.assertions.map((each) => {
      const shown = assertion(each);
      return { ...shown, actual: actualValue(shown.actual) };
    }),
  };
}
