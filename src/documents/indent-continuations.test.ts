import { describe, expect, it } from 'vitest';
import { parseDocument } from './parse-document.js';

describe('YAML that only older readers accept', () => {
  it.each<[string, unknown, number[]]>([
    ['a:\n  b: {\n  c: 1\n}\nd: 2\n', { a: { b: { c: 1 } }, d: 2 }, [3, 4]],
    ['a:\n  b:\n    x: [1,\n  2,\n]\n', { a: { b: { x: [1, 2] } } }, [4, 5]],
    ['a:\n  b:\n    c: "one\n  two"\n  d: 1\n', { a: { b: { c: 'one two' }, d: 1 } }, [4]],
    ["a:\n  b: 'it''s\ntwo'\n  d: 1\n", { a: { b: "it's two", d: 1 } }, [3]],
    ['a:\n  - x: "1 \\" {\n2"\n  - y: [\'}\',\n"]"]\n', { a: [{ x: '1 " { 2' }, { y: ['}', ']'] }] }, [3, 5]],
    ['a: |\n  "\n  {\nb:\n  c: [1, # ]\n2]\n', { a: '"\n{\n', b: { c: [1, 2] } }, [6]],
    ['"a b": !!map {\n"x": 1\n}\n', { 'a b': { x: 1 } }, [2, 3]],
  ])('%j', async (text, value, lines) => {
    const parsed = await parseDocument(text);
    expect(parsed).toMatchObject({ value });
    const warnings = 'warnings' in parsed ? (parsed.warnings ?? []) : [];
    expect(warnings.map((warning) => Number(/^line (\d+): it is indented less/.exec(warning)?.[1]))).toEqual(
      lines,
    );
  });

  it('keeps the last of two equal keys', async () => {
    expect(await parseDocument('a: 1\nb: {c: 1, c: 2, 7: 1, 5: 2, 7: 3}\na: 3\n')).toEqual({
      value: { a: 3, b: { c: 2, 7: 3, 5: 2 } },
      warnings: ['line 2: a key is defined twice, the last value counts; others may follow'],
    });
  });

  it('reads both in one document, and warns of some lines only', async () => {
    const lines = Array.from({ length: 15 }, (_, at) => `${at},`).join('\n');
    const parsed = await parseDocument(`a:\n  b: [\n${lines}\n  ]\nc: 1\nc: 2\n`);
    expect(parsed).toMatchObject({ value: { a: { b: Array.from({ length: 15 }, (_, at) => at) }, c: 2 } });
    const warnings = 'warnings' in parsed ? (parsed.warnings ?? []) : [];
    expect(warnings).toHaveLength(12);
    expect(warnings).toContain('6 more lines are indented too little');
  });

  it('still refuses what no reader accepts', async () => {
    expect(await parseDocument('a:\n  b: "one\ntwo\n')).toHaveProperty('fault');
    expect(await parseDocument('a: [1\nb: 2\n')).toHaveProperty('fault');
  });
});
