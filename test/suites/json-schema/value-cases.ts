/** Keywords that look at the value itself. */
import { in4, inAll, since6, since7, type SchemaCase } from './schema-case.js';

const ONE_OF_EACH = [1, 1.1, 'foo', '', {}, [], true, false, null];

/** Every value of the list but these. */
const without = (...left: readonly unknown[]): unknown[] =>
  ONE_OF_EACH.filter((value) => !left.includes(value));

export const VALUE_CASES: readonly SchemaCase[] = [
  inAll('type: integer', { type: 'integer' }, [[1, -1, 0], without(1)]),
  inAll('type: number', { type: 'number' }, [[1, 1.1], without(1, 1.1)]),
  inAll('type: string', { type: 'string' }, [['foo', '', '1'], without('foo', '')]),
  inAll('type: object', { type: 'object' }, [
    [{}, { a: 1 }],
    [1, 'foo', [], true, null],
  ]),
  inAll('type: array', { type: 'array' }, [
    [[], [1]],
    [1, 'foo', {}, true, null],
  ]),
  inAll('type: boolean', { type: 'boolean' }, [
    [true, false],
    [0, '', 1, 'foo', {}, [], null],
  ]),
  inAll('type: null', { type: 'null' }, [[null], [0, '', false, {}, []]]),
  inAll('type: several', { type: ['integer', 'string'] }, [
    [1, 'foo'],
    [1.1, {}, [], true, null],
  ]),
  inAll('type: list of one', { type: ['string'] }, [['foo'], [123]]),

  inAll('enum: simple', { enum: [1, 2, 3] }, [
    [1, 3],
    [4, '1'],
  ]),
  inAll('enum: of all types', { enum: [6, 'foo', [], true, { foo: 12 }] }, [
    [[], { foo: 12 }, 6],
    [null, { foo: false }, { foo: 12, boo: 42 }],
  ]),
  inAll('enum: null', { enum: [6, null] }, [[null, 6], ['test']]),
  inAll(
    'enum: in properties',
    {
      type: 'object',
      properties: { foo: { enum: ['foo'] }, bar: { enum: ['bar'] } },
      required: ['bar'],
    },
    [
      [{ foo: 'foo', bar: 'bar' }, { bar: 'bar' }],
      [{ foo: 'foot', bar: 'bar' }, { foo: 'foo', bar: 'bart' }, { foo: 'foo' }, {}],
    ],
  ),
  inAll('enum: text with a line break', { enum: ['foo\nbar', 'foo\rbar'] }, [
    ['foo\nbar', 'foo\rbar'],
    ['abc'],
  ]),
  inAll('enum: false is not 0', { enum: [false] }, [[false], [0, 0.0]]),
  inAll('enum: a list with false is not one with 0', { enum: [[false]] }, [[[false]], [[0]]]),
  inAll('enum: true is not 1', { enum: [true] }, [[true], [1]]),
  inAll('enum: 0 is not false', { enum: [0] }, [[0, 0.0], [false]]),
  inAll('enum: a list with 1 is not one with true', { enum: [[1]] }, [[[1], [1.0]], [[true]]]),
  inAll('enum: NUL in a text', { enum: ['hello\u0000there'] }, [['hello\u0000there'], ['hellothere']]),

  since6('const: number', { const: 2 }, [
    [2, 2.0],
    [5, 'a'],
  ]),
  since6('const: object', { const: { foo: 'bar', baz: 'bax' } }, [
    [
      { foo: 'bar', baz: 'bax' },
      { baz: 'bax', foo: 'bar' },
    ],
    [{ foo: 'bar' }, [1, 2]],
  ]),
  since6('const: array', { const: [{ foo: 'bar' }] }, [[[{ foo: 'bar' }]], [[2], [1, 2, 3]]]),
  since6('const: null', { const: null }, [[null], [0]]),
  since6('const: false is not 0', { const: false }, [[false], [0, [], {}]]),
  since6('const: 1 is not true', { const: 1 }, [[1, 1.0], [true]]),
  since6('const: {"a":false}', { const: { a: false } }, [[{ a: false }], [{ a: 0 }, { a: 0.0 }]]),
  since6('const: -2', { const: -2.0 }, [
    [-2, -2.0],
    [2, -2.00001],
  ]),
  in4('const is unknown', { const: 2 }, [[2, 5], []]),

  inAll('maximum', { maximum: 3.0 }, [[2.6, 3.0, 'x'], [3.5]]),
  inAll('maximum: integer', { maximum: 300 }, [[299.97, 300, 300.0], [300.5]]),
  inAll('minimum', { minimum: 1.1 }, [[2.6, 1.1, 'x'], [0.6]]),
  inAll('minimum: negative', { minimum: -2 }, [
    [-1, 0, -2, -2.0, 'x'],
    [-2.0001, -3],
  ]),
  since6('exclusiveMaximum', { exclusiveMaximum: 3.0 }, [
    [2.2, 'x'],
    [3.0, 3.5],
  ]),
  since6('exclusiveMinimum', { exclusiveMinimum: 1.1 }, [
    [1.2, 'x'],
    [1.1, 0.6],
  ]),
  in4('exclusiveMaximum: boolean', { maximum: 3.0, exclusiveMaximum: true }, [[2.2], [3.0, 3.5]]),
  in4('exclusiveMaximum: false', { maximum: 3.0, exclusiveMaximum: false }, [[2.6, 3.0], [3.5]]),
  in4('exclusiveMinimum: boolean', { minimum: 1.1, exclusiveMinimum: true }, [[1.2], [1.1, 0.6]]),
  inAll('multipleOf: integer', { multipleOf: 2 }, [[10, 0, 'foo'], [7]]),
  inAll('multipleOf: number', { multipleOf: 1.5 }, [[0, 4.5], [35]]),
  inAll('multipleOf: small', { multipleOf: 0.0001 }, [[0.0075], [0.00751]]),
  inAll('multipleOf: of a large number', { type: 'integer', multipleOf: 0.5 }, [[1e300], []]),

  inAll('maxLength', { maxLength: 2 }, [['f', 'fo', 100, '💩💩'], ['foo']]),
  inAll('minLength', { minLength: 2 }, [
    ['foo', 'fo', 1],
    ['f', '💩'],
  ]),
  inAll('pattern', { pattern: '^a*$' }, [['aaa', true, 123, 1.0, {}, [], null], ['abc']]),
  inAll('pattern: is not anchored', { pattern: 'a+' }, [['xxaayy'], ['xyz']]),
  inAll('pattern: Unicode properties', { pattern: '^\\p{Letter}+$' }, [['Café'], ['a1', '\u0aec']]),
  inAll('pattern: \\d is of ASCII', { pattern: '^\\d+$' }, [['42'], ['-%#', '\u09ea\u09e8']]),
  inAll('pattern: \\w is of ASCII', { pattern: '^\\w+$' }, [['abc'], ['caf\u00e9']]),

  inAll('default does not validate', { properties: { foo: { type: 'integer', default: [] } } }, [
    [{ foo: 13 }, {}],
    [{ foo: 'x' }],
  ]),
  since7(
    'contentEncoding and contentMediaType are annotations',
    { contentEncoding: 'base64', contentMediaType: 'application/json' },
    [['e30=', '{:}', 'eyJi%iI=', 100], []],
  ),
  inAll('unknown formats are ignored', { format: 'unknown-thing' }, [ONE_OF_EACH, []]),
  inAll('formats apply to texts only', { format: 'ipv4' }, [[12, 13.7, {}, [], false, null], []]),
];
