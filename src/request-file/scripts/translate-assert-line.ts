/** Translates `expression: operator value`, the assertion lines of Bruno. */
import type { Json } from '../model/model.js';
import { isOnePlaceholder } from '../text/template.js';
import {
  check,
  containing,
  isType,
  isUnknown,
  matching,
  memberOf,
  ofText,
  opposite,
  type Checks,
} from './checks/checks.js';
import { COLLECTED, equality, orderedNumbers } from './checks/comparisons.js';
import { range } from './checks/list-words.js';
import { ExpressionReader } from './expressions/evaluate.js';
import { assertionOf, linesOf } from './statements/lines.js';
import type { ScriptReport, ScriptSource, Translation } from './translation.js';
import { Names } from './values/names.js';
import { parseScript } from './values/script-syntax.js';
import { UNDEFINED, json, ofSubject, template, unknown, type Value } from './values/script-values.js';
import { hasMembers, withStep, type Subject } from './values/subjects.js';
import { writeValue } from './values/written-values.js';

export function translateAssertLine(expression: string, written: string, source: ScriptSource): Translation {
  const checks = readLine(expression, written.trim(), source);
  const lines = isUnknown(checks) ? undefined : linesOf(checks);
  const none = { captures: [], sets: [], changes: [], schemas: [], ignored: [] };
  if (lines)
    return { ...none, assertions: lines.map((line) => assertionOf(line, source.line, {})), reports: [] };
  const { line, column = 1 } = source;
  const report: ScriptReport = {
    line,
    column,
    endLine: line,
    endColumn: column + expression.length + written.length,
    form: 'the assertion',
    reason: isUnknown(checks) ? checks.reason : 'looks at a place that cannot be written',
  };
  return { ...none, assertions: [], reports: [report] };
}

function readLine(expression: string, written: string, source: ScriptSource): Checks {
  const of = subjectOf(expression, source);
  if ('kind' in of && of.kind === 'unknown') return of;
  const [first, rest] = cut(written);
  const isWord = Object.hasOwn(OPERATORS, first) || Object.hasOwn(STATES, first);
  const [word, value] = isWord ? [first, rest] : ['eq', written];
  const check = (Object.hasOwn(STATES, word) ? STATES[word] : undefined) ?? OPERATORS[word] ?? equals;
  const found = check(of, value);
  if (isUnknown(found) || of.isCollected !== true) return found;
  return POSITIVE.has(word) ? found : unknown(COLLECTED);
}

/** What no list of values passes that was collected from the elements of lists. */
const POSITIVE: ReadonlySet<string> = new Set(
  'eq gt gte lt lte in startsWith endsWith between isTruthy isFalsy isNull isNumber isString isBoolean'.split(
    ' ',
  ),
);

function cut(text: string): readonly [string, string] {
  const [, word = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(text) ?? [];
  return [word, rest.trim()];
}

function subjectOf(expression: string, source: ScriptSource): Subject | ReturnType<typeof unknown> {
  const parsed = parseScript(expression);
  const [statement, ...more] = parsed.ok ? parsed.program.body : [];
  if (statement?.type !== 'ExpressionStatement' || more.length > 0)
    return unknown('has an expression that cannot be read');
  const value = new ExpressionReader(source).read(statement.expression, new Names());
  if (value.kind === 'subject') return value.subject;
  return value.kind === 'unknown' ? value : unknown('looks at what only the script has');
}

type Reading = (of: Subject, value: string) => Checks;

const equals: Reading = (of, value) => compared(of, literal(value));
const ordered =
  (operator: string): Reading =>
  (of, value) =>
    orderedNumbers(of, operator, number(literal(value)));
const among: Reading = (of, value) => {
  const inner = value.startsWith('[') && value.endsWith(']') ? value.slice(1, -1) : value;
  const items = inner.split(',').map((item) => literal(item.trim()));
  return items.find((item) => item.kind === 'unknown') ?? memberOf(of, items);
};
const including: Reading = (of, value) => containing(of, literal(value));
const affix =
  (operator: string): Reading =>
  (of, value) => {
    const text = literal(value);
    const isText = text.kind === 'template' || (text.kind === 'json' && typeof text.value === 'string');
    const written = isText ? writeValue(text) : undefined;
    if (!written) return text.kind === 'unknown' ? text : unknown('compares with what is no text');
    return [{ subject: of, operator, ...written, needs: ofText(of) }];
  };
const negated =
  (reading: Reading): Reading =>
  (of, value) => {
    const found = reading(of, value);
    const opposites = isUnknown(found) || found.length > 1 ? undefined : found[0] && opposite(found[0]);
    if (isUnknown(found)) return found;
    return opposites ?? unknown('is negated, and has no opposite line');
  };

/** Words with a value. */
const OPERATORS: Readonly<Record<string, Reading>> = {
  eq: equals,
  neq: negated(equals),
  gt: ordered('greaterThan'),
  gte: ordered('greaterOrEqual'),
  lt: ordered('lessThan'),
  lte: ordered('lessOrEqual'),
  in: among,
  notIn: negated(among),
  contains: including,
  notContains: negated(including),
  length: (of, value) =>
    hasMembers(of)
      ? equality(withStep(of, 'length'), literal(value), STRICT)
      : unknown('measures what only the script has'),
  matches: pattern,
  notMatches: notPattern,
  startsWith: affix('startsWith'),
  endsWith: affix('endsWith'),
  between,
};

const state =
  (operator: string): Reading =>
  (of) => [check(of, operator)];
const type =
  (name: string): Reading =>
  (of) => [isType(of, name)];
const constant =
  (value: Json): Reading =>
  (of) =>
    equality(of, json(value), STRICT);

/** Words without a value; they ask for `true` and `false` themselves. */
const STATES: Readonly<Record<string, Reading>> = {
  isEmpty: state('isEmpty'),
  isNotEmpty: state('notIsEmpty'),
  isNull: type('null'),
  isUndefined: state('absent'),
  isDefined: state('notAbsent'),
  isTruthy: constant(true),
  isFalsy: constant(false),
  isJson: (of) => [{ ...isType(of, 'array'), unless: [isType(of, 'object')] }],
  isNumber: type('number'),
  isString: type('string'),
  isBoolean: type('boolean'),
  isArray: type('array'),
};

const STRICT = { isStrict: true };

function compared(of: Subject, value: Value): Checks {
  if (value.kind !== 'template') return equality(of, value, STRICT);
  // The text of a variable is read as a literal, which is what an expected value does with it.
  return [{ subject: of, operator: 'strictEquals', expected: value.text, raw: value.text }];
}

/** A number, a word, quoted text without its quotes, or text; placeholders stay what they are. */
function literal(value: string): Value {
  if (value === 'true' || value === 'false') return json(value === 'true');
  if (value === 'null') return json(null);
  if (value === 'undefined') return UNDEFINED;
  if (isOnePlaceholder(value)) return template(value);
  const [, , quoted] = /^(["'])(.*)\1$/s.exec(value) ?? [];
  if (quoted !== undefined) return plainText(quoted);
  if (value === '') return json('');
  const number = Number(value);
  if (!Number.isNaN(number) && number <= Number.MAX_SAFE_INTEGER)
    return Number.isFinite(number) ? json(number) : unknown('compares with infinity');
  // The client reads it as the inside of a text with placeholders of JavaScript.
  return /[`\\]|\$\{/.test(value) ? unknown('computes its value') : plainText(value);
}

/** The text of a variable is read as a number. */
function number(value: Value): Value {
  return value.kind === 'template' ? { kind: 'number', of: value } : value;
}

function plainText(text: string): Value {
  return text.includes('{{') ? template(text, true) : json(text);
}

function pattern(of: Subject, value: string): Checks {
  const isSlashed = value.length > 1 && value.startsWith('/') && value.endsWith('/');
  const source = isSlashed ? value.slice(1, -1) : value;
  if (!isSlashed && value.startsWith('/'))
    return unknown('has a pattern with flags, which the client takes for a part of it');
  return matching(of, source.replaceAll(/(?<!\\)\//g, String.raw`\/`), '');
}

/** A value that is undefined matches nothing. */
function notPattern(of: Subject, value: string): Checks {
  const found = pattern(of, value);
  if (isUnknown(found)) return found;
  return found.map((one) => ({ ...one, operator: 'notMatches', unless: [check(of, 'absent')] }));
}

function between(of: Subject, value: string): Checks {
  const [low, high, ...more] = value.split(',').map((item) => number(literal(item.trim())));
  const found = range(ofSubject(of), low, high);
  if (more.length > 0) return unknown('compares with bounds that are no two numbers');
  return found.kind === 'condition'
    ? (found.any[0] ?? [])
    : unknown('compares with bounds that are no two numbers');
}
