/** Parses `expect <subject> [<operator>] [<value>]`. */
import { isBlank, skipBlanks, trimEnd } from '../text/characters.js';
import type { Assertion, Json } from '../model/model.js';
import { OPERATORS, OPERATOR_WORDS, type Operator } from '../text/operators.js';
import { editDistance, nearest } from '../../primitives/near-names.js';
import { readExpected, valueSite } from '../expressions/parse-expected.js';
import { operatorAt } from '../expressions/parse-operator.js';
import type { ParseState } from './parse-state.js';
import { SUBJECT_WORDS, readColumn, readSubject, type SubjectSite } from '../expressions/parse-subject.js';

/** The subject of an assertion is part of the response, or a column of a database row. */
export type SubjectRule = 'response' | 'column';

const EQUALS_OPERATOR = OPERATORS.get('equals') as Operator;
/** Operators that are allowed neither inside `each` nor in database checks. */
const OUTERMOST: ReadonlySet<string> = new Set(['each', 'notEach', 'schema', 'notSchema', 'snapshot']);

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
  const operation = readOperation(state, next, end, rule === 'column' ? 'database' : undefined);
  if (!operation) return undefined;
  const { operator, expected, raw, comment } = operation;
  const { line } = reader;
  const subject = site.text;
  if (comment === undefined) return { subject, operator: operator.name, expected, line, raw };
  return { subject, operator: operator.name, expected, line, raw, comment };
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

interface Operation {
  readonly operator: Operator;
  readonly expected: Json;
  readonly raw: string;
  readonly comment: string | undefined;
  /** Offset after the value, or after the operator if it takes none. */
  readonly end: number;
}

/** Where the operators of `OUTERMOST` are not allowed. */
type OperatorContext = 'each' | 'database';

/** Parses operator and value from `at` on. */
function readOperation(
  state: ParseState,
  at: number,
  end: number,
  within?: OperatorContext,
): Operation | undefined {
  const { text } = state;
  const site = operatorAt(text, at, end);
  if (site.kind === 'unknown') return unknownOperator(state, at, site.end, site.word);
  const operator = site.kind === 'operator' ? site.operator : EQUALS_OPERATOR;
  const operatorEnd = site.kind === 'operator' ? site.end : at;
  const written = text.slice(at, operatorEnd) || '==';
  if (within !== undefined && OUTERMOST.has(operator.name)) {
    if (within === 'each') return unknownOperator(state, at, operatorEnd, written);
    state.report('db_syntax', at, operatorEnd);
    return undefined;
  }
  const start = skipBlanks(text, operatorEnd, end);
  const value = valueSite(text, start, end, operator.shape === 'pattern' || operator.shape === 'each');
  if (site.kind === 'none' && site.not) state.report('suspicious_value', at, value.end);
  else if (site.kind === 'none') reportNearOperator(state, at, value.end);
  const empty = start >= value.end;
  if (operator.shape === 'none') {
    if (empty) return { operator, expected: null, raw: '', comment: value.comment, end: operatorEnd };
    state.report('unexpected_value', start, value.end, { operator: written });
    return undefined;
  }
  if (empty && operator.shape !== 'optional-name') {
    state.report('missing_value', at, Math.max(operatorEnd, at + 1), { operator: written });
    return undefined;
  }
  if (operator.shape === 'each') return readEach(state, operator, start, end);
  const raw = text.slice(start, value.end);
  const parsed = readExpected(raw, operator.shape);
  if (!parsed.ok) {
    state.report('bad_value', start, value.end, { reason: parsed.reason });
    return undefined;
  }
  state.notePlaceholders(start, value.end);
  return { operator, expected: parsed.expected, raw, comment: value.comment, end: value.end };
}

/** `expect status eqals 200` compares with a text, which nobody means. */
function reportNearOperator(state: ParseState, at: number, end: number): void {
  const [word] = OPERATOR_LIKE.exec(state.text.slice(at, Math.min(end, at + 20))) ?? [];
  const near = word === undefined ? undefined : state.nearName(word, LONG_OPERATOR_NAMES);
  if (word === undefined || near === undefined) return;
  state.report('suspicious_value', at, at + word.length, { word, near }, 1);
}

/** Shorter words are near too many others. */
const OPERATOR_LIKE = /^[a-z][A-Za-z]{4,11}(?=[ \t]+\S)/;
const LONG_OPERATOR_NAMES = [...OPERATOR_WORDS.values()]
  .map(({ name }) => name)
  .filter(({ length }) => length >= 5);

function readEach(state: ParseState, operator: Operator, start: number, end: number): Operation | undefined {
  const inner = readOperation(state, start, end, 'each');
  if (!inner) return undefined;
  const raw = state.text.slice(start, inner.end);
  const expected = { operator: inner.operator.name, expected: inner.expected };
  return { operator, expected, raw, comment: inner.comment, end: inner.end };
}

function unknownOperator(state: ParseState, start: number, end: number, word: string): undefined {
  const names = [...OPERATOR_WORDS.values()].map((operator) => operator.name);
  const bare = word.replace(/^!|^not[ \t]+/i, '');
  const near = nearest(bare, names, 1)[0];
  const shown =
    near === undefined || near.toLowerCase() === bare.toLowerCase()
      ? undefined
      : word.startsWith('!')
        ? `!${near}`
        : near;
  state.report(
    'unknown_operator',
    start,
    end,
    { text: word, near: shown ?? '' },
    shown === undefined ? 1 : 0,
  );
  return undefined;
}
