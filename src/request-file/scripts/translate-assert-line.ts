/** Translates `expression: operator value`, the assertion lines of Bruno. */
import type { Json } from '../model/model.js';
import { cutPattern, patternEnd } from '../expressions/parse-subject.js';
import { isJsonNumber } from '../../primitives/json/json-number.js';
import { LENGTH_FORMS } from '../text/operators.js';
import { isOnePlaceholder } from '../text/template.js';
import { check, isUnknown, matching, type Checks } from './checks/checks.js';
import { ExpressionReader } from './expressions/evaluate.js';
import { assertionOf, comparisons } from './statements/lines.js';
import type { ScriptReport, ScriptSource, Translation } from './translation.js';
import { Names } from './values/names.js';
import { parseScript } from './values/script-syntax.js';
import { unknown, type Check } from './values/script-values.js';
import { lastStep, parentOf, subject, type Subject } from './values/subjects.js';

export function translateAssertLine(expression: string, written: string, source: ScriptSource): Translation {
  const checks = readLine(expression, written.trim(), source);
  const lines = isUnknown(checks) ? undefined : comparisons(checks);
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
  const state = Object.hasOwn(STATES, word) ? STATES[word] : undefined;
  if (state) return [word === 'isJson' ? check(subject('body'), 'notAbsent') : check(of, ...state)];
  return compareWith(of, OPERATORS[word] ?? 'equals', value);
}

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

/** Words with a value. */
const OPERATORS: Readonly<Record<string, string>> = {
  eq: 'equals',
  neq: 'notEquals',
  gt: 'greaterThan',
  gte: 'greaterOrEqual',
  lt: 'lessThan',
  lte: 'lessOrEqual',
  in: 'in',
  notIn: 'notIn',
  contains: 'contains',
  notContains: 'notContains',
  length: 'length',
  matches: 'matches',
  notMatches: 'notMatches',
  startsWith: 'startsWith',
  endsWith: 'endsWith',
  between: 'between',
};

type State = readonly [operator: string, expected?: Json, raw?: string];

/** Words without a value. */
const STATES: Readonly<Record<string, State>> = {
  isEmpty: ['isEmpty'],
  isNotEmpty: ['notIsEmpty'],
  isNull: ['type', 'null', 'null'],
  isUndefined: ['absent'],
  isDefined: ['notAbsent'],
  isTruthy: ['truthy'],
  isFalsy: ['notTruthy'],
  isJson: ['notAbsent'],
  isNumber: ['type', 'number', 'number'],
  isString: ['type', 'string', 'string'],
  isBoolean: ['type', 'boolean', 'boolean'],
  isArray: ['type', 'array', 'array'],
};

function compareWith(of: Subject, operator: string, value: string): Checks {
  switch (operator) {
    case 'in':
    case 'notIn':
      return [list(of, operator, value)];
    case 'matches':
    case 'notMatches':
      return pattern(of, operator, value);
    case 'between':
      return bounds(of, value);
    default:
      return plain(of, operator, value);
  }
}

const ORDERED: ReadonlySet<string> = new Set(['greaterThan', 'greaterOrEqual', 'lessThan', 'lessOrEqual']);

function plain(of: Subject, operator: string, value: string): Checks {
  const written = literal(value);
  const isPlaceholder = typeof written.expected === 'string' && isOnePlaceholder(written.expected);
  const isNumber = typeof written.expected === 'number';
  if (ORDERED.has(operator) && !isNumber && !isPlaceholder) return unknown('orders what is no number');
  if (operator === 'length' && !isPlaceholder && !(isNumber && Number.isInteger(written.expected)))
    return unknown('compares a length with what is no count');
  const form = lastStep(of) === 'length' && of.kind === 'body' ? LENGTH_FORMS[operator] : undefined;
  if (form !== undefined && isNumber) return [{ subject: parentOf(of), operator: form, ...written }];
  return [{ subject: of, operator, ...written }];
}

type Written = Pick<Check, 'expected' | 'raw'>;

/** A number, a word of JSON, quoted text without its quotes, or text; placeholders stay what they are. */
function literal(value: string): Written {
  if (isJsonNumber(value)) return { expected: Number(value), raw: value };
  if (value === 'true' || value === 'false') return { expected: value === 'true', raw: value };
  if (value === 'null') return { expected: null, raw: value };
  if (isOnePlaceholder(value)) return { expected: value, raw: value };
  const [, , quoted] = /^(["'])(.*)\1$/s.exec(value) ?? [];
  const text = quoted ?? value;
  return { expected: text, raw: JSON.stringify(text) };
}

function list(of: Subject, operator: string, value: string): Check {
  const inner = value.startsWith('[') && value.endsWith(']') ? value.slice(1, -1) : value;
  const items = inner.split(',').map((item) => literal(item.trim()));
  return {
    subject: of,
    operator,
    expected: items.map(({ expected }) => expected),
    raw: `[${items.map(({ raw }) => raw).join(',')}]`,
  };
}

function pattern(of: Subject, operator: string, value: string): Checks {
  const isSlashed = value.startsWith('/') && patternEnd(value, 0, value.length) === value.length;
  const { source, flags } = isSlashed ? cutPattern(value) : { source: value, flags: '' };
  const found = matching(of, source.replaceAll(/(?<!\\)\//g, String.raw`\/`), flags);
  return isUnknown(found) ? found : found.map((one) => ({ ...one, operator }));
}

function bounds(of: Subject, value: string): Checks {
  const [low, high, ...more] = value.split(',').map((item) => literal(item.trim()));
  if (
    !low ||
    !high ||
    more.length > 0 ||
    typeof low.expected !== 'number' ||
    typeof high.expected !== 'number'
  )
    return unknown('compares with bounds that are no two numbers');
  const expected = [low.expected, high.expected];
  return [{ subject: of, operator: 'between', expected, raw: `${low.raw} and ${high.raw}` }];
}
