/** What helps to understand a failure beside its values: captures that found nothing, and findings of `validate`. */
import { printableLine } from '../../primitives/printable.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import { lineWarning, type Diagnostic } from '../../request-file/model/diagnostic.js';
import type { RequestOutcome } from '../../runner/outcome/result.js';
import { titleOf } from '../../runner/outcome/result-title.js';
import type { Redactor } from '../results/redactor.js';
import type { TestReport } from '../results/test-report.js';
import { captureCauses, type PossibleCause } from './missing-captures.js';
import type { SourceExcerpt } from './source-excerpt.js';
import type { Styler } from './style.js';

interface HintSource {
  readonly outcome: RequestOutcome;
  readonly test: TestReport;
  readonly redactor: Redactor;
  readonly excerpt: SourceExcerpt | undefined;
  readonly missing: readonly PossibleCause[];
}

interface CauseOptions {
  readonly style: Styler;
  readonly secrets: SecretSet;
}

const MAX_HINTS = 5;

/** Captures of other requests that found nothing and are used here. */
export function causeLines(
  { outcome, excerpt, missing }: HintSource,
  { style, secrets }: CauseOptions,
): string[] {
  const texts = captureCauses(outcome, excerpt, missing).map(({ outcome: missed, line, warning }) =>
    printableLine(secrets.redact(`${titleOf(missed)}: ${warning} (${missed.file}:${line})`)),
  );
  // A dependency that several files name runs for each of them.
  return [...new Set(texts)].slice(0, MAX_HINTS).map((text) => `${style('yellow', 'Cause:')} ${text}`);
}

/** The findings for the line of an assertion. */
export function lineFindings({ excerpt, ...source }: HintSource, line: number, style: Styler): string[] {
  const findings = excerpt?.findings.filter((found) => found.line === line) ?? [];
  return findings.map((found) => findingLine(found, source, style));
}

/**
 * The findings for the rest of the request; those for assertions that passed explain nothing, those for scripts are
 * among the warnings of a test that was sent, and that it cannot be run is its error.
 */
export function requestFindings(source: HintSource, style: Styler): string[] {
  if (source.excerpt === undefined) return [];
  const asserted = new Set(source.test.assertions.map(({ line }) => line));
  const warnings = new Set(source.test.warnings);
  const findings = source.excerpt.findings.filter(
    (found) =>
      !asserted.has(found.line) &&
      found.code !== 'unsupported_method' &&
      !warnings.has(source.redactor.text(lineWarning(found))),
  );
  const lines = findings.slice(0, MAX_HINTS).map((found) => findingLine(found, source, style));
  const more = findings.length - lines.length;
  return more > 0 ? [...lines, style('dim', `... ${more} more (svc validate shows all)`)] : lines;
}

function findingLine(
  { line, column, message }: Diagnostic,
  { test, redactor }: Pick<HintSource, 'test' | 'redactor'>,
  style: Styler,
): string {
  const text = `${test.file}:${line}:${column} ${redactor.text(message)}`;
  return `${style('yellow', 'Warning:')} ${printableLine(text)}`;
}
