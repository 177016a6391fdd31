import { describe, expect, it } from 'vitest';
import { LineReader } from './line-reader.js';

function lines(text: string): [number, string][] {
  const found: [number, string][] = [];
  for (const reader = new LineReader(text); !reader.done; reader.advance()) {
    found.push([reader.line, text.slice(reader.start, reader.end)]);
  }
  return found;
}

describe('LineReader', () => {
  it.each<[string, readonly string[]]>([
    ['', []],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\r', ['a']],
    ['a\r\n', ['a']],
    ['\n', ['']],
    ['\r\r\n\n', ['', '', '']],
    ['a\nb\rc\r\nd', ['a', 'b', 'c', 'd']],
    ['a\n\rb', ['a', '', 'b']],
    ['a\u2028b\u0085c\vd\fe', ['a\u2028b\u0085c\vd\fe']],
  ])('%j', (text, expected) => {
    expect(lines(text)).toEqual(expected.map((line, i) => [i + 1, line]));
  });

  it('stays at the end', () => {
    const reader = new LineReader('a');
    reader.advance();
    reader.advance();
    expect([reader.done, reader.line]).toEqual([true, 1]);
  });
});
