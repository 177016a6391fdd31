/** The block at the end of a console report that tells every failure whole. */
import { printableLine } from '../../primitives/printable.js';
import { REDACTED, type SecretSet } from '../../redaction/secret-set.js';
import type { RequestFile } from '../../request-file/model/model.js';
import type { RequestOutcome, RunOutcome } from '../../runner/outcome/result.js';
import type { Failure } from '../results/failed-assertion.js';
import { failuresOf } from '../results/failure.js';
import { createRedactor, type Redactor } from '../results/redactor.js';
import { BRIEF, DETAILED } from '../results/shown-values.js';
import { testReport, type TestReport } from '../results/test-report.js';
import { assertionLines } from './assertion-lines.js';
import { causeLines, lineFindings, requestFindings } from './failure-hints.js';
import { missingCapturesOf, type MissingCaptureSource, type PossibleCause } from './missing-captures.js';
import { placeColumn, withPlace, type PlaceOptions } from './place-column.js';
import { sourceLines } from '../../request-file/source-text.js';
import { OPERATORS } from '../../request-file/text/operators.js';
import { sourceExcerpt, type SourceExcerpt } from './source-excerpt.js';
import { sourceLine, withoutCredential } from './source-line.js';
import type { Styler } from './style.js';

export interface FailureBlockOptions {
  readonly style: Styler;
  /** Whether `-v` is given. */
  readonly detailed: boolean;
  readonly secrets: SecretSet;
  /** The width of the terminal. */
  readonly columns: number;
  /** The request file that results name by this path. */
  readonly findFile: (file: string) => RequestFile | undefined;
}

/** All failures in the order of the report, numbered from 1; a blank line separates them. */
export function failureBlock(
  outcomes: readonly RequestOutcome[],
  run: RunOutcome,
  options: FailureBlockOptions,
): string[] {
  const missing = missingCapturesOf(run);
  const places = outcomes.map((outcome) => failurePlace(outcome, options.secrets));
  const column = placeColumn(places, options.columns);
  // One failure after another, since the values of a failure may be large.
  return [
    options.style('bold', 'Failures'),
    ...outcomes.flatMap((outcome, index) => {
      const head = { number: index + 1, place: places[index] ?? '', column };
      return ['', ...caseLines(failureCase(outcome, missing, options), head, options)];
    }),
  ];
}

/** One failure alone, without a number: its name with its place, and the details. */
export function failureLines(
  outcome: RequestOutcome,
  run: MissingCaptureSource,
  options: FailureBlockOptions,
): string[] {
  const place = failurePlace(outcome, options.secrets);
  const column = placeColumn([place], options.columns);
  const head = { number: undefined, place, column };
  return caseLines(failureCase(outcome, missingCapturesOf(run), options), head, options);
}

function failureCase(
  outcome: RequestOutcome,
  missing: readonly PossibleCause[],
  { secrets, detailed, findFile }: FailureBlockOptions,
): FailureCase {
  const test = testReport(outcome, secrets);
  return {
    outcome,
    test,
    failures: failuresOf(test, detailed ? DETAILED : BRIEF),
    redactor: createRedactor(outcome, secrets),
    excerpt: sourceExcerpt(findFile(outcome.file), outcome.line),
    missing,
  };
}

interface FailureCase {
  readonly outcome: RequestOutcome;
  readonly test: TestReport;
  readonly failures: readonly Failure[];
  readonly redactor: Redactor;
  readonly excerpt: SourceExcerpt | undefined;
  readonly missing: readonly PossibleCause[];
}

/** The first failing assertion; the request when it was not completed or has no assertions. */
export function failurePlace({ file, line, error, assertions }: RequestOutcome, secrets: SecretSet): string {
  const asserted = error === '' ? assertions.find(({ passed }) => !passed)?.line : undefined;
  return placeText(secrets.redact(file), asserted || line);
}

/** A problem of a whole file has no line. */
function placeText(file: string, line: number): string {
  return printableLine(line > 0 ? `${file}:${line}` : file);
}

interface FailureHead {
  /** Left out for a failure alone. */
  readonly number: number | undefined;
  readonly place: string;
  readonly column: number;
}

function caseLines(
  each: FailureCase,
  { number, place, column }: FailureHead,
  options: FailureBlockOptions,
): string[] {
  const { style, columns } = options;
  const head = number === undefined ? '' : `${number}) `;
  const indent = ' '.repeat(head.length === 0 ? 2 : head.length);
  const name = head + printableLine(each.test.title);
  // The name of a file that cannot be run is its place.
  const heading =
    each.test.line === 0
      ? [style('red', name)]
      : withPlace(name, place, { column, columns, indent, style, textStyle: 'red' });
  const inner = { column: column - indent.length, columns: columns - indent.length };
  return [...heading, ...detailLines(each, inner, options).map((line) => (line === '' ? '' : indent + line))];
}

/** The right column inside the indentation of a failure. */
type InnerColumns = Pick<PlaceOptions, 'column' | 'columns'>;

/** The details without the indentation of the block. */
function detailLines(each: FailureCase, inner: InnerColumns, options: FailureBlockOptions): string[] {
  const { test } = each;
  const { style } = options;
  return [
    ...exchangeLines(each, style),
    ...(test.traceId === '' ? [] : [style('dim', `trace ${printableLine(test.traceId)}`)]),
    ...(test.problems.length > 0 ? problemLines(each, options) : errorLines(each, style)),
    ...each.failures.flatMap((failure, index) => assertedLines(failure, index, each, inner, options)),
    ...test.warnings.map((warning) => `${style('yellow', 'Warning:')} ${printableLine(warning)}`),
    ...causeLines(each, options),
    ...requestFindings(each, style),
  ];
}

/** `GET url -> 200 OK`; without a status when there was no response. */
function exchangeLines({ outcome, test, redactor }: FailureCase, style: Styler): string[] {
  const { method, url } = outcome.request;
  if (method === '') return [];
  const address = printableLine(redactor.text(`${method} ${redactor.url(url)}`));
  if (test.request === undefined) return [style('dim', `${address} (not sent)`)];
  if (test.response === undefined) return [style('dim', address)];
  const { status, finalUrl } = test.response;
  const isMoved = finalUrl !== '' && withoutFragment(finalUrl) !== withoutFragment(test.request.url);
  return [
    style('dim', `${address} -> ${printableLine(status)}`),
    ...(isMoved ? [style('dim', `redirected to ${printableLine(finalUrl)}`)] : []),
  ];
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '');
}

/** Every problem of a file that cannot be run, with its line. */
function problemLines(
  { outcome, test, redactor }: FailureCase,
  { style, findFile }: FailureBlockOptions,
): string[] {
  const file = findFile(outcome.file);
  const lines = (file && sourceLines(file)) ?? [];
  return test.problems.flatMap((problem) => {
    const [, number = '0'] = /^:(\d+):\d+: /.exec(problem.slice(test.file.length)) ?? [];
    const source = withoutCredential(lines[Number(number) - 1] ?? '');
    return [
      style('red', printableLine(problem)),
      ...(source ? [sourceLine(Number(number), redactor.text(source))] : []),
    ];
  });
}

/** Why a request was not completed, with the line of a variable that has no value. */
function errorLines({ test, redactor, excerpt }: FailureCase, style: Styler): string[] {
  if (test.error === '') return [];
  const [, variable = ''] = /^variable "([^"]+)"/.exec(test.error) ?? [];
  const line = variable === '' ? undefined : excerpt?.lineWith(variable);
  const source = line === undefined ? undefined : withoutCredential(excerpt?.lineText(line) ?? '');
  const [first = '', ...others] = test.error.split('\n').map(printableLine);
  return [
    ...(line !== undefined && source ? [sourceLine(line, redactor.text(source))] : []),
    style('red', `${test.errorKind}: ${first}`),
    ...others.map((text) => style('red', text)),
  ];
}

/** One failing assertion: its line, its values or their difference. All but the first name their place. */
function assertedLines(
  failure: Failure,
  index: number,
  each: FailureCase,
  inner: InnerColumns,
  options: FailureBlockOptions,
): string[] {
  const { style, detailed } = options;
  const { test } = each;
  const source = assertionSource(failure, each);
  const hasOwnPlace = failure.line > 0 && (index > 0 || test.error !== '');
  const heading =
    source === '' || !hasOwnPlace
      ? [source]
      : withPlace(source, placeText(test.file, failure.line), { ...inner, indent: '  ', style });
  return [
    ...(index === 0 ? [] : ['']),
    ...heading.filter((line) => line !== ''),
    ...assertionLines(failure, { detailed, showsOperator: false, style }),
    ...lineFindings(each, failure.line, style),
  ];
}

/** The line of the file, else what was asserted. */
function assertionSource(failure: Failure, { excerpt, redactor }: FailureCase): string {
  const { subject, operator, line, assertion } = failure;
  if (assertion === undefined) return '';
  const text = line > 0 ? excerpt?.lineText(line) : undefined;
  // The value of a credential is hidden by its place and need not be among the secrets.
  if (text !== undefined && assertion.expected !== REDACTED) return sourceLine(line, redactor.text(text));
  const { written = operator, shape } = OPERATORS.get(operator) ?? {};
  return sourceLine(line, `expect ${subject} ${written}${shape === 'none' ? '' : ` ${failure.expected}`}`);
}
