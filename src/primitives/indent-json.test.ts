import { expect, it } from 'vitest';
import { indentJson } from './json-scanner.js';

it.each([
  ['{}', '{}'],
  [' [ ] ', '[]'],
  [
    '{"a":[1,{"b":null}],"a":"x,]"}',
    '{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ],\n  "a": "x,]"\n}',
  ],
  ['12345678901234567890', '12345678901234567890'],
  ['"a\\"b"', '"a\\"b"'],
])('indents %s', (text, expected) => {
  expect(indentJson(text, {})).toBe(expected);
});

it('stops at its limits', () => {
  expect(indentJson('[[1]]', { maxDepth: 1 })).toBeUndefined();
  expect(indentJson('[[1]]', { maxDepth: 2 })).toBe('[\n  [\n    1\n  ]\n]');
  expect(indentJson('[1]', { maxLength: 6 })).toBeUndefined();
  expect(indentJson('[1]', { maxLength: 7 })).toBe('[\n  1\n]');
});

it('indents beyond 64 levels', () => {
  const deep = '['.repeat(100) + '1' + ']'.repeat(100);
  expect(indentJson(deep, {})).toBe(JSON.stringify(JSON.parse(deep), null, 2));
});
