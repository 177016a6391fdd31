import { describe, expect, it } from 'vitest';
import { violationsOf as violations } from '../../../../test/support/runs/schema-violations.js';

const NEWEST = 'https://json-schema.org/draft/2020-12/schema';

describe('a published set of files', () => {
  const url = (name: string): string => `https://example.com/schemas/${name}`;
  const node = {
    $id: url('node.json'),
    $defs: { leaf: { $anchor: 'leaf', type: 'string' } },
    $anchor: 'node',
    type: 'object',
    properties: { name: { $ref: '#leaf' }, next: { $ref: '#node' } },
  };
  const files = { 'dir/node.json': node };
  const wrong = ['/name must be string', '/next/name must be string'];

  it.each(['node.json#node', 'node.json', url('node.json#node'), url('node.json')])(
    'has the anchors of the file beside it that declares the address: %s',
    async ($ref) => {
      const schema = { $id: url('main.json'), $ref };
      expect(await violations(schema, { name: 1, next: { name: 2 } }, files)).toEqual(wrong);
      expect(await violations(schema, { name: 'a', next: { name: 'b' } }, files)).toEqual([]);
    },
  );

  it('may lie in folders that correspond to the addresses, and refer back', async () => {
    const schema = {
      $id: url('main.json'),
      $anchor: 'main',
      properties: { part: { $ref: url('parts/part.json#part') }, other: { $ref: '../other/o.json' } },
    };
    const parts = {
      'dir/parts/part.json': {
        $id: url('parts/part.json'),
        $anchor: 'part',
        items: { $ref: '../main.json#main' },
        minItems: 1,
      },
      'other/o.json': { $id: 'https://example.com/other/o.json', type: 'null' },
    };
    expect(await violations(schema, { part: [{ part: [] }], other: 1 }, parts)).toEqual([
      '/part/0/part must have at least 1 elements',
      '/other must be null',
    ]);
  });

  it('has dynamic anchors', async () => {
    const tree = {
      $schema: NEWEST,
      $id: url('tree.json'),
      $dynamicAnchor: 'node',
      type: 'object',
      properties: { children: { items: { $dynamicRef: '#node' } } },
    };
    const strict = {
      $schema: NEWEST,
      $id: url('strict.json'),
      $dynamicAnchor: 'node',
      $ref: 'tree.json',
      unevaluatedProperties: false,
    };
    const set = { 'dir/tree.json': tree, 'dir/strict.json': strict };
    const value = { children: [{ daat: 1 }] };
    expect(await violations({ $id: url('main.json'), $ref: 'strict.json#node' }, value, set)).toEqual([
      '/children/0/daat must not be there',
      '/children must not be there',
    ]);
    expect(await violations({ $id: url('main.json'), $ref: 'tree.json#node' }, value, set)).toEqual([]);
  });

  it('finds a schema with an identifier of its own inside a file that another reference loads', async () => {
    const schema = {
      $id: url('main.json'),
      properties: { a: { $ref: 'inner.json#inner' }, b: { $ref: 'outer.json' } },
    };
    const outer = {
      $id: url('outer.json'),
      $defs: { inner: { $id: 'inner.json', $anchor: 'inner', type: 'string' } },
    };
    expect(await violations(schema, { a: 1 }, { 'dir/outer.json': outer })).toEqual(['/a must be string']);
  });

  it('resolves references inside a nested identifier from there', async () => {
    const schema = {
      $id: url('main.json'),
      $ref: '#/$defs/inner',
      $defs: { inner: { $id: 'deep/inner.json', $ref: 'leaf.json#leaf' } },
    };
    const leaf = { $anchor: 'leaf', type: 'string' };
    expect(await violations(schema, 1, { 'dir/deep/leaf.json': leaf })).toEqual(['must be string']);
    expect(await violations(schema, 1, { 'dir/leaf.json': leaf })).toEqual(['must be string']);
  });

  it('may have relative identifiers', async () => {
    const relative = { ...node, $id: 'node.json' };
    const schema = { $id: 'main.json', $ref: 'node.json#node' };
    expect(await violations(schema, { name: 1 }, { 'dir/node.json': relative })).toEqual([wrong[0]]);
    const below = { $id: 'schemas/main.json', $ref: 'node.json#node' };
    const other = { ...node, $id: 'schemas/node.json' };
    expect(await violations(below, { name: 1 }, { 'dir/node.json': other })).toEqual([wrong[0]]);
  });

  it('may leave out the extension of its files in their addresses', async () => {
    const schema = { $id: url('main'), $ref: url('node#node') };
    const set = { 'dir/node.schema.json': { ...node, $id: url('node') } };
    expect(await violations(schema, { name: 1 }, set)).toEqual([wrong[0]]);
  });

  it('takes no file for an address that the file does not declare', async () => {
    const schema = { $id: url('main.json'), $ref: url('node.json') };
    const other = { 'dir/node.json': { ...node, $id: 'https://example.com/other.json' } };
    await expect(violations(schema, {}, other)).rejects.toThrow('not in the workspace');
    await expect(violations(schema, {}, {})).rejects.toThrow('not in the workspace');
    const elsewhere = { $id: url('main.json'), $ref: 'https://example.org/schemas/node.json' };
    await expect(violations(elsewhere, {}, files)).rejects.toThrow('not in the workspace');
  });
});
