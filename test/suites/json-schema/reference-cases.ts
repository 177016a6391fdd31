/** References by pointers, and to other documents. */
import {
  in2019,
  in2020,
  in4,
  in6And7,
  inAll,
  since2019,
  since6,
  until7,
  type SchemaCase,
} from './schema-case.js';

export const REFERENCE_CASES: readonly SchemaCase[] = [
  inAll('$ref: to the root', { properties: { foo: { $ref: '#' } }, additionalProperties: false }, [
    [{ foo: false }, { foo: { foo: false } }],
    [{ bar: false }, { foo: { bar: false } }],
  ]),
  inAll(
    '$ref: by a pointer',
    { properties: { foo: { type: 'integer' }, bar: { $ref: '#/properties/foo' } } },
    [[{ bar: 3 }], [{ bar: true }]],
  ),
  until7('$ref: into a list', { items: [{ type: 'integer' }, { $ref: '#/items/0' }] }, [
    [[1, 2]],
    [[1, 'foo']],
  ]),
  in2020('$ref: into a list', { prefixItems: [{ type: 'integer' }, { $ref: '#/prefixItems/0' }] }, [
    [[1, 2]],
    [[1, 'foo']],
  ]),
  inAll(
    '$ref: escaped pointers',
    {
      definitions: {
        'tilde~field': { type: 'integer' },
        'slash/field': { type: 'integer' },
        'percent%field': { type: 'integer' },
      },
      properties: {
        tilde: { $ref: '#/definitions/tilde~0field' },
        slash: { $ref: '#/definitions/slash~1field' },
        percent: { $ref: '#/definitions/percent%25field' },
      },
    },
    [
      [{ slash: 123 }, { tilde: 123 }, { percent: 123 }],
      [{ slash: 'aoeu' }, { tilde: 'aoeu' }, { percent: 'aoeu' }],
    ],
  ),
  inAll(
    '$ref: a quote in the pointer',
    {
      properties: { 'foo"bar': { $ref: '#/definitions/foo%22bar' } },
      definitions: { 'foo"bar': { type: 'number' } },
    },
    [[{ 'foo"bar': 1 }], [{ 'foo"bar': '1' }]],
  ),
  inAll(
    '$ref: one after the other',
    {
      definitions: { a: { type: 'integer' }, b: { $ref: '#/definitions/a' }, c: { $ref: '#/definitions/b' } },
      allOf: [{ $ref: '#/definitions/c' }],
    },
    [[5], ['a']],
  ),
  until7(
    '$ref: hides what is beside it',
    {
      definitions: { reffed: { type: 'array' } },
      properties: { foo: { $ref: '#/definitions/reffed', maxItems: 2 } },
    },
    [[{ foo: [] }, { foo: [1, 2, 3] }], [{ foo: 'string' }]],
  ),
  since2019(
    '$ref: applies with what is beside it',
    { $defs: { reffed: { type: 'array' } }, properties: { foo: { $ref: '#/$defs/reffed', maxItems: 2 } } },
    [[{ foo: [] }], [{ foo: [1, 2, 3] }, { foo: 'string' }]],
  ),
  inAll(
    '$ref: a property of that name',
    {
      properties: { $ref: { $ref: '#/definitions/is-string' } },
      definitions: { 'is-string': { type: 'string' } },
    },
    [[{ $ref: 'a' }], [{ $ref: 2 }]],
  ),
  inAll(
    '$ref: inside enum is a value',
    { definitions: { a: { type: 'string' } }, enum: [{ $ref: '#/definitions/a' }] },
    [[{ $ref: '#/definitions/a' }], ['x']],
  ),
  since6(
    '$ref: to boolean schemas',
    {
      properties: { yes: { $ref: '#/definitions/yes' }, no: { $ref: '#/definitions/no' } },
      definitions: { yes: true, no: false },
    },
    [[{ yes: 1 }, {}], [{ no: 1 }]],
  ),
  inAll(
    '$ref: a tree',
    {
      definitions: {
        node: {
          type: 'object',
          properties: {
            value: { type: 'number' },
            children: { type: 'array', items: { $ref: '#/definitions/node' } },
          },
          required: ['value'],
        },
      },
      allOf: [{ $ref: '#/definitions/node' }],
    },
    [
      [{ value: 1, children: [{ value: 1.1 }, { value: 2, children: [{ value: 3 }] }] }],
      [{ value: 1, children: [{ value: 1.1 }, { children: [] }] }, { value: 'x' }],
    ],
  ),
  inAll(
    '$ref: to places that are no keyword',
    { allOf: [{ $ref: '#/unknown-keyword/a' }], 'unknown-keyword': { a: { type: 'integer' } } },
    [[3], ['x']],
  ),

  in4('the metaschema', { $ref: 'http://json-schema.org/draft-04/schema#' }, [
    [{ minLength: 1 }],
    [{ minLength: -1 }],
  ]),
  in6And7('the metaschema', { $ref: 'http://json-schema.org/draft-07/schema#' }, [
    [{ minLength: 1 }],
    [{ minLength: -1 }],
  ]),
  in2019('the metaschema', { $ref: 'https://json-schema.org/draft/2019-09/schema' }, [
    [{ minLength: 1 }],
    [{ minLength: -1 }],
  ]),
  in2020('the metaschema', { $ref: 'https://json-schema.org/draft/2020-12/schema' }, [
    [{ minLength: 1, $defs: { foo: { type: 'integer' } } }],
    [{ minLength: -1 }, { $defs: { foo: { type: 1 } } }],
  ]),

  inAll(
    'other documents: a whole one',
    { properties: { a: { $ref: 'integer.json' } } },
    [[{ a: 1 }], [{ a: 'a' }]],
    { 'integer.json': { type: 'integer' } },
  ),
  inAll(
    'other documents: a part of one',
    { items: { $ref: 'folder/parts.json#/definitions/int' } },
    [[[1]], [['a']]],
    {
      'folder/parts.json': {
        definitions: { int: { $ref: '#/definitions/number' }, number: { type: 'integer' } },
      },
    },
  ),
  inAll(
    'other documents: from one to the next',
    { items: { $ref: 'folder/a.json' } },
    [[[1, 'x']], [[true]]],
    {
      'folder/a.json': { anyOf: [{ type: 'string' }, { $ref: 'b.json' }] },
      'folder/b.json': { type: 'integer' },
    },
  ),
  inAll(
    'other documents: and back',
    { definitions: { text: { type: 'string' } }, items: { $ref: 'back.json' } },
    [[['a']], [[1]]],
    { 'back.json': { allOf: [{ $ref: 'schema.json#/definitions/text' }] } },
  ),
  inAll(
    'other documents: keep their own version',
    { properties: { a: { $ref: 'old.json' } } },
    [[{ a: 1 }], [{ a: 3 }]],
    {
      'old.json': { $schema: 'http://json-schema.org/draft-04/schema#', maximum: 3, exclusiveMaximum: true },
    },
  ),
];
