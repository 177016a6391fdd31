import { TextDocument } from 'vscode-languageserver-textdocument';
import { expect, it } from 'vitest';
import { lineUpTo, toPlace, toRange } from './positions.js';
import { resolvePath } from './paths.js';

const open = (text: string): TextDocument => TextDocument.create('file:///a.http', 'http', 1, text);

it.each([
  ['ab\ncd', 0, 1, 1, 2, 'a'],
  ['ab\r\ncd', 1, 1, 2, 2, 'c'],
  ['ab\rcd', 1, 9, 2, 3, 'cd'],
  ['ab\ncd', 7, 7, 2, 3, 'cd'],
  ['ab', -1, -1, 1, 1, ''],
  ['\ufeffab\ncd', 0, 2, 1, 2, 'a'],
  ['\ufeffab\ncd', 0, 0, 1, 1, ''],
  ['\ufeffab\ncd', 1, 1, 2, 2, 'c'],
  ['🙂b', 0, 2, 1, 3, '🙂'],
])(
  'in %j the position %d:%d is the place %d:%d after %j',
  (text, line, character, placeLine, column, before) => {
    const document = open(text);
    const place = toPlace(document, { line, character });
    expect(place).toEqual({ line: placeLine, column });
    expect(lineUpTo(document, place)).toBe(before);
  },
);

it('makes ranges of spans', () => {
  expect(toRange('ab', { line: 1, column: 1, endColumn: 3 })).toEqual({
    start: { line: 0, character: 0 },
    end: { line: 0, character: 2 },
  });
  expect(toRange('\ufeffab\ncd', { line: 1, column: 2, endLine: 2, endColumn: 2 })).toEqual({
    start: { line: 0, character: 2 },
    end: { line: 1, character: 1 },
  });
});

it.each([
  ['a/b.http', './c.http', 'a/c.http'],
  ['a/b.http', '../c.http', 'c.http'],
  ['b.http', '../c.http', undefined],
  ['b.http', '/c.http', undefined],
  ['b.http', 'C:/c.http', undefined],
  ['a/b.http', 'x\\c.http', 'a/x/c.http'],
  ['b.http', '', ''],
])('from %s the path %j is %j', (from, written, path) => {
  expect(resolvePath(from, written)).toBe(path);
});
