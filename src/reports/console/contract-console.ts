import type { ContractOutcome, InteractionOutcome } from '../../contract/contract-result.js';
import { formatCount } from '../../primitives/text/output-text.js';
import { printableLine } from '../../primitives/printable.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { Failure } from '../results/failed-assertion.js';
import { failuresOf } from '../results/failure.js';
import { BRIEF, DETAILED } from '../results/shown-values.js';
import { assertionLines } from './assertion-lines.js';
import { MARKS } from './console-test.js';
import { elapsedText } from './elapsed-text.js';
import type { Styler } from './style.js';
import { testReport, type TestReport } from '../results/test-report.js';

export interface ContractConsoleOptions {
  readonly provider: string;
  readonly style: Styler;
  /** The number of `-v` flags. */
  readonly verbosity: number;
}

/** The console report of a contract verification, chunk by chunk. */
export function* renderContractConsole(
  run: ContractOutcome,
  { provider, style, verbosity }: ContractConsoleOptions,
): Generator<string> {
  const address = printableLine(run.secrets.redact(provider));
  yield `${style('bold', 'Contract verification against')} ${address}\n\n`;
  for (const file of run.files) {
    yield `${printableLine(run.secrets.redact(file.file))}\n`;
    for (const result of file.results) {
      yield interactionLines(result, run.secrets, style, verbosity)
        .map((line) => `${line}\n`)
        .join('');
    }
    yield '\n';
  }
  yield summary(run);
}

function interactionLines(
  outcome: InteractionOutcome,
  secrets: SecretSet,
  style: Styler,
  verbosity: number,
): string[] {
  const test = testReport(outcome, secrets);
  const [colour, mark] = MARKS[test.status];
  const state = printableLine(secrets.redact(outcome.state));
  const verdict = style(colour, `[${test.status}]`);
  const detail = style('dim', `(${bracketText(test)})`);
  return [
    `  ${style(colour, mark)} ${printableLine(test.shownName)} ${verdict} ${detail}`,
    ...(state === '' ? [] : [`      ${style('dim', `state: ${state}`)}`]),
    ...(test.status === 'error' ? errorLines(test, style) : []),
    ...failuresOf(test, verbosity > 0 ? DETAILED : BRIEF).flatMap((each) =>
      failureLines(each, verbosity > 0, style),
    ),
    ...(verbosity > 0 && test.response ? [`      Status: ${test.response.statusCode}`] : []),
    ...test.warnings.map((warning) => `      ${style('yellow', 'Warning:')} ${printableLine(warning)}`),
  ];
}

/** One failed assertion under its subject and operator. */
function failureLines(failure: Failure, detailed: boolean, style: Styler): string[] {
  const { subject, operator, line } = failure;
  const place = line > 0 ? ` (line ${line})` : '';
  const values = assertionLines(failure, { detailed, showsOperator: true, style });
  return [
    `      ${style('red', '→')} ${printableLine(`${subject} ${operator}`)}${place}`,
    ...values.map((text) => `        ${text}`),
  ];
}

function bracketText({ status, skipReason, duration }: TestReport): string {
  return status === 'skipped' ? printableLine(skipReason) : elapsedText(duration);
}

function errorLines({ error }: TestReport, style: Styler): string[] {
  return error.split('\n').map((line) => `      ${style('red', '→')} ${printableLine(line)}`);
}

function summary({ files, passed, failed, skipped }: ContractOutcome): string {
  const interactions = files.flatMap(({ results }) => results).length;
  const parts = `${passed} passed, ${failed} failed, ${skipped} skipped`;
  return `Summary: ${formatCount(files.length, 'file')}, ${formatCount(interactions, 'interaction')}: ${parts}\n`;
}
