import { describe, expect, it } from 'vitest';
import { JsonProblem, placeAt, readJsonWithComments } from './json-with-comments.js';

describe('JSON with comments', () => {
  it.each([
    ['{"a": [1, 2.5, -3e2, true, null, "x"]}', { a: [1, 2.5, -300, true, null, 'x'] }],
    ['\ufeff// head\n{/* one */"a": 1, // two\n"b": {},\n}\n', { a: 1, b: {} }],
    ['[1, [2,],]', [1, [2]]],
    ['{"a": 1, "a": 2}', { a: 2 }],
    ['{"n": 12345678901234567890}', { n: 12345678901234567890n }],
    ['{"url": "http://x // no comment"}', { url: 'http://x // no comment' }],
    ['"\\u0041\\n"', 'A\n'],
  ])('%s', (text, value) => expect(readJsonWithComments(text).value).toEqual(value));

  it('keeps odd names as plain keys', () => {
    const { value } = readJsonWithComments('{"__proto__": {"x": 1}, "constructor": 2}');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
    expect((value as { x?: unknown }).x).toBeUndefined();
  });

  it.each([
    ['{"a": }', 1, 7, 'expected a JSON value'],
    ['{\n  "a": 1\n  "b": 2}', 3, 3, 'expected a comma or }'],
    ['{a: 1}', 1, 2, 'expected a key in double quotes'],
    ['{"a" 1}', 1, 6, 'expected a colon after the key'],
    ['{"a": "x\n"}', 1, 7, 'expected a closed text in double quotes'],
    ['{"a": "\\q"}', 1, 7, 'this text has an escape that JSON does not have'],
    ['\ufeff{} x', 1, 4, 'expected the end of the file'],
    ['/* open', 1, 1, 'this comment is not closed'],
    ['', 1, 1, 'expected a JSON value'],
    ['\r\n\rnope', 3, 1, 'expected a JSON value'],
    ['['.repeat(33), 1, 33, 'nested deeper than 32 levels'],
  ])('%j', (text, line, column, message) => {
    const problem = problemOf(text);
    expect([placeAt(text, problem.at), problem.message]).toEqual([{ line, column }, message]);
  });
});

function problemOf(text: string): JsonProblem {
  try {
    readJsonWithComments(text);
  } catch (error) {
    if (error instanceof JsonProblem) return error;
    throw error;
  }
  throw new Error('it was read');
}
