/** Assertions that are called with what they check: `assert.equal(a, b)`, `client.assert(b)`, `test.status(200)`. */
import { check, condition, containing } from './checks.js';
import { asCondition, compare, equality } from './comparisons.js';
import { callWord, readWord } from './expect-words.js';
import { textOf } from './own-member.js';
import { expectation, type Reader } from './reader.js';
import { readResponseWord } from './response-words.js';
import { json, ofSubject, unknown, type Chain, type Value } from '../values/script-values.js';
import { subject } from '../values/subjects.js';

type Call = (args: readonly Value[], reader: Reader) => Value;

/** `assert.isAbove(a, 5)` means `expect(a).to.be.above(5)`. */
const word =
  (name: string): Call =>
  ([target = NOTHING, ...args], reader) =>
    callWord(expectation('expect', target), name, args, reader);
const notWord =
  (name: string): Call =>
  ([target = NOTHING, ...args], reader) =>
    callWord(not(target), name, args, reader);
const state =
  (name: string): Call =>
  ([target = NOTHING]) =>
    readWord(expectation('expect', target), name);
const notState =
  (name: string): Call =>
  ([target = NOTHING]) =>
    readWord(not(target), name);
const type =
  (name: string): Call =>
  ([target = NOTHING], reader) =>
    callWord(expectation('expect', target), 'a', [json(name)], reader);
/** A plain `==` of the script, where texts and numbers may be equal. */
const loose =
  (operator: string): Call =>
  ([left = NOTHING, right = NOTHING]) =>
    checked(compare(operator, left, right));
const response =
  (name: string): Call =>
  (args) =>
    checked(readResponseWord(name, args) ?? NOTHING);

const NOTHING = unknown('checks nothing');

function not(target: Value): Chain {
  return { ...expectation('expect', target), negated: true };
}

/** A condition as something that was checked. */
function checked(value: Value): Value {
  return value.kind === 'unknown' ? value : readWord(expectation('expect', value), 'ok');
}

const ASSERT: Readonly<Record<string, Call>> = {
  '': state('ok'),
  ok: state('ok'),
  isOk: state('ok'),
  notOk: notState('ok'),
  isNotOk: notState('ok'),
  equal: loose('=='),
  notEqual: loose('!='),
  strictEqual: word('equal'),
  notStrictEqual: notWord('equal'),
  deepEqual: word('eql'),
  deepStrictEqual: word('eql'),
  notDeepEqual: () => unknown('compares lists or objects with or without their types'),
  notDeepStrictEqual: notWord('eql'),
  isTrue: state('true'),
  isFalse: state('false'),
  isNotTrue: notState('true'),
  isNotFalse: notState('false'),
  isNull: state('null'),
  isNotNull: notState('null'),
  isUndefined: state('undefined'),
  isDefined: notState('undefined'),
  exists: state('exist'),
  notExists: notState('exist'),
  isArray: type('array'),
  isObject: type('object'),
  isString: type('string'),
  isNumber: type('number'),
  isBoolean: type('boolean'),
  typeOf: word('a'),
  lengthOf: word('lengthOf'),
  include: word('include'),
  notInclude: notWord('include'),
  match: word('match'),
  notMatch: notWord('match'),
  doesNotMatch: notWord('match'),
  property: word('property'),
  notProperty: notWord('property'),
  propertyVal: word('property'),
  isAbove: word('above'),
  isAtLeast: word('least'),
  isBelow: word('below'),
  isAtMost: word('most'),
  isEmpty: state('empty'),
  isNotEmpty: notState('empty'),
  oneOf: word('oneOf'),
  closeTo: word('closeTo'),
  approximately: word('closeTo'),
  hasAllKeys: word('keys'),
  // The words below are those of Kulala.
  true: state('true'),
  false: state('false'),
  same: word('equal'),
  hasString: word('include'),
  responseHas: ([name, value]) =>
    textOf(name) === 'responseCode' && value
      ? checked(asCondition(equality(subject('status'), value, { isStrict: true })))
      : unknown('looks at a part of the response that has no counterpart'),
  headersHas: response('header'),
  bodyHas: ([text]) => (text ? checked(asCondition(containing(subject('text'), text))) : NOTHING),
  jsonHas: response('jsonBody'),
};

const TEST: Readonly<Record<string, Call>> = {
  status: response('status'),
  totalTime: ([limit]) => (limit ? checked(compare('<=', ofSubject(subject('duration')), limit)) : NOTHING),
  header: response('header'),
  headerContains: ([name, text]) =>
    textOf(name) === undefined || !text
      ? unknown('looks at a header with a computed name')
      : checked(asCondition(containing(subject('header', textOf(name)), text))),
  responseBody: ([value]) => (value ? checked(responseBody(value)) : NOTHING),
  hasResponseBody: () => checked(condition(check(subject('size'), 'greaterThan', 0))),
  hasNoResponseBody: () => checked(condition(check(subject('size'), 'equals', 0))),
};

/** Text is compared with the text, everything else with the parsed body. */
function responseBody(value: Value): Value {
  const isText = textOf(value) !== undefined;
  return asCondition(equality(subject(isText ? 'text' : 'body'), value, DEEP));
}

const DEEP = { isStrict: true, isDeep: true };

function callOf(path: string): Call | undefined {
  const [object, name = '', ...more] = path.replace(/^client\.assert\b/, 'assert').split('.');
  const table = object === 'assert' ? ASSERT : object === 'test' && name !== '' ? TEST : undefined;
  return table && more.length === 0 && Object.hasOwn(table, name) ? table[name] : undefined;
}

export function isAssertCall(path: string): boolean {
  return callOf(path) !== undefined;
}

export function callAssert(path: string, args: readonly Value[], reader: Reader): Value {
  return callOf(path)?.(args, reader) ?? NOTHING;
}
