import { TextDocument } from 'vscode-languageserver-textdocument';
import { expect, it } from 'vitest';
import { lineEdits } from './formatting.js';

function edited(before: string, after: string): { readonly count: number; readonly text: string } {
  const document = TextDocument.create('file:///a.http', 'http', 1, before);
  const edits = lineEdits(document, after);
  return { count: edits.length, text: TextDocument.applyEdits(document, edits) };
}

it.each([
  ['a\nb\nc\n', 'a\nb\nc\n', 0],
  ['a\nb\nc\n', 'a\nx\nc\n', 1],
  ['a\nb\nc\nd\n', 'x\nb\ny\nz\nd\n', 2],
  ['a', 'a\n', 1],
  ['a\n\n\n\n', 'a\n', 1],
  ['', 'a\n', 1],
  ['a\nb', 'b\n', 2],
  ['\ufeffa\n', 'a\n', 1],
  ['a\r\nb\r\n', 'a\nb\n', 1],
  ['a\rb\r', 'a\nb\n', 1],
  ['a\r\nb\rc\n', 'a\r\nb\nc\n', 1],
  ['\n\na\n', 'a\n', 1],
  ['🙂\nb\n', '🙂\n\nb\n', 1],
])('edits lead from %j to %j', (before, after, count) => {
  expect(edited(before, after)).toEqual({ count, text: after });
});

it('replaces the whole of a text that is too long to be compared', () => {
  const before = Array.from({ length: 3000 }, (_, index) => `a${index}`).join('\n');
  const after = Array.from({ length: 3000 }, (_, index) => `b${index}`).join('\n');
  expect(edited(before, after)).toEqual({ count: 1, text: after });
});
