import { toJson } from '../evaluation/values/json.js';
import { describe, expect, it } from 'vitest';
import { parseDocument } from './parse-document.js';
import { fault } from '../../test/support/unit/parse-document-setup.js';

describe('parseDocument', () => {
  it('reads JSON and YAML, with every digit of big integers', async () => {
    expect(await parseDocument('\ufeff {"id": 9223372036854775807, "b": [1.5]}')).toEqual({
      value: { id: 9223372036854775807n, b: [1.5] },
    });
    const yaml =
      'id: 9223372036854775807\nday: 2030-01-15\nyes: yes\nbase: &b {x: 1}\nall: {<<: *b, y: 0x10}\n';
    expect(await parseDocument(yaml)).toEqual({
      value: {
        id: 9223372036854775807n,
        day: '2030-01-15',
        yes: 'yes',
        base: { x: 1 },
        all: { x: 1, y: 16 },
      },
    });
    expect(await parseDocument('{a: 1, b: [c]}')).toEqual({ value: { a: 1, b: ['c'] } });
  });

  it('keeps __proto__ a plain key', async () => {
    for (const text of ['{"__proto__": {"polluted": 1}}', '__proto__: {polluted: 1}']) {
      const parsed = await parseDocument(text);
      const value = 'value' in parsed ? (parsed.value as object) : {};
      expect(Object.keys(value)).toEqual(['__proto__']);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    }
    expect('polluted' in {}).toBe(false);
  });

  it.each([
    ['', 'empty'],
    [' \n\t', 'empty'],
    ['{"a":\n  1 2}', 'not valid JSON at line 2, column 5'],
    ['{"secret-word":', 'not valid JSON at line 1, column 16'],
    ['{"a": 12345678901234567890,', 'not valid JSON at line 1, column 28'],
    ['a: [', 'not valid YAML at line 1, column 5 (unexpected end of the stream within a flow collection)'],
    ['a: *secret-word', 'not valid YAML at line 1, column 5'],
    ['a: !secret-word x', 'not valid YAML at line 1, column 4'],
    ['--- a\n--- b', 'not valid YAML (expected a single document in the stream, but found more)'],
  ])('reports the position of the mistake in %j without quoting it', async (text, expected) => {
    expect(await fault(text)).toBe(expected);
  });

  it.each([
    '{"10": 1, "2": {"b": 9007199254740993, "1": 0}, "a": 3}',
    '10: 1\n2: { b: 9007199254740993, 1: 0 }\na: 3\n',
    '"10": 1\n"2": &x\n  b: 9007199254740993\n  "1": 0\na: 3\n',
  ])('keeps the order of keys and the digits of integers in %j', async (text) => {
    const document = await parseDocument(text);
    expect('value' in document && toJson(document.value)).toBe(
      '{"10":1,"2":{"b":9007199254740993,"1":0},"a":3}',
    );
  });

  it('refuses aliases that stand for too much', async () => {
    const bomb = Array.from(
      { length: 40 },
      (_, i) => `a${i}: &a${i} [${i === 0 ? 'x' : `*a${i - 1}, *a${i - 1}`}]`,
    );
    const refusal = 'made of aliases that stand for more than 5000000 values or for themselves';
    expect(await fault(bomb.join('\n'))).toBe(refusal);
    expect(await fault('a: &a [*a]')).toBe(refusal);
    expect(await fault('a: &a {b: {c: *a}}')).toBe(refusal);
    expect(await fault(bomb.slice(0, 10).join('\n'))).toContain('value');
  });
});
