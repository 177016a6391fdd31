/** What helps to understand a failure beside its values: captures that found nothing, and findings of `validate`. */
import { printableLine } from '../../primitives/printable.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { RequestFile } from '../../request-file/model/model.js';
import type { RequestOutcome } from '../../runner/outcome/result.js';
import type { Redactor } from '../results/redactor.js';
import type { TestReport } from '../results/test-report.js';
import { captureCauses, type MissingCapture } from './missing-captures.js';
import { sourceExcerpt, type SourceExcerpt } from './source-excerpt.js';
import type { Styler } from './style.js';

interface HintSource {
  readonly outcome: RequestOutcome;
  readonly test: TestReport;
  readonly redactor: Redactor;
  readonly excerpt: SourceExcerpt | undefined;
  readonly missing: readonly MissingCapture[];
}

interface CauseOptions {
  readonly style: Styler;
  readonly secrets: SecretSet;
  readonly findFile: (file: string) => RequestFile | undefined;
}

const MAX_HINTS = 5;

/** Captures of other requests that found nothing and are used here. */
export function causeLines(
  { outcome, excerpt, missing }: HintSource,
  { style, secrets, findFile }: CauseOptions,
): string[] {
  return captureCauses(outcome, excerpt, missing)
    .slice(0, MAX_HINTS)
    .map(({ name, outcome: other, warning }) => {
      const source = sourceExcerpt(findFile(other.file), other.line);
      const line = source?.request.captures.findLast((capture) => capture.name === name)?.line ?? other.line;
      const text = secrets.redact(`${other.shownName}: ${warning} (${other.file}:${line})`);
      return `${style('yellow', 'Cause:')} ${printableLine(text)}`;
    });
}

/** Findings for the request, except those for assertions that passed. */
export function findingLines({ test, redactor, excerpt }: HintSource, style: Styler): string[] {
  if (excerpt === undefined) return [];
  const passed = new Set(test.assertions.flatMap((each) => (each.passed ? [each.line] : [])));
  const findings = excerpt.findings.filter(({ line }) => !passed.has(line));
  const lines = findings.slice(0, MAX_HINTS).map(({ line, column, message }) => {
    const text = redactor.text(`${test.file}:${line}:${column} ${message}`);
    return `${style('yellow', 'Warning:')} ${printableLine(text)}`;
  });
  const more = findings.length - lines.length;
  return more > 0 ? [...lines, style('dim', `... ${more} more (svc validate shows all)`)] : lines;
}
