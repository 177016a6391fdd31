import fc from 'fast-check';
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

  it.each([
    '{"10":1,"2":2,"b":0,"1":3}',
    '{"a":{"b":[{"9":1,"8":{"2":1,"1":[]}}]},"0":null}',
    '{"10":9007199254740993,"2":[-12345678901234567891],"__proto__":{"2":0,"1":0},"x":1.5}',
    '{"1":1,"2":2,"a":3}',
    '{"b":1,"4294967294":2,"4294967295":3,"01":4,"0":5}',
  ])('keeps the order of the keys of %s', (text) => {
    expect(toJson(parseJson(text))).toBe(text);
    expect(toJson(parseJson(toJson(parseJson(text), 2)))).toBe(text);
  });

  it('keeps the first place and the last value of equal keys, and reads escapes in keys', () => {
    expect(toJson(parseJson('{"10":1,"\\u0032":2,"10":3,"1":4}'))).toBe('{"10":3,"2":2,"1":4}');
    expect(toJson(parseJson('{"b":1,"\\u0031":2}'))).toBe('{"b":1,"1":2}');
  });

  it('gives any JSON text back that has no blanks, no fractions and no equal keys', () => {
    const integer = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map(String);
    const key = fc.oneof(
      fc.nat({ max: 20 }).map(String),
      fc.string({ maxLength: 3 }),
      fc.constant('__proto__'),
    );
    const { value } = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        integer,
        fc.constantFrom('null', 'true', 'false', '""'),
        fc.string().map((text) => JSON.stringify(text)),
        fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
        fc
          .uniqueArray(fc.tuple(key, tie('value')), { maxLength: 5, selector: ([name]) => name })
          .map(
            (members) => `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`,
          ),
      ),
    }));
    fc.assert(
      fc.property(value, (text) => {
        expect(toJson(parseJson(text))).toBe(text);
      }),
    );
  });

  it('keeps integers exact that are written with a fraction or an exponent', () => {
    expect(() => parseJson(`[1.${'0'.repeat(90_000)}1e400]`)).toThrow('number too long');
    expect(
      toJson(
        parseJson(
          '[9007199254740993.0,9.007199254740993e15,1e23,1.5e3,1.7976931348623157e+308,1234567890123456789e1]',
        ),
      ),
    ).toBe('[9007199254740993,9007199254740993,1e+23,1500,1.7976931348623157e+308,12345678901234567890]');
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
