import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTooDeep, indentJson, scalarEnd, skipBlanks, stringEnd } from './json-scanner.js';

describe('tokens', () => {
  it.each<[string, number]>([
    ['""', 2],
    ['"a",', 3],
    ['"\\"",', 4],
    ['"\\\\"', 4],
    ['"\\\\\\""x', 6],
    ['"open', -1],
    ['"open\\"', -1],
  ])('finds the end of the string %s', (text, end) => {
    expect(stringEnd(text, 0)).toBe(end);
  });

  it('finds the ends of numbers, words and blanks', () => {
    expect(scalarEnd('-1.5e3,', 0)).toBe(6);
    expect(scalarEnd('true]', 0)).toBe(4);
    expect(scalarEnd('null', 0)).toBe(4);
    expect(skipBlanks(' \t\r\nx', 0)).toBe(4);
    expect(skipBlanks('x', 1)).toBe(1);
  });

  it.each<[string, number]>([
    ['[[]]', -1],
    ['[[[]]]', 2],
    ['{"a":{"b":[]}}', 10],
    ['["[[[[", {}]', -1],
    ['[[], [[', 6],
    ['["[[[', -1],
  ])('finds what is deeper than two levels in %s', (text, at) => {
    expect(findTooDeep(text, 2)).toBe(at);
  });
});

describe('indentation', () => {
  it('is that of JSON.stringify for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('', ' ', '\t'), (value, space) => {
        expect(indentJson(JSON.stringify(value, null, space), {})).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  it('keeps digits, escapes, order and repeats', () => {
    expect(indentJson('{"b":1.0e+2,"a":"\\u0041","a":[ ],"c":{ }}', {})).toBe(
      '{\n  "b": 1.0e+2,\n  "a": "\\u0041",\n  "a": [],\n  "c": {}\n}',
    );
  });

  it('ends at its limits', () => {
    expect(indentJson('[[1]]', { maxDepth: 1 })).toBeUndefined();
    expect(indentJson('[1]', { maxDepth: 1 })).toBe('[\n  1\n]');
    expect(indentJson('[1]', { maxLength: 6 })).toBeUndefined();
    expect(indentJson('[1]', { maxLength: 7 })).toBe('[\n  1\n]');
  });
});
