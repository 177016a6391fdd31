import type { FileValidation, Finding } from '../../operations/files/validate-files.js';
import { printableLine } from '../../primitives/printable.js';
import type { Styler } from '../../reports/console/style.js';
import { formatCount, jsonArray } from '../../primitives/text/output-text.js';

export function hasFailed(validation: FileValidation, strict: boolean): boolean {
  return validation.problem !== undefined || validation.findings.some((finding) => counts(finding, strict));
}

/** Info findings change no verdict, also not where warnings do. */
function counts({ severity }: Finding, strict: boolean): boolean {
  return severity === 'error' || (strict && severity === 'warning');
}

export interface ReportOptions {
  readonly strict: boolean;
  /** Whether info findings are shown too. */
  readonly verbose: boolean;
}

/** Yields `OK`/`FAIL` lines with their findings, then the counts; errors of paths are printed elsewhere. */
export function* validationText(
  validations: readonly FileValidation[],
  { strict, verbose }: ReportOptions,
  style: Styler,
): Generator<string> {
  for (const validation of validations) {
    if (validation.problem !== undefined) continue;
    const file = printableLine(validation.file);
    const requests = validation.kind === 'config' ? '' : ` (${formatCount(validation.requests, 'request')})`;
    yield hasFailed(validation, strict)
      ? `${style('red', 'FAIL')}  ${file}\n`
      : `${style('green', 'OK')}    ${file}${requests}\n`;
    for (const finding of validation.findings)
      if (verbose || finding.severity !== 'info') yield findingLine(finding, style);
  }
  yield `${countLine(validations, strict)}\n`;
}

const COLORS = { error: 'red', warning: 'yellow', info: 'cyan' } as const;

function findingLine({ line, column, severity, code, message }: Finding, style: Styler): string {
  const word = style(COLORS[severity], severity);
  return `      ${line}:${column} ${word} ${code} ${printableLine(message)}\n`;
}

function countLine(validations: readonly FileValidation[], strict: boolean): string {
  const requests = validations.reduce((sum, validation) => sum + validation.requests, 0);
  const bad = validations.filter((validation) => hasFailed(validation, strict)).length;
  const warnings = validations.reduce((sum, { findings }) => sum + findings.filter(isWarning).length, 0);
  const parts = [`${validations.length - bad} ok`, ...(bad > 0 ? [`${bad} failed`] : [])];
  if (warnings > 0) parts.push(formatCount(warnings, 'warning'));
  return `${formatCount(validations.length, 'file')}, ${formatCount(requests, 'request')}: ${parts.join(', ')}`;
}

function isWarning({ severity }: Finding): boolean {
  return severity === 'warning';
}

/** Yields one array with a finding per line in parts, so that a large report is never one string. */
export function* validationJson(validations: readonly FileValidation[], strict: boolean): Generator<string> {
  yield '[';
  for (const [i, validation] of validations.entries()) {
    const { file, requests, findings, problem } = validation;
    const errors = findings.filter((finding) => counts(finding, strict));
    const head = `"file": ${JSON.stringify(file)}, "ok": ${!hasFailed(validation, strict)}, "requests": ${requests}`;
    yield `${i === 0 ? '' : ','}\n  {${head}, "errors": `;
    const texts = problem === undefined ? errors.map((error) => errorText(file, error)) : [problem];
    yield* jsonArray(texts, '  ', (text) => JSON.stringify(text));
    yield ', "diagnostics": ';
    yield* jsonArray(findings, '  ', ({ line, column, endLine, endColumn, severity, code, message }) =>
      JSON.stringify({ line, column, endLine, endColumn, severity, code, message }),
    );
    yield '}';
  }
  yield validations.length === 0 ? ']\n' : '\n]\n';
}

function errorText(file: string, { line, column, severity, code, message }: Finding): string {
  return `${file}:${line}:${column}: ${severity} ${code}: ${message}`;
}
