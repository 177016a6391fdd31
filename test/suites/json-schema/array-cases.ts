/** Keywords for arrays. */
import { in2020, in4, inAll, since2019, since6, until2019, type SchemaCase } from './schema-case.js';

export const ARRAY_CASES: readonly SchemaCase[] = [
  inAll('items: one schema for all', { items: { type: 'integer' } }, [
    [[1, 2, 3], [], { foo: 'bar' }, { 0: 'x', length: 1 }],
    [[1, 'x']],
  ]),
  until2019('items: a list', { items: [{ type: 'integer' }, { type: 'string' }] }, [
    [[1, 'foo'], [1], [1, 'foo', true], []],
    [['foo', 1]],
  ]),
  until2019('additionalItems: schema', { items: [{}], additionalItems: { type: 'integer' } }, [
    [[null, 2, 3, 4]],
    [[null, 2, 3, 'foo']],
  ]),
  until2019('additionalItems: false', { items: [{}, {}, {}], additionalItems: false }, [
    [[], [1], [1, 2], [1, 2, 3]],
    [[1, 2, 3, 4]],
  ]),
  until2019('additionalItems: without a list', { items: {}, additionalItems: false }, [
    [[1, 2, 3, 4, 5]],
    [],
  ]),
  until2019('additionalItems: without items', { additionalItems: false }, [[[1, 2, 3], { foo: 'bar' }], []]),
  until2019(
    'additionalItems: does not look into allOf',
    { allOf: [{ items: [{ type: 'integer' }] }], additionalItems: { type: 'boolean' } },
    [[[1, null]], [['x', true]]],
  ),
  in2020('additionalItems is unknown', { prefixItems: [{ type: 'integer' }], additionalItems: false }, [
    [[1, 2]],
    [],
  ]),
  in2020('prefixItems', { prefixItems: [{ type: 'integer' }, { type: 'string' }] }, [
    [[1, 'foo'], [1], [1, 'foo', true], [], { 0: 'x' }],
    [['foo', 1]],
  ]),
  in2020('prefixItems: boolean schemas', { prefixItems: [true, false] }, [[[1], []], [[1, 'foo']]]),
  in2020('prefixItems and items', { prefixItems: [{}, {}, {}], items: { type: 'integer' } }, [
    [[null, 2, 'x', 4], [null]],
    [[null, 2, 3, 'foo']],
  ]),
  in2020('prefixItems and items: false', { prefixItems: [{}, {}], items: false }, [
    [[], [1], [1, 2]],
    [[1, 2, 3]],
  ]),
  in2020(
    'prefixItems: items does not look into allOf',
    { allOf: [{ prefixItems: [{ minimum: 3 }] }], items: { minimum: 5 } },
    [[[5, 5]], [[3, 5]]],
  ),
  since6('items: true', { items: true }, [[[1, 'foo', true], []], []]),
  since6('items: false', { items: false }, [[[]], [[1, 'foo', true]]]),
  inAll(
    'items: nested',
    { type: 'array', items: { type: 'array', items: { type: 'array', items: { type: 'number' } } } },
    [[[[[1]], [[2], [3]]]], [[[['1']]], [[1]]]],
  ),
  inAll('items: null among them', { items: { type: 'null' } }, [[[null]], [[0]]]),

  inAll('maxItems', { maxItems: 2 }, [[[1], [1, 2], 'foobar'], [[1, 2, 3]]]),
  inAll('minItems', { minItems: 1 }, [[[1, 2], [1], ''], [[]]]),

  inAll('uniqueItems', { uniqueItems: true }, [
    [
      [1, 2],
      ['foo', 'bar'],
      [{ foo: 'bar' }, { foo: 'baz' }],
      [['foo'], ['bar']],
      [1, true],
      [0, false],
      [[1], [true]],
      [{ a: false }, { a: 0 }],
      [{ foo: { bar: { baz: true } } }, { foo: { bar: { baz: false } } }],
      [
        [1, 2],
        [2, 1],
      ],
      [{}, [1], true, null, 1, '{}'],
      { foo: 1 },
    ],
    [
      [1, 1],
      [1, 2, 1],
      [1.0, 1.0, 1],
      ['foo', 'bar', 'foo'],
      [{ foo: 'bar' }, { foo: 'bar' }],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [['foo'], ['foo']],
      [['foo'], ['bar'], ['foo']],
      [{}, [1], true, null, {}, 1],
      [
        [[1], 'foo'],
        [[true], 'foo'],
        [[1], 'foo'],
      ],
    ],
  ]),
  inAll('uniqueItems: false', { uniqueItems: false }, [
    [
      [1, 1],
      [{}, {}],
    ],
    [],
  ]),

  since6('contains', { contains: { minimum: 5 } }, [
    [[3, 4, 5], [3, 4, 5, 6], {}, 'x'],
    [[2, 3, 4], []],
  ]),
  since6('contains: const', { contains: { const: 5 } }, [
    [
      [3, 4, 5],
      [5, 5],
    ],
    [[1, 2, 3, 4]],
  ]),
  since6('contains: true', { contains: true }, [[['foo']], [[]]]),
  since6('contains: false', { contains: false }, [['contains does not apply to strings'], [['foo'], []]]),
  since6('contains and items', { items: { multipleOf: 2 }, contains: { multipleOf: 3 } }, [
    [[6, 12]],
    [
      [2, 4, 8],
      [3, 6, 9],
      [1, 5],
    ],
  ]),
  since6('contains: an item that is null', { contains: { type: 'null' } }, [[[null]], [[0]]]),
  in4('contains is unknown', { contains: { minimum: 5 } }, [[[1], []], []]),
  since2019('minContains', { contains: { const: 1 }, minContains: 2 }, [
    [
      [1, 1],
      [1, 2, 1],
    ],
    [[], [1], [1, 2]],
  ]),
  since2019('minContains: 0', { contains: { const: 1 }, minContains: 0 }, [[[], [2]], []]),
  since2019('minContains: without contains', { minContains: 1 }, [[[1], []], []]),
  since2019('maxContains', { contains: { const: 1 }, maxContains: 1 }, [
    [[1], [1, 2]],
    [[], [1, 1], [1, 2, 1]],
  ]),
  since2019('maxContains: without contains', { maxContains: 1 }, [[[1, 1]], []]),
  since2019('minContains above maxContains', { contains: { const: 1 }, maxContains: 1, minContains: 3 }, [
    [],
    [[], [1], [1, 1, 1]],
  ]),
  since2019('minContains: 0 with maxContains', { contains: { const: 1 }, minContains: 0, maxContains: 1 }, [
    [[], [1]],
    [[1, 1]],
  ]),

  since2019('unevaluatedItems: true', { unevaluatedItems: true }, [[[], ['foo']], []]),
  since2019('unevaluatedItems: false', { unevaluatedItems: false }, [[[], 'foo', { a: 1 }], [['foo']]]),
  since2019('unevaluatedItems: schema', { unevaluatedItems: { type: 'string' } }, [[[], ['foo']], [[42]]]),
  since2019('unevaluatedItems: beside items', { items: { type: 'string' }, unevaluatedItems: false }, [
    [['foo', 'bar']],
    [[1]],
  ]),
  in2020(
    'unevaluatedItems: beside prefixItems',
    { prefixItems: [{ type: 'string' }], unevaluatedItems: false },
    [[['foo']], [['foo', 'bar']]],
  ),
  in2020(
    'unevaluatedItems: nested prefixItems',
    {
      prefixItems: [{ type: 'string' }],
      allOf: [{ prefixItems: [true, { type: 'number' }] }],
      unevaluatedItems: false,
    },
    [[['foo', 42]], [['foo', 42, true]]],
  ),
  in2020(
    'unevaluatedItems: anyOf',
    {
      prefixItems: [{ const: 'foo' }],
      anyOf: [{ prefixItems: [true, { const: 'bar' }] }, { prefixItems: [true, true, { const: 'baz' }] }],
      unevaluatedItems: false,
    },
    [
      [
        ['foo', 'bar'],
        ['foo', 'bar', 'baz'],
      ],
      [
        ['foo', 'bar', 42],
        ['foo', 'bar', 'baz', 42],
      ],
    ],
  ),
  in2020(
    'unevaluatedItems: oneOf',
    {
      prefixItems: [{ const: 'foo' }],
      oneOf: [{ prefixItems: [true, { const: 'bar' }] }, { prefixItems: [true, { const: 'baz' }] }],
      unevaluatedItems: false,
    },
    [[['foo', 'bar']], [['foo', 'bar', 42]]],
  ),
  in2020(
    'unevaluatedItems: not',
    {
      prefixItems: [{ const: 'foo' }],
      not: { not: { prefixItems: [true, { const: 'bar' }] } },
      unevaluatedItems: false,
    },
    [[], [['foo', 'bar']]],
  ),
  in2020(
    'unevaluatedItems: if, then, else',
    {
      prefixItems: [{ const: 'foo' }],
      if: { prefixItems: [true, { const: 'bar' }] },
      then: { prefixItems: [true, true, { const: 'then' }] },
      else: { prefixItems: [true, true, true, { const: 'else' }] },
      unevaluatedItems: false,
    },
    [
      [
        ['foo', 'bar', 'then'],
        ['foo', 42, 42, 'else'],
      ],
      [
        ['foo', 'bar', 'then', 'else'],
        ['foo', 42, 42, 'else', 42],
      ],
    ],
  ),
  in2020(
    'unevaluatedItems: contains evaluates what matches',
    { prefixItems: [true], contains: { type: 'string' }, unevaluatedItems: false },
    [
      [[1, 'foo']],
      [
        [1, 2],
        [1, 2, 'foo'],
      ],
    ],
  ),
  since2019(
    'unevaluatedItems: a reference',
    { $ref: '#/$defs/bar', items: true, unevaluatedItems: false, $defs: { bar: {} } },
    [[['foo', 'bar']], []],
  ),
  since2019(
    'unevaluatedItems: cousins do not see each other',
    { allOf: [{ items: true }, { unevaluatedItems: false }] },
    [[[]], [[1]]],
  ),
  in2020(
    'unevaluatedItems: sees what unevaluatedItems below evaluated',
    { allOf: [{ prefixItems: [true], unevaluatedItems: true }], unevaluatedItems: false },
    [[['foo', 42, true]], []],
  ),
];
