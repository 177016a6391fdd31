import { describe, expect, it } from 'vitest';
import { firstOpen, jsonRows, PAGE, parseJson } from './json-rows.js';

function shown(text: string, fold: readonly string[] = []): string[] {
  const parsed = parseJson(text);
  if (parsed === undefined) throw new Error('no JSON');
  const open = firstOpen(parsed.value);
  for (const path of fold) open.delete(path);
  return jsonRows(parsed.value, open, new Map()).map(
    ({ depth, name, text: value, comma }) =>
      `${' '.repeat(depth)}${name === '' ? '' : `${name}: `}${value}${comma ? ',' : ''}`,
  );
}

describe('the rows of a JSON value', () => {
  it('are what JSON.stringify would write', () => {
    expect(shown('{"a":[1,{"b":null}],"c":"x","d":{},"e":[]}')).toEqual([
      '{',
      ' a: [',
      '  1,',
      '  {',
      '   b: null',
      '  }',
      ' ],',
      ' c: "x",',
      ' d: {},',
      ' e: []',
      '}',
    ]);
  });

  it('hide folded members and show their number', () => {
    expect(shown('{"a":[1,2,3]}', ['.a'])).toEqual(['{', ' a: [ 3 ]', '}']);
  });
});

describe('keys and numbers', () => {
  it('are kept as they were received', () => {
    expect(
      shown('{"10": 1.10, "2": 1e400, "b": -0, "1": 0.1000000000000000055, "__proto__": 1, "2": 3}'),
    ).toEqual(['{', ' 10: 1.10,', ' 2: 3,', ' b: -0,', ' 1: 0.1000000000000000055,', ' __proto__: 1', '}']);
  });

  it('keep every digit', () => {
    expect(shown('[12345678901234567890, 0.1, -1e2, 9007199254740993]')).toEqual([
      '[',
      ' 12345678901234567890,',
      ' 0.1,',
      ' -1e2,',
      ' 9007199254740993',
      ']',
    ]);
  });
});

describe('rows of a JSON value', () => {
  it('carry paths that an assertion understands', () => {
    const value = { 'a b': [{ c: 1 }] };
    const paths = jsonRows(value, firstOpen(value), new Map()).map(({ path }) => path);
    expect(paths).toContain('["a b"][0].c');
  });

  it('of a long list come in pages', () => {
    const value = Array.from({ length: 100_000 }, (_, index) => index);
    const rows = jsonRows(value, firstOpen(value), new Map());
    expect(rows.length).toBe(PAGE + 3);
    expect(rows.at(-2)).toMatchObject({ kind: 'more', text: '99800 more' });
    expect(jsonRows(value, firstOpen(value), new Map([['', 1000]])).length).toBe(1003);
  });

  it('treat hostile keys as names', () => {
    expect(shown('{"__proto__":{"a":1}}')).toEqual(['{', ' __proto__: {', '  a: 1', ' }', '}']);
  });

  it('do not exist for what is no JSON', () => {
    expect(parseJson('{"a":')).toBeUndefined();
  });
});
