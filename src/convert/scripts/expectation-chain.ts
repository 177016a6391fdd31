/** Converts `pm.expect(x).to.…` and comparisons of older scripts to assertions. */
import type { Assertion, Json } from '../../request-file/model/model.js';
import { assertion } from '../imported-assertions.js';
import { literalOf, memberStep, subjectOf } from './script-expression.js';

/** Undefined for a chain without a counterpart. */
export function convertExpectation(
  expression: string,
  chain: string,
  names: ReadonlySet<string>,
): readonly Assertion[] | undefined {
  const subject = subjectOf(expression, names);
  const words = chain.replaceAll(/\s*\n\s*/g, '');
  const negated = /^(?:be\.|have\.)?not\./.test(words);
  const [, word = '', inner] =
    /^((?:[a-zA-Z]+\.)*[a-zA-Z]+)(?:\(([^]*)\))?$/.exec(words.replace(/^((?:be\.|have\.)?)not\./, '$1')) ??
    [];
  if (subject === undefined || word === '') return undefined;
  const flag = FLAGS.get(word);
  const found = inner === undefined ? flag && assertion(subject, ...flag) : callCheck(subject, word, inner);
  if (found === undefined || !negated) return found && [found];
  const operator = OPPOSITES[found.operator];
  return operator === undefined ? undefined : [{ ...found, operator }];
}

const OPPOSITES: Readonly<Record<string, string>> = {
  equals: 'notEquals',
  exists: 'notExists',
  contains: 'notContains',
  isEmpty: 'notIsEmpty',
  type: 'notType',
  in: 'notIn',
};

/** The operators and values of chains that end without a call. */
const FLAGS: ReadonlyMap<string, readonly [operator: string, expected: Json]> = new Map([
  ['be.true', ['equals', true]],
  ['be.false', ['equals', false]],
  ['be.null', ['equals', null]],
  ['exist', ['exists', null]],
  ['be.undefined', ['notExists', null]],
  ['be.empty', ['isEmpty', null]],
]);

const ORDERS: Readonly<Record<string, string>> = {
  'be.below': 'lessThan',
  'be.lessThan': 'lessThan',
  'be.lt': 'lessThan',
  'be.above': 'greaterThan',
  'be.greaterThan': 'greaterThan',
  'be.gt': 'greaterThan',
  'be.at.least': 'greaterOrEqual',
  'be.at.most': 'lessOrEqual',
  'have.lengthOf': 'length',
  'have.length': 'length',
};
const TYPES: ReadonlySet<string> = new Set(['null', 'boolean', 'number', 'string', 'array', 'object']);

function callCheck(subject: string, word: string, inner: string): Assertion | undefined {
  const value = literalOf(inner)?.value;
  if (/^(?:deep\.)?(?:eql|equals?|eq|be\.eql|be\.equal)$/.test(word))
    return value === undefined ? undefined : assertion(subject, 'equals', value);
  if (Object.hasOwn(ORDERS, word))
    return typeof value === 'number' ? assertion(subject, ORDERS[word] ?? 'equals', value) : undefined;
  if (/^(?:include|includes|contain|contains)$/.test(word))
    return typeof value === 'string' ? assertion(subject, 'contains', value) : undefined;
  if (word === 'be.a' || word === 'be.an') {
    const type = String(value).toLowerCase();
    return TYPES.has(type) ? { ...assertion(subject, 'type', type), raw: type } : undefined;
  }
  if (word === 'be.oneOf') return memberOf(subject, inner);
  return word === 'have.property' ? property(subject, inner) : undefined;
}

function memberOf(subject: string, inner: string): Assertion | undefined {
  const items = /^\s*\[([^\]]*)\]\s*$/.exec(inner)?.[1]?.split(',').map(literalOf);
  if (items === undefined || items.some((item) => item === undefined)) return undefined;
  return assertion(
    subject,
    'in',
    items.map((item) => item?.value ?? null),
  );
}

function property(subject: string, inner: string): Assertion | undefined {
  const [, name = '', rest] = /^\s*("[^"]*"|'[^']*')\s*(?:,([^]*))?$/.exec(inner) ?? [];
  const key = literalOf(name)?.value;
  if (typeof key !== 'string' || !subject.startsWith('body')) return undefined;
  const place = subject + memberStep(key);
  if (rest === undefined) return assertion(place, 'exists');
  const value = literalOf(rest)?.value;
  return value === undefined ? undefined : assertion(place, 'equals', value);
}

/** `responseCode.code === 200`, `responseTime < 500`, `responseBody.has("x")`. */
export function convertComparison(
  expression: string,
  names: ReadonlySet<string>,
): readonly Assertion[] | undefined {
  const has = /^responseBody\.has\(([^]*)\)$/.exec(expression.trim())?.[1];
  if (has !== undefined) {
    const value = literalOf(has)?.value;
    return typeof value === 'string' ? [assertion('body', 'contains', value)] : undefined;
  }
  const [, left = '', symbol = '', right = ''] =
    /^([^=<>!&|]+)(===?|<=?|>=?)([^=<>!&|]+)$/.exec(expression) ?? [];
  const subject = subjectOf(left, names);
  const value = literalOf(right)?.value;
  if (subject === undefined || value === undefined) return undefined;
  const operator = { '<': 'lessThan', '<=': 'lessOrEqual', '>': 'greaterThan', '>=': 'greaterOrEqual' }[
    symbol
  ];
  if (operator !== undefined && typeof value !== 'number') return undefined;
  return [assertion(subject, operator ?? 'equals', value)];
}
