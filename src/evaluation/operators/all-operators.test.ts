import { describe, expect, it } from 'vitest';
import {
  assertionOf,
  checkAssertion,
  responseView,
  testScope,
  type TestContext,
} from '../../../test/support/runs/evaluation.js';
import { OPERATORS } from '../../request-file/text/operators.js';
import { OPERATOR_RULES } from './all-operators.js';

/** One value of every kind; `absent` is not in the response. */
const VALUES = {
  absent: undefined,
  null: 'null',
  true: 'true',
  integer: '42',
  fraction: '42.5',
  big: '12345678901234567891',
  empty: '""',
  text: '"text"',
  digits: '"42"',
  list0: '[]',
  list2: '["a",42]',
  object0: '{}',
  object1: '{"k":1}',
};
const names = Object.keys(VALUES);
const members = Object.entries(VALUES).flatMap(([name, json]) =>
  json === undefined ? [] : [`"${name}":${json}`],
);
const view = responseView(`{${members.join(',')}}`);

/**
 * Per operator, one letter for each value in the order above:
 * p passes and its negation fails, f the other way round, u fails in both forms.
 */
const TABLE: readonly (readonly [string, string])[] = [
  //                                       A N T I F B E S D L L O O
  ['== 42', /*                          */ 'f f f p f f f f p f f f f'],
  ['42', /*                             */ 'f f f p f f f f p f f f f'],
  ['== 42.0', /*                        */ 'f f f p f f f f p f f f f'],
  ['== "42"', /*                        */ 'f f f p f f f f p f f f f'],
  ['== "42.0"', /*                      */ 'f f f p f f f f f f f f f'],
  ['== 042', /*                         */ 'f f f f f f f f f f f f f'],
  ['== null', /*                        */ 'p p f f f f f f f f f f f'],
  ['== "null"', /*                      */ 'f f f f f f f f f f f f f'],
  ['== true', /*                        */ 'f f p f f f f f f f f f f'],
  ['== "true"', /*                      */ 'f f f f f f f f f f f f f'],
  ['== 1', /*                           */ 'f f f f f f f f f f f f f'],
  ['== text', /*                        */ 'f f f f f f f p f f f f f'],
  ['== ""', /*                          */ 'f f f f f f p f f f f f f'],
  ['== 12345678901234567891', /*        */ 'f f f f f p f f f f f f f'],
  ['== 12345678901234567890', /*        */ 'f f f f f f f f f f f f f'],
  ['== "12345678901234567891"', /*      */ 'f f f f f p f f f f f f f'],
  ['== []', /*                          */ 'f f f f f f f f f p f f f'],
  ['== ["a", 42]', /*                   */ 'f f f f f f f f f f p f f'],
  ['== ["a", "42"]', /*                 */ 'f f f f f f f f f f f f f'],
  ['== {}', /*                          */ 'f f f f f f f f f f f p f'],
  ['== {"k": 1.0}', /*                  */ 'f f f f f f f f f f f f p'],
  ['== {"k": "1"}', /*                  */ 'f f f f f f f f f f f f f'],
  ['=== 42', /*                         */ 'f f f p f f f f f f f f f'],
  ['=== "42"', /*                       */ 'f f f f f f f f p f f f f'],
  ['=== null', /*                       */ 'f p f f f f f f f f f f f'],
  ['=== ["a", 42]', /*                  */ 'f f f f f f f f f f p f f'],
  ['> 41', /*                           */ 'u u u p p p u u p u u u u'],
  ['> 42', /*                           */ 'u u u f p p u u f u u u u'],
  ['> "41"', /*                         */ 'u u u p p p u u p u u u u'],
  ['>= 42', /*                          */ 'u u u p p p u u p u u u u'],
  ['>= 12345678901234567892', /*        */ 'u u u f f f u u f u u u u'],
  ['< 42.5', /*                         */ 'u u u p f f u u p u u u u'],
  ['<= 42', /*                          */ 'u u u p f f u u p u u u u'],
  ['<= 12345678901234567890', /*        */ 'u u u p p f u u p u u u u'],
  ['between 42 and 43', /*              */ 'u u u p p f u u p u u u u'],
  ['between 12345678901234567891 12345678901234567891', 'u u u f f p u u f u u u u'],
  ['approx 42.25 +- 0.25', /*           */ 'u u u p p f u u p u u u u'],
  ['approx 12345678901234567890 ± 1', /**/ 'u u u f f p u u f u u u u'],
  ['contains a', /*                     */ 'u u f f f f f f f f p f f'],
  ['contains t', /*                     */ 'u u p f f f f p f f f f f'],
  ['contains 42', /*                    */ 'u u f p p f f f p f p f f'],
  ['contains 42.5', /*                  */ 'u u f f p f f f f f f f f'],
  ['contains "42"', /*                  */ 'u u f p p f f f p f p f f'],
  ['contains k', /*                     */ 'u u f f f f f f f f f f p'],
  ['contains constructor', /*           */ 'u u f f f f f f f f f f f'],
  ['startsWith 4', /*                   */ 'u u f p p f f f p u u u u'],
  ['startsWith t', /*                   */ 'u u p f f f f p f u u u u'],
  ['startsWith ""', /*                  */ 'u u p p p p p p p u u u u'],
  ['endsWith 2', /*                     */ 'u u f p f f f f p u u u u'],
  ['endsWith e', /*                     */ 'u u p f f f f f f u u u u'],
  ['matches /^T/i', /*                  */ 'u u p f f f f p f u u u u'],
  ['matches ^\\d+$', /*                 */ 'u u f p f p f f p u u u u'],
  ['exists', /*                         */ 'f f p p p p p p p p p p p'],
  ['absent', /*                         */ 'p f f f f f f f f f f f f'],
  ['truthy', /*                         */ 'f f p p p p f p p p p p p'],
  ['type null', /*                      */ 'u p f f f f f f f f f f f'],
  ['type boolean', /*                   */ 'u f p f f f f f f f f f f'],
  ['type number', /*                    */ 'u f f p p p f f f f f f f'],
  ['type integer', /*                   */ 'u f f p f p f f f f f f f'],
  ['type string', /*                    */ 'u f f f f f p p p f f f f'],
  ['type array', /*                     */ 'u f f f f f f f f p p f f'],
  ['type object', /*                    */ 'u f f f f f f f f f f p p'],
  ['length 0', /*                       */ 'u u u u u u p f f p f p f'],
  ['length == 2', /*                    */ 'u u u u u u f f p f p f f'],
  ['length > 1', /*                     */ 'u u u u u u f p p f p f f'],
  ['length >= 1', /*                    */ 'u u u u u u f p p f p f p'],
  ['length < 1', /*                     */ 'u u u u u u p f f p f p f'],
  ['length <= 1', /*                    */ 'u u u u u u p f f p f p p'],
  ['includes 42', /*                    */ 'u u u u u u u u u f p u u'],
  ['includes "42"', /*                  */ 'u u u u u u u u u f p u u'],
  ['includes b', /*                     */ 'u u u u u u u u u f f u u'],
  ['in [42, null, "text"]', /*          */ 'p p f p f f f p p f f f f'],
  ['in []', /*                          */ 'f f f f f f f f f f f f f'],
  ['in [[], {"k": 1}]', /*              */ 'f f f f f f f f f p f f p'],
  ['isEmpty', /*                        */ 'u u u u u u p f f p f p f'],
  ['each type string', /*               */ 'u u u u u u u u u p f u u'],
  ['each !type object', /*              */ 'u u u u u u u u u p p u u'],
  ['each matches /^[a4]/', /*           */ 'u u u u u u u u u p p u u'],
  ['each in ["a", 42]', /*              */ 'u u u u u u u u u p p u u'],
  ['each 42', /*                        */ 'u u u u u u u u u p f u u'],
];

const context: TestContext = {
  scope: testScope(),
  schema: () => Promise.reject(new Error('not needed')),
  snapshot: {
    storing: 'never',
    redact: (value) => value,
    read: () => Promise.resolve(undefined),
    write: () => Promise.resolve(),
  },
};

describe('every operator on every kind of value', () => {
  it.each(TABLE)('%s', async (written, letters) => {
    const found: string[] = [];
    for (const name of names) {
      const assertion = assertionOf(`expect body.${name} ${written}`);
      const negation = OPERATORS.get(assertion.operator)?.negation ?? '';
      const plain = await checkAssertion(assertion, view, context);
      const negated = await checkAssertion({ ...assertion, operator: negation }, view, context);
      expect(plain.passed && negated.passed, `${name}: both forms pass`).toBe(false);
      found.push(plain.passed ? 'p' : negated.passed ? 'f' : 'u');
      expect(plain.message === '', `${name}: a message exactly when it fails`).toBe(plain.passed);
    }
    expect(found.join(' ')).toBe(letters);
  });

  it('leaves no operator out', () => {
    const tried = new Set(TABLE.map(([written]) => assertionOf(`expect body.x ${written}`).operator));
    const apart = new Set(['schema', 'notSchema', 'snapshot']);
    const left = [...OPERATORS.values()].filter(
      ({ name, negation }) => !tried.has(name) && !tried.has(negation ?? '') && !apart.has(name),
    );
    expect(left.map(({ name }) => name)).toEqual([]);
    const operators = [...Object.keys(OPERATOR_RULES), 'each', 'notEach'];
    expect(operators.sort()).toEqual([...OPERATORS.keys()].sort());
  });
});

describe('values that only running can tell to be wrong', () => {
  const scope = testScope({
    environment: { text: 'x', list: [1], n: '3', half: 1.5, object: { a: 1 }, re: '(' },
  });

  it.each([
    ['body.integer in {{text}}', 'the expected value is not a list'],
    ['body.integer > {{text}}', 'the expected value is not a number'],
    ['body.integer between {{text}} 5', 'the expected value is not a number'],
    ['body.text length {{half}}', 'not a whole number'],
    ['body.text length {{text}}', 'not a whole number'],
    ['body.text startsWith {{list}}', 'the expected value is not text'],
    ['body.text type {{text}}', '`x` is no type'],
    ['body.text matches {{re}}', 'Invalid regular expression'],
    ['body.text matches /{{re}}/i', 'Invalid regular expression'],
  ])('expect %s fails in both forms', async (line, reason) => {
    const assertion = assertionOf(`expect ${line}`);
    for (const operator of [assertion.operator, OPERATORS.get(assertion.operator)?.negation ?? '']) {
      const checked = await checkAssertion({ ...assertion, operator }, view, { ...context, scope });
      expect(checked.passed, operator).toBe(false);
      expect(checked.message).toContain(reason);
    }
  });

  it('accepts numeric strings where a number is wanted', async () => {
    const checked = await checkAssertion(assertionOf('expect body.list2 length < {{n}}'), view, {
      ...context,
      scope,
    });
    expect(checked).toMatchObject({ passed: true, expected: '3', actual: 2 });
  });
});
