import type { FileVerdict, Finding } from '../../operations/files/validate-files.js';
import { printableLine } from '../../primitives/printable.js';
import type { Styler } from '../../reports/console/style.js';
import { counted } from '../process/counted.js';

export function failed(verdict: FileVerdict, strict: boolean): boolean {
  return (
    verdict.problem !== undefined || verdict.findings.some(({ severity }) => strict || severity === 'error')
  );
}

/** `OK`/`FAIL` lines with their findings below, then the counts; paths that are no files get an error line elsewhere. */
export function* validationText(
  verdicts: readonly FileVerdict[],
  strict: boolean,
  style: Styler,
): Generator<string> {
  for (const verdict of verdicts) {
    if (verdict.problem !== undefined) continue;
    const file = printableLine(verdict.file);
    const requests = verdict.kind === 'config' ? '' : ` (${counted(verdict.requests, 'request')})`;
    yield failed(verdict, strict)
      ? `${style('red', 'FAIL')}  ${file}\n`
      : `${style('green', 'OK')}    ${file}${requests}\n`;
    for (const finding of verdict.findings) yield findingLine(finding, style);
  }
  yield `${countLine(verdicts, strict)}\n`;
}

function findingLine({ line, column, severity, code, message }: Finding, style: Styler): string {
  const word = style(severity === 'error' ? 'red' : 'yellow', severity);
  return `      ${line}:${column} ${word} ${code} ${printableLine(message)}\n`;
}

function countLine(verdicts: readonly FileVerdict[], strict: boolean): string {
  const requests = verdicts.reduce((sum, verdict) => sum + verdict.requests, 0);
  const bad = verdicts.filter((verdict) => failed(verdict, strict)).length;
  const warnings = verdicts.reduce((sum, { findings }) => sum + findings.filter(isWarning).length, 0);
  const parts = [`${verdicts.length - bad} ok`, ...(bad > 0 ? [`${bad} failed`] : [])];
  if (warnings > 0) parts.push(counted(warnings, 'warning'));
  return `${counted(verdicts.length, 'file')}, ${counted(requests, 'request')}: ${parts.join(', ')}`;
}

function isWarning({ severity }: Finding): boolean {
  return severity === 'warning';
}

/** One array, a finding per line, in pieces: a large report is never one string. */
export function* validationJson(verdicts: readonly FileVerdict[], strict: boolean): Generator<string> {
  yield '[';
  for (const [i, verdict] of verdicts.entries()) {
    const { file, requests, findings, problem } = verdict;
    const grave = findings.filter(({ severity }) => strict || severity === 'error');
    const head = `"file": ${JSON.stringify(file)}, "ok": ${!failed(verdict, strict)}, "requests": ${requests}`;
    yield `${i === 0 ? '' : ','}\n  {${head}, "errors": `;
    yield* problem === undefined ? jsonArray(grave, (error) => errorText(file, error)) : jsonArray([problem]);
    yield ', "diagnostics": ';
    yield* jsonArray(findings, ({ line, column, endColumn, severity, code, message }) => {
      return { line, column, endColumn, severity, code, message };
    });
    yield '}';
  }
  yield verdicts.length === 0 ? ']\n' : '\n]\n';
}

function* jsonArray<T>(items: readonly T[], view: (item: T) => unknown = (item) => item): Generator<string> {
  let start = '[';
  for (const item of items) {
    yield `${start}\n    ${JSON.stringify(view(item))}`;
    start = ',';
  }
  yield items.length === 0 ? '[]' : '\n  ]';
}

function errorText(file: string, { line, column, severity, code, message }: Finding): string {
  return `${file}:${line}:${column}: ${severity} ${code}: ${message}`;
}
