import {
  contractFileResult,
  type ContractFileOutcome,
  type ContractOutcome,
  type InteractionOutcome,
} from '../contract/contract-result.js';
import { jsonText } from '../evaluation/values/json-text.js';
import { actualValue } from '../evaluation/values/value-text.js';
import type { SecretSet } from '../redaction/secret-set.js';
import { redactorOf } from './results/redactor.js';

/** The array of contract file results (cli.md 12), in pieces. */
export function* renderContractJson({ files, secrets }: ContractOutcome): Generator<string> {
  yield '[';
  for (const [index, file] of files.entries()) {
    yield `${index === 0 ? '' : ','}\n  ${jsonText(contractFileResult(redacted(file, secrets)), '  ')}`;
  }
  yield files.length === 0 ? ']\n' : '\n]\n';
}

function redacted(file: ContractFileOutcome, secrets: SecretSet): ContractFileOutcome {
  return {
    ...file,
    file: secrets.redact(file.file),
    results: file.results.map((outcome) => redactedInteraction(outcome, secrets)),
  };
}

function redactedInteraction(outcome: InteractionOutcome, secrets: SecretSet): InteractionOutcome {
  const { text, assertion } = redactorOf(outcome, secrets);
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
