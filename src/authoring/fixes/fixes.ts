/** What an editor can change so that a finding is gone. */
import { hasErrors, type Diagnostic, type DiagnosticCode } from '../../request-file/model/diagnostic.js';
import { messageValues } from '../../request-file/model/message-values.js';
import type { RequestFile } from '../../request-file/model/model.js';
import { parseText } from '../../request-file/parse-file.js';
import { validateFiles } from '../../request-file/validate.js';
import type { Fix, FixableFinding, FixContext } from './fix-context.js';
import {
  addDependency,
  addMarks,
  addName,
  addSeparator,
  closeBlock,
  moveToStart,
  removeEarlierCapture,
  removeEarlierDirective,
  removeEarlierVariable,
  removeHeader,
  removeLine,
  writeAuth,
} from './line-fixes.js';
import { meansTheSame } from './meaning.js';
import { applyEdits, TextLines } from './text-edit.js';
import {
  changeAuthMethod,
  changeBlock,
  changeDependency,
  changeDirective,
  changeFunction,
  changeMethod,
  changeOperator,
  changeSubject,
  encodeBlanks,
  quoteValue,
  removeValue,
} from './word-fixes.js';

export type { Fix } from './fix-context.js';

type Maker = (context: FixContext) => readonly Fix[];

/** Findings that are not listed have no fix. */
const MAKERS: Readonly<Partial<Record<DiagnosticCode, Maker>>> = {
  missing_depends: addDependency,
  bare_directive: addMarks,
  missing_separator: addSeparator,
  unclosed_block: closeBlock,
  unexpected_close: removeLine,
  orphan_directive: removeLine,
  unused_capture: removeLine,
  computed_header: removeHeader,
  auth_overrides_header: removeHeader,
  indented_delimiter: moveToStart,
  unknown_operator: changeOperator,
  unknown_method: changeMethod,
  unknown_directive: changeDirective,
  unknown_function: changeFunction,
  unknown_auth_method: changeAuthMethod,
  unknown_block: changeBlock,
  suspicious_subject: changeSubject,
  unknown_dependency: changeDependency,
  duplicate_directive: removeEarlierDirective,
  duplicate_variable: removeEarlierVariable,
  duplicate_capture: removeEarlierCapture,
  duplicate_title: addName,
  dialect_authorization: writeAuth,
  suspicious_value: quoteValue,
  bad_value: quoteValue,
  unexpected_value: removeValue,
  blank_in_url: encodeBlanks,
};

/** Each of them makes the finding disappear and causes no error; what would not is left out. */
export function fixesFor(finding: FixableFinding, text: string): readonly Fix[] {
  const maker = MAKERS[finding.code];
  if (maker === undefined) return [];
  const lines = new TextLines(text);
  const before = checked(text);
  const values = messageValues(finding.code, finding.message) ?? {};
  return maker({ finding, values, lines, file: before.file }).filter((fix) =>
    holds(fix, finding, before, checked(applyEdits(lines, fix.edits))),
  );
}

interface CheckedFile {
  readonly file: RequestFile;
  readonly findings: readonly Diagnostic[];
}

function checked(text: string): CheckedFile {
  const file = parseText(text, 'edited.http');
  return { file, findings: [...file.diagnostics, ...(validateFiles([file]).get(file) ?? [])] };
}

function holds(
  fix: Fix,
  { code, message }: FixableFinding,
  before: CheckedFile,
  after: CheckedFile,
): boolean {
  const isSame = (other: Diagnostic): boolean => other.code === code && other.message === message;
  if (after.findings.filter(isSame).length >= before.findings.filter(isSame).length) return false;
  const errorsBefore = errorCounts(before);
  for (const [each, count] of errorCounts(after)) if (count > (errorsBefore.get(each) ?? 0)) return false;
  return !fix.safe || hasErrors(before.file) || meansTheSame(before.file, after.file);
}

function errorCounts({ findings }: CheckedFile): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { code, severity } of findings)
    if (severity === 'error') counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}
