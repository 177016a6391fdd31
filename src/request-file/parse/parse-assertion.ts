/** Parses `expect <subject> [<operator>] [<value>] [when <condition>] {unless <condition>}`. */
import { isBlank, skipBlanks, trimEnd } from '../text/characters.js';
import type { Assertion } from '../model/model.js';
import { editDistance } from '../../primitives/near-names.js';
import { ConditionReader, type ConditionSite } from '../expressions/parse-conditions.js';
import { readOperation, type OperationRules, type ValueRegion } from '../expressions/parse-operation.js';
import { operatorAt } from '../expressions/parse-operator.js';
import { noteOwnSubject, noteWrittenFile } from './name-sites.js';
import type { ParseState } from './parse-state.js';
import { SUBJECT_WORDS, readColumn, readSubject, type SubjectSite } from '../expressions/parse-subject.js';

/** The subject of an assertion is part of the response, or a column of a database row. */
export type SubjectRule = 'response' | 'column';

/** Parses the current line, whose first non-blank character is at `first`. */
export function readAssertion(state: ParseState, first: number, rule: SubjectRule): Assertion | undefined {
  const { text, reader } = state;
  const end = trimEnd(text, first, reader.end);
  const start = skipBlanks(text, first + 6, end);
  if (start >= end) {
    state.reportLine('missing_operator', { subject: 'expect' });
    return undefined;
  }
  const site = rule === 'response' ? readSubject(text, start, end, isOperator) : readColumn(text, start, end);
  if (!checkSubject(state, site, start, rule)) return undefined;
  const next = skipBlanks(text, site.end, end);
  if (next >= end || (text.charCodeAt(next) === 35 && isBlank(text.charCodeAt(next - 1)))) {
    state.report('missing_operator', start, site.end, { subject: site.text });
    return undefined;
  }
  const operation = readOperation(state, next, end, operationRules(state, rule, next, end));
  if (!operation) return undefined;
  const { operator, expected, raw, comment, path, after } = operation;
  if (operator.shape === 'path') noteWrittenFile(state, operation.end - raw.length, operation.end);
  const assertion: Assertion = {
    subject: site.text,
    operator: operator.name,
    expected,
    line: reader.line,
    raw,
  };
  if (comment === undefined && path === undefined && after === undefined) return assertion;
  if (after) noteConditions(state, after);
  return {
    ...assertion,
    ...(path !== undefined && { path }),
    ...after?.conditional,
    ...(comment !== undefined && { comment }),
  };
}

type Rules = OperationRules<ConditionSite>;
const NO_RULES: Rules = {};
const IN_DATABASE: Rules = { within: 'database' };

function operationRules(state: ParseState, rule: SubjectRule, start: number, end: number): Rules {
  if (rule === 'column') return IN_DATABASE;
  return state.mayHoldCondition(start, end) ? { after: findConditions(state, end) } : NO_RULES;
}

/** Finds the conditions after a value, and reports words that look like conditions and are none. */
function findConditions(state: ParseState, end: number): (region: ValueRegion) => ConditionSite | undefined {
  const reader = conditionReader(state, end);
  return (region) => {
    const found = reader.find(region);
    const { unread } = reader;
    if (!found && unread)
      state.report('suspicious_value', unread.at, unread.at + unread.word.length, { word: unread.word }, 2);
    return found;
  };
}

export function conditionReader(state: ParseState, end: number): ConditionReader {
  return new ConditionReader(state.text, end, (site) => expressionProblem(state, site));
}

/** Reports what is wrong with the subjects and placeholders of conditions that could be read. */
export function noteConditions(state: ParseState, { start, end, subjects }: ConditionSite): void {
  for (const { site, start: at, path } of subjects) {
    checkSubject(state, site, at, 'response');
    if (path) noteWrittenFile(state, path.start, path.end);
  }
  state.notePlaceholders(start, end);
}

function isOperator(text: string, at: number, end: number): boolean {
  return operatorAt(text, at, end).kind !== 'none';
}

/** Whether the word at this offset is `expect`, regardless of case. */
export function isExpect(text: string, first: number, end: number): boolean {
  if (end - first < 6 || (end - first > 6 && !isBlank(text.charCodeAt(first + 6)))) return false;
  return text.startsWith('expect', first) || text.slice(first, first + 6).toLowerCase() === 'expect';
}

function checkSubject(state: ParseState, site: SubjectSite, start: number, rule: SubjectRule): boolean {
  const problem = site.problem ?? expressionProblem(state, site);
  if (problem !== undefined) {
    state.report('bad_path', start, site.end, { path: site.text, reason: problem });
    return false;
  }
  state.reportLiteral(start, site.end);
  if (rule === 'response') noteOwnSubject(state, site, start);
  const { subject, text } = site;
  // A column may have any name.
  if (rule === 'column') return true;
  if (subject.kind === 'body' && text !== 'body' && !text.startsWith('body.') && !text.startsWith('body[')) {
    const word = /^[A-Za-z0-9_]*/.exec(text)?.[0] ?? '';
    const near = word.length > 1 && word.length < 10 ? nearSubject(word) : undefined;
    if (near !== undefined) state.report('suspicious_subject', start, start + word.length, { word, near });
  }
  return true;
}

/** A limit for hostile files, because the parsers of expressions are not linear. */
const MAX_EXPRESSION_LENGTH = 1000;

export function expressionProblem(state: ParseState, { subject }: SubjectSite): string | undefined {
  if (subject.kind !== 'jsonpath' && subject.kind !== 'xpath') return undefined;
  const { kind, expression } = subject;
  if (expression.length > MAX_EXPRESSION_LENGTH) return `longer than ${MAX_EXPRESSION_LENGTH} characters`;
  return state.expressions?.[kind]?.(expression);
}

/** A reserved word that differs by one edit or by case. */
function nearSubject(word: string): string | undefined {
  const lower = word.toLowerCase();
  return (
    SUBJECT_WORDS.find((reserved) => reserved === lower && reserved !== word) ??
    SUBJECT_WORDS.find((reserved) => reserved !== word && editDistance(word, reserved, 1) <= 1)
  );
}
