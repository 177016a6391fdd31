/** Keywords that combine schemas, and schemas that are booleans. */
import { in4, in6And7, inAll, since6, since7, type SchemaCase } from './schema-case.js';

const ANYTHING = [1, 'foo', true, false, null, { foo: 'bar' }, {}, ['foo'], []];

export const APPLICATOR_CASES: readonly SchemaCase[] = [
  since6('the schema true', true, [ANYTHING, []]),
  since6('the schema false', false, [[], ANYTHING]),
  inAll('the empty schema', {}, [ANYTHING, []]),
  inAll(
    'allOf',
    {
      allOf: [
        { properties: { bar: { type: 'integer' } }, required: ['bar'] },
        { properties: { foo: { type: 'string' } }, required: ['foo'] },
      ],
    },
    [[{ foo: 'baz', bar: 2 }], [{ foo: 'baz' }, { bar: 2 }, { foo: 'baz', bar: 'quux' }]],
  ),
  inAll(
    'allOf: beside other keywords',
    {
      properties: { bar: { type: 'integer' } },
      required: ['bar'],
      allOf: [{ required: ['foo'] }, { properties: { baz: { type: 'null' } }, required: ['baz'] }],
    },
    [
      [{ foo: 'quux', bar: 2, baz: null }],
      [{ foo: 'quux', baz: null }, { bar: 2, baz: null }, { foo: 'quux', bar: 2 }, { bar: 2 }],
    ],
  ),
  since6('allOf: boolean schemas', { allOf: [true, false] }, [[], ['foo']]),
  inAll(
    'allOf, anyOf and oneOf together',
    { allOf: [{ multipleOf: 2 }], anyOf: [{ multipleOf: 3 }], oneOf: [{ multipleOf: 5 }] },
    [[30], [1, 2, 3, 5, 6, 10, 15]],
  ),
  inAll('anyOf', { anyOf: [{ type: 'integer' }, { minimum: 2 }] }, [[1, 2.5, 3], [1.5]]),
  inAll('anyOf: beside a type', { type: 'string', anyOf: [{ maxLength: 2 }, { minLength: 4 }] }, [
    ['fo', 'foobar'],
    [3, 'foo'],
  ]),
  since6('anyOf: boolean schemas', { anyOf: [true, false] }, [['foo'], []]),
  inAll('oneOf', { oneOf: [{ type: 'integer' }, { minimum: 2 }] }, [
    [1, 2.5],
    [3, 1.5],
  ]),
  inAll(
    'oneOf: required',
    { type: 'object', oneOf: [{ required: ['foo', 'bar'] }, { required: ['foo', 'baz'] }] },
    [
      [
        { foo: 1, bar: 2 },
        { foo: 1, baz: 3 },
      ],
      [{ bar: 2 }, { foo: 1, bar: 2, baz: 3 }],
    ],
  ),
  since6('oneOf: boolean schemas', { oneOf: [true, true, false] }, [[], ['foo']]),
  inAll('not', { not: { type: 'integer' } }, [['foo', 1.1], [1]]),
  inAll('not: several types', { not: { type: ['integer', 'boolean'] } }, [['foo'], [1, true]]),
  inAll('not: a property', { properties: { foo: { not: {} } } }, [
    [{ bar: 1, baz: 2 }],
    [{ foo: 1, bar: 2 }],
  ]),
  since6('not: true', { not: true }, [[], ANYTHING]),
  since6('not: false', { not: false }, [ANYTHING, []]),
  inAll('not: twice', { not: { not: { type: 'string' } } }, [['foo'], [1]]),
  since7('if, then, else', { if: { exclusiveMaximum: 0 }, then: { minimum: -10 }, else: { multipleOf: 2 } }, [
    [-1, 4, 'x'],
    [-100, 3],
  ]),
  since7('if: without then and else', { if: { const: 0 } }, [[0, 'hello'], []]),
  since7('then and else: without if', { then: { const: 0 }, else: { const: 1 } }, [[0, 'hello'], []]),
  since7('if: without else', { if: { exclusiveMaximum: 0 }, then: { minimum: -10 } }, [[-1, 3], [-100]]),
  since7('if: without then', { if: { exclusiveMaximum: 0 }, else: { multipleOf: 2 } }, [[-1, 4], [3]]),
  since7('if: boolean schemas', { if: true, then: { const: 'then' }, else: { const: 'else' } }, [
    ['then'],
    ['else'],
  ]),
  since7(
    'if: does not see its cousins',
    { allOf: [{ if: { exclusiveMaximum: 0 } }, { then: { minimum: -10 } }, { else: { multipleOf: 2 } }] },
    [[-100, 3], []],
  ),
  since7(
    'if, then, else: whatever their order',
    { then: { const: 'yes' }, else: { const: 'other' }, if: { maxLength: 4 } },
    [
      ['yes', 'other'],
      ['no', 'invalid'],
    ],
  ),
  in4('if is unknown', { if: { maximum: 0 }, then: { minimum: 5 } }, [[-1, 1], []]),
  in6And7('unevaluatedProperties is unknown', { unevaluatedProperties: false }, [[{ a: 1 }], []]),
  inAll(
    'the same schema on two ways is no loop',
    {
      definitions: { int: { type: 'integer' } },
      allOf: [
        { properties: { foo: { $ref: '#/definitions/int' } } },
        { additionalProperties: { $ref: '#/definitions/int' } },
      ],
    },
    [[{ foo: 1 }], [{ foo: 'a string' }]],
  ),
];
