import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTooDeep, indentJson, mayReorderKeys, scalarEnd, skipBlanks, stringEnd } from './json-scanner.js';

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

describe('the order of keys', () => {
  it.each([
    '{"200":{"b":0,"a":0},"404":{"1":0},"default":{}}',
    '[{"2":0},{"1":0},["3","1",{"0":"2:1"}]]',
    '{ "0" : {"9":0} , "10" : "\\"1\\":" , "b":{"1":0}, "4XX":0, "01":0, "1.5":0, "4294967295":0, "-1":0}',
    '{"a":"\\u0031","b\\u0031":0}',
  ])('is that of JSON.parse for %s', (text) => {
    expect(mayReorderKeys(text, 3)).toBe(false);
  });

  it.each([
    '{"10":0,"2":0}',
    '{"a":0,"1":0}',
    '[{"1":{"b":{},"0":[]}}]',
    '{"1":{"5":[]},"0":0}',
    '{"4XX":0,"200":0}',
    '{"01":0,"4294967294":0}',
    '{"a":0,"\\u0031":0}',
    '{"1\\u0030":0,"2":0}',
    '{"1":[[[0]]]}',
  ])('may change, or the text is too deep, for %s', (text) => {
    expect(mayReorderKeys(text, 3)).toBe(true);
  });

  it('never changes unnoticed', () => {
    const key = fc.oneof(
      fc.nat({ max: 12 }).map(String),
      fc.constantFrom('01', '4XX', '4294967294', '4294967295', '9999999999', '1e3', '-1', '__proto__', ''),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(key, { maxLength: 4 }),
        fc.uniqueArray(key, { maxLength: 4 }),
        (outer, inner) => {
          const object = `{${inner.map((name) => `"${name}": 0`).join(', ')}}`;
          const text = `[{${outer.map((name) => `"${name}":${object}`).join(',')}}]`;
          const [read = {}] = JSON.parse(text) as Record<string, object>[];
          const areSame =
            Object.keys(read).join() === outer.join() &&
            Object.values(read).every((value) => Object.keys(value).join() === inner.join());
          expect(mayReorderKeys(text, 3)).toBe(!areSame);
        },
      ),
    );
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
