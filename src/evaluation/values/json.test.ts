import { describe, expect, it } from 'vitest';
import { parseJson, textOf, toJson } from './json.js';
import { numericValue, readNumber, sameNumber } from './number.js';

describe('parseJson', () => {
  it('keeps integers of any size exact', () => {
    expect(parseJson('[12345678901234567891, -9007199254740993, 9007199254740991, 42]')).toEqual([
      12345678901234567891n,
      -9007199254740993n,
      9007199254740991,
      42,
    ]);
    const digits = '7'.repeat(50_000);
    expect(toJson(parseJson(`{"n":${digits}}`))).toBe(`{"n":${digits}}`);
  });

  it('reads fractions and exponents as numbers, and integers beyond doubles exactly', () => {
    expect(parseJson('[0.30000000000000004, 1e3, 1.5E-7, 1e21]')).toEqual([
      0.30000000000000004, 1000, 1.5e-7, 1e21,
    ]);
    expect(parseJson('[1e400]')).toEqual([10n ** 400n]);
    expect(() => parseJson(`[${'9'.repeat(400)}e-7]`)).toThrow('number too long');
    expect(parseJson('[12345678901234567891,1.25e309]')).toEqual([12345678901234567891n, 125n * 10n ** 307n]);
  });

  it.each([
    '',
    '{',
    '[1,]',
    '{"a":1,}',
    "{'a':1}",
    '01',
    '[12345678901234567891',
    '{"a" 12345678901234567891}',
    '[12345678901234567891 5]',
    '["a\nb",12345678901234567891]',
    '[12345678901234567891]x',
    '[tru,12345678901234567891]',
    '["\\q",12345678901234567891]',
    '[-,12345678901234567891]',
    `[1${'0'.repeat(200_000)}]`,
    '[1e99999999]',
  ])('refuses %.30s', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });

  it('reads the same as the built-in where no exactness is at stake', () => {
    const text = '{"a":[true,false,null,"x\\u00e9\\n\\"",{"b":{}},[]],"c":-0.5,"":" ","k\\u0061":1} ';
    const careful = parseJson(text.replace('{', '{"big":12345678901234567891,')) as Record<string, unknown>;
    const { big, ...rest } = careful;
    expect(big).toBe(12345678901234567891n);
    expect(rest).toEqual(JSON.parse(text));
  });

  it('lets the last of equal keys win and keeps prototype names plain', () => {
    for (const extra of ['', ',"n":12345678901234567891']) {
      const value = parseJson(`{"a":1,"a":2,"__proto__":{"x":1},"constructor":3${extra}}`) as object;
      expect(Object.hasOwn(value, '__proto__')).toBe(true);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(value).toMatchObject({ a: 2, constructor: 3 });
      expect(({} as { x?: number }).x).toBeUndefined();
    }
  });

  it('refuses bombs instead of exhausting the stack', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(() => parseJson(nested(1_000_000))).toThrow(SyntaxError);
    expect(() => toJson(parseJson(nested(1000)))).not.toThrow();
    // Brackets in a string are no nesting.
    expect(parseJson(`["${'['.repeat(5000)}"]`)).toEqual(['['.repeat(5000)]);
  });
});

describe('toJson', () => {
  it('writes all digits, with and without indentation', () => {
    const value = { a: [12345678901234567891n, 'x'], b: {}, c: [], d: undefined };
    expect(toJson(value)).toBe('{"a":[12345678901234567891,"x"],"b":{},"c":[]}');
    expect(toJson(value, 2)).toBe(
      '{\n  "a": [\n    12345678901234567891,\n    "x"\n  ],\n  "b": {},\n  "c": []\n}',
    );
    expect(toJson({ a: [1, 'x'] }, 2)).toBe(JSON.stringify({ a: [1, 'x'] }, undefined, 2));
    expect(toJson([undefined, 1n])).toBe('[null,1]');
    expect(toJson(undefined)).toBe('null');
  });
});

describe('textOf', () => {
  it.each([
    ['text', 'text'],
    [12345678901234567891n, '12345678901234567891'],
    [0.1, '0.1'],
    [1e21, '1e+21'],
    [0.000001, '0.000001'],
    [0.0000001, '1e-7'],
    [-0, '0'],
    [true, 'true'],
    [null, 'null'],
    [[1, { a: 'b' }], '[1,{"a":"b"}]'],
    [{ n: 12345678901234567891n }, '{"n":12345678901234567891}'],
  ])('inserts %s', (value, text) => {
    expect(textOf(value)).toBe(text);
  });
});

describe('numbers', () => {
  it('compares by value across representations', () => {
    expect(sameNumber(1e21, 10n ** 21n)).toBe(true);
    expect(sameNumber(12345678901234567891n, 12345678901234567000)).toBe(false);
    expect(sameNumber(0.5, 0n)).toBe(false);
    expect(sameNumber(-0, 0)).toBe(true);
  });

  it('knows which strings are numbers as a whole', () => {
    expect(['42', '-1.5e3', '1.0', '12345678901234567891'].map(numericValue)).toEqual([
      42,
      -1500,
      1,
      12345678901234567891n,
    ]);
    expect(['007', ' 1', '1 ', '', '0x10', 'NaN', '+1', '.5', true, null, [1]].map(numericValue)).toEqual(
      Array.from({ length: 11 }, () => undefined),
    );
    expect(readNumber('9'.repeat(200_000))).toBeUndefined();
  });
});
