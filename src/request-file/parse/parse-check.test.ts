import { expect, it } from 'vitest';
import { OPERATORS } from '../text/operators.js';
import { readCheck } from './parse-check.js';

it.each([
  ['?? status == 200', 'status == 200'],
  ['?? duration < 500', 'duration < 500'],
  ['?? header X-Id == 5', 'header X-Id === "5"'],
  ['?? header X-Id != a', 'header X-Id !== "a"'],
  ['?? body contains x', 'body contains "x"'],
  ['?? body == x', 'body == "x"'],
  ['?? body a == x', 'body.a == "x"'],
  ['?? body a.b[0] == x', 'body.a.b[0] == "x"'],
  ['?? body a == "x"', String.raw`body.a == "\"x\""`],
  ['?? body a === true', 'body.a == true'],
  ['?? body n == 5.5', String.raw`body.n matches /^5\.5$/`],
  ['?? body n > 5', 'body.n > 5'],
  ['?? body a == null', 'body.a type null'],
  ['?? body a exists', 'body.a truthy'],
  ['?? body a isTrue', 'body.a truthy'],
  ['?? body a isFalse', 'body.a !truthy'],
  ['?? js response.parsedBody.a == x', 'body.a == "x"'],
  ['?? js response.parsedBody.a isArray', 'body.a type array'],
  ['?? xpath //a == 5', 'xpath "//a" == 5'],
])('reads %s', (line, assertion) => {
  const found = readCheck(line);
  const text = 'assertion' in found ? found.assertion : undefined;
  const operator = text && (OPERATORS.get(text.operator)?.written ?? text.operator);
  expect([text?.subject, operator, text?.raw].filter(Boolean).join(' ')).toBe(assertion);
});

it.each([
  ['?? body a != x', 'its value is of another type'],
  ['?? body a > x', 'its value is of another type'],
  ['?? status == x', 'its value is of another type'],
  ['?? body a + 1 == 2', 'its expression is not read'],
  ['?? body a md5 x', 'its operator is not read'],
  ['?? md5 == 1', 'its subject is not read'],
])('reports %s', (line, reason) => {
  expect(readCheck(line)).toEqual({ reason });
});
