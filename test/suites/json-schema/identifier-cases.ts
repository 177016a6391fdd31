/** Identifiers and anchors, and references that depend on them. */
import { in2019, in2020, in4, in6And7, since2019, since6, until7, type SchemaCase } from './schema-case.js';

export const IDENTIFIER_CASES: readonly SchemaCase[] = [
  in4(
    'id: changes the base',
    {
      id: 'http://localhost:1234/root.json',
      properties: { a: { $ref: 'nested.json' } },
      definitions: { n: { id: 'nested.json', type: 'integer' } },
    },
    [[{ a: 1 }], [{ a: 'x' }]],
  ),
  since6(
    '$id: changes the base',
    {
      $id: 'http://localhost:1234/root.json',
      properties: { a: { $ref: 'nested.json' } },
      definitions: { n: { $id: 'nested.json', type: 'integer' } },
    },
    [[{ a: 1 }], [{ a: 'x' }]],
  ),
  since6(
    '$id: of a folder',
    {
      $id: 'http://localhost:1234/base/',
      items: { $id: 'folder/', items: { $ref: 'integer.json' } },
      definitions: { i: { $id: 'http://localhost:1234/base/folder/integer.json', type: 'integer' } },
    },
    [[[[1]]], [[['a']]]],
  ),
  since6(
    '$id: a URN',
    {
      $id: 'urn:uuid:deadbeef-1234-ffff-ffff-4321feebdaed',
      properties: { foo: { $ref: 'urn:uuid:deadbeef-1234-ffff-ffff-4321feebdaed#/definitions/bar' } },
      definitions: { bar: { type: 'string' } },
    },
    [[{ foo: 'bar' }], [{ foo: 12 }]],
  ),
  since6(
    '$id: inside enum is a value',
    {
      definitions: {
        e: { enum: [{ $id: 'http://localhost:1234/in-enum.json', type: 'null' }] },
        real: { $id: 'http://localhost:1234/in-enum.json', type: 'string' },
      },
      allOf: [{ $ref: 'http://localhost:1234/in-enum.json' }],
    },
    [['a string'], [null, 1]],
  ),
  in6And7(
    '$id: beside $ref is ignored',
    {
      $id: 'http://localhost:1234/sibling/base/',
      definitions: {
        foo: { $id: 'http://localhost:1234/sibling/foo.json', type: 'string' },
        baseFoo: { $id: 'foo.json', type: 'number' },
      },
      allOf: [{ $id: 'http://localhost:1234/sibling/', $ref: 'foo.json' }],
    },
    [[1], ['a']],
  ),
  until7(
    '$id: a fragment is an anchor',
    { allOf: [{ $ref: '#foo' }], definitions: { A: { id: '#foo', $id: '#foo', type: 'integer' } } },
    [[1], ['a']],
  ),
  since2019('$anchor', { $ref: '#foo', $defs: { A: { $anchor: 'foo', type: 'integer' } } }, [[1], ['a']]),
  since2019(
    '$anchor: by an absolute address',
    {
      $ref: 'http://localhost:1234/bar#foo',
      $defs: { A: { $id: 'http://localhost:1234/bar', $anchor: 'foo', type: 'integer' } },
    },
    [[1], ['a']],
  ),
  since2019(
    '$anchor: the same name under two bases',
    {
      $id: 'http://localhost:1234/foobar',
      $defs: {
        A: {
          $id: 'child1',
          allOf: [
            { $id: 'child2', $anchor: 'my_anchor', type: 'number' },
            { $anchor: 'my_anchor', type: 'string' },
          ],
        },
      },
      $ref: 'child1#my_anchor',
    },
    [['a'], [1]],
  ),

  in2019(
    '$recursiveRef: without an anchor',
    { properties: { foo: { $recursiveRef: '#' } }, additionalProperties: false },
    [
      [{ foo: false }, { foo: { foo: false } }],
      [{ bar: false }, { foo: { bar: false } }],
    ],
  ),
  in2019(
    '$recursiveRef: with an anchor',
    {
      $id: 'http://localhost:4242/extended.json',
      $recursiveAnchor: true,
      $defs: {
        base: {
          $id: 'base.json',
          $recursiveAnchor: true,
          anyOf: [{ type: 'boolean' }, { type: 'object', additionalProperties: { $recursiveRef: '#' } }],
        },
      },
      anyOf: [{ type: 'integer' }, { $ref: 'base.json' }],
    },
    [
      [true, 1, { foo: true }, { foo: 1 }, { foo: { bar: 1 } }],
      ['x', { foo: 'x' }],
    ],
  ),
  in2019(
    '$recursiveRef: the base has no anchor',
    {
      $id: 'http://localhost:4242/extended2.json',
      $recursiveAnchor: true,
      $defs: {
        base: {
          $id: 'base2.json',
          anyOf: [{ type: 'boolean' }, { type: 'object', additionalProperties: { $recursiveRef: '#' } }],
        },
      },
      anyOf: [{ type: 'integer' }, { $ref: 'base2.json' }],
    },
    [[1, { foo: true }], [{ foo: 1 }]],
  ),
  in2020(
    '$dynamicRef: to a dynamic anchor of the same document',
    { items: { $dynamicRef: '#items' }, $defs: { foo: { $dynamicAnchor: 'items', type: 'string' } } },
    [[['foo', 'bar']], [['foo', 42]]],
  ),
  in2020(
    '$dynamicRef: to an ordinary anchor',
    { items: { $dynamicRef: '#items' }, $defs: { foo: { $anchor: 'items', type: 'string' } } },
    [[['foo', 'bar']], [['foo', 42]]],
  ),
  in2020(
    '$dynamicRef: the outermost anchor wins',
    {
      $id: 'https://test.example/typical/root',
      $ref: 'list',
      $defs: {
        foo: { $dynamicAnchor: 'items', type: 'string' },
        list: {
          $id: 'list',
          items: { $dynamicRef: '#items' },
          $defs: { items: { $dynamicAnchor: 'items' } },
        },
      },
    },
    [[['foo', 'bar']], [['foo', 42]]],
  ),
  in2020(
    '$dynamicRef: needs a dynamic anchor in its own document',
    {
      $id: 'https://test.example/plain/root',
      $ref: 'list',
      $defs: {
        foo: { $dynamicAnchor: 'items', type: 'string' },
        list: { $id: 'list', items: { $dynamicRef: '#items' }, $defs: { items: { $anchor: 'items' } } },
      },
    },
    [[['foo', 42]], []],
  ),
  in2020(
    '$dynamicRef: a strict tree',
    {
      $id: 'http://localhost:1234/strict-tree.json',
      $dynamicAnchor: 'node',
      $ref: 'tree.json',
      unevaluatedProperties: false,
      $defs: {
        tree: {
          $id: 'tree.json',
          $dynamicAnchor: 'node',
          type: 'object',
          properties: { data: true, children: { type: 'array', items: { $dynamicRef: '#node' } } },
        },
      },
    },
    [[{ children: [{ data: 1 }] }], [{ children: [{ daat: 1 }] }]],
  ),
];
