/** Which findings have fixes; those that are not listed have none. */
import { RULES, type DiagnosticCode } from '../../request-file/model/diagnostic.js';
import { messageValues } from '../../request-file/model/message-values.js';
import type { CheckedText } from './checked-text.js';
import type { Fix, FixableFinding, FixContext, FixSources } from './fix-context.js';
import {
  addDependency,
  addMarks,
  addName,
  addSeparator,
  addSequence,
  closeBlock,
  moveToStart,
  removeCapture,
  removeEarlierCapture,
  removeEarlierDirective,
  removeEarlierVariable,
  removeHeader,
  removeLine,
  writeAuth,
} from './line-fixes.js';
import { encodeBlanks, quoteValue, removeValue } from './value-fixes.js';
import {
  changeAuthMethod,
  changeBlock,
  changeDependency,
  changeDirective,
  changeFunction,
  changeMethod,
  changeOperator,
  changeSubject,
} from './word-fixes.js';

type Maker = (context: FixContext) => readonly Fix[];

const MAKERS: Readonly<Partial<Record<DiagnosticCode, Maker>>> = {
  missing_depends: addDependency,
  bare_directive: addMarks,
  missing_separator: addSeparator,
  unclosed_block: closeBlock,
  unexpected_close: removeLine,
  orphan_directive: removeLine,
  unused_capture: removeCapture,
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
  extra_mock: addSequence,
};

/** For tests. */
export const FIXABLE_CODES: readonly string[] = Object.keys(MAKERS);

/** Whether findings of this code may have a fix; the code may be any text. */
export function mayHaveFix(code: string): code is DiagnosticCode {
  return Object.hasOwn(RULES, code) && Object.hasOwn(MAKERS, code);
}

/** What may be a fix; whether it is one shows when it is tried. */
export function candidatesFor(
  finding: FixableFinding,
  source: CheckedText,
  sources: FixSources = {},
): readonly Fix[] {
  const { code, message } = finding;
  if (!mayHaveFix(code)) return [];
  const values = messageValues(code, message) ?? {};
  return MAKERS[code]?.({ finding, values, source, sources }) ?? [];
}
