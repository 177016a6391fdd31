/** Keywords for objects. */
import { inAll, since2019, since6, until7, type SchemaCase } from './schema-case.js';

export const OBJECT_CASES: readonly SchemaCase[] = [
  inAll('properties', { properties: { foo: { type: 'integer' }, bar: { type: 'string' } } }, [
    [{ foo: 1, bar: 'baz' }, { quux: [] }, {}, [], 12],
    [
      { foo: 1, bar: {} },
      { foo: [], bar: {} },
    ],
  ]),
  since6('properties: boolean schemas', { properties: { foo: true, bar: false } }, [
    [{}, { foo: 1 }],
    [{ bar: 2 }, { foo: 1, bar: 2 }],
  ]),
  inAll(
    'properties: escaped names',
    {
      properties: {
        'foo\nbar': { type: 'number' },
        'foo"bar': { type: 'number' },
        'foo\\bar': { type: 'number' },
        'foo\tbar': { type: 'number' },
      },
    },
    [
      [{ 'foo\nbar': 1, 'foo"bar': 1, 'foo\\bar': 1, 'foo\tbar': 1 }],
      [{ 'foo\nbar': '1' }, { 'foo"bar': '1' }, { 'foo\\bar': '1' }],
    ],
  ),
  inAll(
    'properties: names of object members',
    {
      properties: {
        ['__proto__']: { type: 'number' },
        toString: { properties: { length: { type: 'string' } } },
        constructor: { type: 'number' },
      },
    },
    [
      [[], 12, {}, JSON.parse('{"__proto__":12}'), { toString: { length: 'foo' } }, { constructor: 37 }],
      [JSON.parse('{"__proto__":"foo"}'), { toString: { length: 37 } }, { constructor: { length: 37 } }],
    ],
  ),
  inAll('properties: a property called $ref', { properties: { $ref: { type: 'string' } } }, [
    [{ $ref: 'a' }],
    [{ $ref: 2 }],
  ]),
  inAll('patternProperties', { patternProperties: { 'f.*o': { type: 'integer' } } }, [
    [{ foo: 1 }, { foo: 1, foooooo: 2 }, {}, ['foo'], 'foo', 12],
    [
      { foo: 'bar', fooooo: 2 },
      { foo: 'bar', foooooo: 'baz' },
    ],
  ]),
  inAll(
    'patternProperties: several at once',
    { patternProperties: { 'a*': { type: 'integer' }, 'aaa*': { maximum: 20 } } },
    [
      [{ a: 21 }, { aaaa: 18 }, { a: 21, aaaa: 18 }],
      [{ a: 'bar' }, { aaaa: 31 }, { aaa: 'foo', aaaa: 31 }],
    ],
  ),
  inAll(
    'patternProperties: not anchored, and case counts',
    { patternProperties: { '[0-9]{2,}': { type: 'boolean' }, X_: { type: 'string' } } },
    [[{ 'answer 1': '42', a_x_3: 3 }], [{ a31b: null }, { a_X_3: 3 }]],
  ),
  inAll(
    'properties, patternProperties and additionalProperties',
    {
      properties: { foo: { type: 'array', maxItems: 3 }, bar: { type: 'array' } },
      patternProperties: { 'f.o': { minItems: 2 } },
      additionalProperties: { type: 'integer' },
    },
    [
      [{ foo: [1, 2] }, { fxo: [1, 2] }, { bar: [] }, { quux: 3 }],
      [{ foo: [1, 2, 3, 4] }, { foo: [] }, { fxo: [] }, { quux: 'foo' }],
    ],
  ),
  inAll(
    'additionalProperties: false',
    { properties: { foo: {}, bar: {} }, patternProperties: { '^v': {} }, additionalProperties: false },
    [[{ foo: 1 }, { foo: 1, vroom: 2 }, [1, 2, 3], 'foobarbaz', 12], [{ foo: 1, bar: 2, quux: 'boom' }]],
  ),
  inAll('additionalProperties: alone', { additionalProperties: { type: 'boolean' } }, [
    [{ foo: true }],
    [{ foo: 1 }],
  ]),
  inAll(
    'additionalProperties: does not look into allOf',
    { allOf: [{ properties: { foo: {} } }], additionalProperties: { type: 'boolean' } },
    [[{ foo: true }], [{ foo: 1, bar: true }]],
  ),
  inAll('required', { properties: { foo: {}, bar: {} }, required: ['foo'] }, [
    [{ foo: 1 }, [], '', 12],
    [{ bar: 1 }, {}],
  ]),
  inAll('required: names of object members', { required: ['__proto__', 'toString', 'constructor'] }, [
    [JSON.parse('{"__proto__":"foo","toString":{"length":"bar"},"constructor":37}')],
    [{}, { toString: { length: 37 } }, JSON.parse('{"__proto__":"foo"}')],
  ]),
  since6('required: empty', { required: [] }, [[{}], []]),
  inAll('maxProperties', { maxProperties: 2 }, [
    [{ foo: 1 }, { foo: 1, bar: 2 }, [1, 2, 3], 'foobar'],
    [{ foo: 1, bar: 2, baz: 3 }],
  ]),
  inAll('maxProperties: 0', { maxProperties: 0 }, [[{}], [{ foo: 1 }]]),
  inAll('minProperties', { minProperties: 1 }, [[{ foo: 1, bar: 2 }, { foo: 1 }, [], '', 12], [{}]]),
  since6('propertyNames', { propertyNames: { maxLength: 3 } }, [
    [{ f: {}, foo: {} }, {}, [1, 2], 'foobar'],
    [{ foo: {}, foobar: {} }],
  ]),
  since6('propertyNames: pattern', { propertyNames: { pattern: '^a+$' } }, [
    [{ a: {}, aaa: {} }, {}],
    [{ aaA: {} }],
  ]),
  since6('propertyNames: false', { propertyNames: false }, [[{}], [{ foo: 1 }]]),
  since6('propertyNames: enum', { propertyNames: { enum: ['foo', 'bar'] } }, [
    [{ foo: 1 }, { foo: 1, bar: 1 }],
    [{ baz: 1 }],
  ]),

  until7('dependencies: names', { dependencies: { quux: ['foo', 'bar'] } }, [
    [{}, { foo: 1, bar: 2 }, { foo: 1, bar: 2, quux: 3 }, ['quux'], 'quux'],
    [{ foo: 1, quux: 2 }, { bar: 1, quux: 2 }, { quux: 1 }],
  ]),
  until7(
    'dependencies: schema',
    { dependencies: { bar: { properties: { foo: { type: 'integer' }, bar: { type: 'integer' } } } } },
    [
      [{ foo: 1, bar: 2 }, { foo: 'quux' }],
      [
        { foo: 'quux', bar: 2 },
        { foo: 2, bar: 'quux' },
      ],
    ],
  ),
  until7(
    'dependencies: escaped names',
    { dependencies: { 'foo\nbar': ['foo\rbar'], 'foo\tbar': { minProperties: 4 } } },
    [
      [
        { 'foo\nbar': 1, 'foo\rbar': 2 },
        { 'foo\tbar': 1, a: 2, b: 3, c: 4 },
      ],
      [
        { 'foo\nbar': 1, foo: 2 },
        { 'foo\tbar': 1, a: 2 },
      ],
    ],
  ),
  since2019('dependentRequired', { dependentRequired: { bar: ['foo'] } }, [
    [{}, { foo: 1 }, { foo: 1, bar: 2 }, ['bar'], 'foobar'],
    [{ bar: 2 }],
  ]),
  since2019('dependentRequired: nothing', { dependentRequired: { bar: [] } }, [[{}, { bar: 2 }, 1], []]),
  since2019(
    'dependentSchemas',
    { dependentSchemas: { bar: { properties: { foo: { type: 'integer' }, bar: { type: 'integer' } } } } },
    [
      [{ foo: 1, bar: 2 }, { foo: 'quux' }, ['bar'], 'foobar'],
      [
        { foo: 'quux', bar: 2 },
        { foo: 2, bar: 'quux' },
      ],
    ],
  ),
  since2019('dependentSchemas: boolean schemas', { dependentSchemas: { foo: true, bar: false } }, [
    [{ foo: 1 }, {}],
    [{ bar: 2 }, { foo: 1, bar: 2 }],
  ]),
  since2019(
    'dependentSchemas: cannot loosen what is beside',
    {
      properties: { foo: {} },
      dependentSchemas: { foo: { properties: { bar: {} }, additionalProperties: false } },
    },
    [
      [{ bar: 1 }, { baz: 1 }],
      [{ foo: 1 }, { foo: 1, bar: 2 }],
    ],
  ),

  since2019('unevaluatedProperties: true', { unevaluatedProperties: true }, [[{}, { foo: 'foo' }], []]),
  since2019('unevaluatedProperties: schema', { unevaluatedProperties: { type: 'string', minLength: 3 } }, [
    [{}, { foo: 'foo' }],
    [{ foo: 'fo' }],
  ]),
  since2019('unevaluatedProperties: false', { unevaluatedProperties: false }, [
    [{}, [], 'x'],
    [{ foo: 'foo' }],
  ]),
  since2019(
    'unevaluatedProperties: beside properties, patterns and additional ones',
    {
      anyOf: [
        { properties: { foo: { type: 'string' } } },
        { patternProperties: { '^b': { type: 'string' } } },
      ],
      unevaluatedProperties: false,
    },
    [
      [{ foo: 'foo' }, { bar: 'bar' }, { foo: 'foo', bar: 'bar' }, {}],
      [{ baz: 1 }, { foo: 1, bar: 'bar' }],
    ],
  ),
  since2019(
    'unevaluatedProperties: nested additionalProperties',
    { properties: { foo: {} }, allOf: [{ additionalProperties: true }], unevaluatedProperties: false },
    [[{ foo: 1 }, { foo: 1, bar: 2 }], []],
  ),
  since2019(
    'unevaluatedProperties: oneOf',
    {
      properties: { foo: { type: 'string' } },
      oneOf: [
        { properties: { bar: { const: 'bar' } }, required: ['bar'] },
        { properties: { baz: { const: 'baz' } }, required: ['baz'] },
      ],
      unevaluatedProperties: false,
    },
    [[{ foo: 'foo', bar: 'bar' }], [{ foo: 'foo', bar: 'bar', quux: 'quux' }]],
  ),
  since2019(
    'unevaluatedProperties: not evaluates nothing',
    {
      not: { not: { properties: { bar: { const: 'bar' } }, required: ['bar'] } },
      unevaluatedProperties: false,
    },
    [[], [{ bar: 'bar' }]],
  ),
  since2019(
    'unevaluatedProperties: if, then, else',
    {
      if: { properties: { foo: { const: 'then' } }, required: ['foo'] },
      then: { properties: { bar: { type: 'string' } }, required: ['bar'] },
      else: { properties: { baz: { type: 'string' } }, required: ['baz'] },
      unevaluatedProperties: false,
    },
    [
      [{ foo: 'then', bar: 'bar' }, { baz: 'baz' }],
      [
        { foo: 'then', bar: 'bar', baz: 'baz' },
        { foo: 'else', baz: 'baz' },
      ],
    ],
  ),
  since2019(
    'unevaluatedProperties: dependentSchemas',
    {
      properties: { foo: {} },
      dependentSchemas: { foo: { properties: { bar: { const: 'bar' } }, required: ['bar'] } },
      unevaluatedProperties: false,
    },
    [[{ foo: 'foo', bar: 'bar' }], [{ bar: 'bar' }]],
  ),
  since2019(
    'unevaluatedProperties: cousins do not see each other',
    { allOf: [{ properties: { foo: true } }, { unevaluatedProperties: false }] },
    [[{}], [{ foo: 1 }]],
  ),
  since2019(
    'unevaluatedProperties: a reference',
    {
      $ref: '#/$defs/bar',
      properties: { foo: {} },
      unevaluatedProperties: false,
      $defs: { bar: { properties: { bar: {} } } },
    },
    [[{ foo: 1, bar: 2 }], [{ foo: 1, bar: 2, baz: 3 }]],
  ),
  since2019(
    'unevaluatedProperties: of objects inside',
    {
      properties: { foo: { properties: { bar: {} }, unevaluatedProperties: false } },
      anyOf: [{ properties: { foo: { properties: { faz: {} } } } }],
    },
    [[{ foo: { bar: 1 } }], [{ foo: { bar: 1, faz: 2 } }]],
  ),
];
