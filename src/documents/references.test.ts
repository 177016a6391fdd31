import { describe, expect, it } from 'vitest';
import { ServiceError } from '../errors.js';
import { loadReferencedDocuments, type LoadLimits } from './load-referenced.js';
import { followReferences, resolveLocation, type SourceDocument } from './references.js';

const root = {
  a: { $ref: '#/b' },
  b: { $ref: '#/c~1d/0/x%20y' },
  'c/d': [{ 'x y': 'found' }],
  loop: { $ref: '#/loop2' },
  loop2: { $ref: '#/loop' },
  gone: { $ref: '#/constructor' },
  other: { $ref: 'other.yaml#/x' },
  anchored: { $ref: '#here' },
  deep: { list: [{ $anchor: 'here', is: 'anchored' }] },
};
const main: SourceDocument = { location: 'api/main.yaml', root };

describe('follow', () => {
  it.each([
    ['a', { value: 'found', home: main }],
    ['anchored', { value: { $anchor: 'here', is: 'anchored' }, home: main }],
    ['loop', { reference: '#/loop2', reason: 'it leads back to itself' }],
    ['gone', { reference: '#/constructor', reason: 'there is nothing at that place' }],
    ['other', { reference: 'other.yaml#/x', reason: 'references to other documents are not followed' }],
  ] as const)('%s', (name, expected) => {
    expect(followReferences({ value: root[name], home: main }, new Map())).toEqual(expected);
  });

  it('finds anchors in a document that is a list', () => {
    const home = { location: '', root: [{ $anchor: 'here' }] };
    const start = { value: { $ref: '#here' }, home };
    expect(followReferences(start, new Map())).toEqual({ value: { $anchor: 'here' }, home });
  });

  it('goes through a chain of any length', () => {
    const steps = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, i) => [
        `s${i}`,
        i === 9999 ? { end: true } : { $ref: `#/s${i + 1}` },
      ]),
    );
    const home = { location: '', root: steps };
    expect(followReferences({ value: steps['s0'], home }, new Map())).toEqual({ value: { end: true }, home });
  });
});

describe('resolveLocation', () => {
  it.each([
    ['./schemas/a.yaml', 'spec/api.yaml', 'spec/schemas/a.yaml'],
    ['../x%20y.yaml', 'spec/sub/api.yaml', 'spec/x y.yaml'],
    ['../../x.yaml', 'spec/api.yaml', '../x.yaml'],
    ['/etc/hosts', 'spec/api.yaml', '/etc/hosts'],
    ['file:///etc/hosts', 'spec/api.yaml', 'file:///etc/hosts'],
    ['https://b.test/x', 'api.yaml', 'https://b.test/x'],
    ['b.yaml', 'https://a.test/v1/api.yaml', 'https://a.test/v1/b.yaml'],
    ['//b.test/x', 'https://a.test/v1/api.yaml', 'https://b.test/x'],
  ])('%s in %s', (reference, from, expected) => {
    expect(resolveLocation(reference, from)).toBe(expected);
  });
});

describe('loadOthers', () => {
  it('has no limit of the number of documents, but of their size and of the time', async () => {
    const refs = Array.from({ length: 1500 }, (_, i) => ({ $ref: `d${i}.json` }));
    const start = { location: 'main.json', root: refs };
    const reasons = async (limits?: LoadLimits): Promise<string[]> => {
      const others = await loadReferencedDocuments(start, async () => '{"a":  1}', limits);
      return [...others.values()].flatMap((other) => ('reason' in other ? [other.reason] : []));
    };
    expect(await reasons()).toEqual([]);
    const size = await reasons({ characters: 90, milliseconds: 1000, clock: () => 0 });
    expect([size.length, size[0]]).toEqual([1490, 'the other documents take more than 200 MiB']);
    let now = 0;
    const time = await reasons({ characters: 1e9, milliseconds: 5, clock: () => now++ });
    expect([time.length, time[0]]).toEqual([1495, 'the other documents take more than two minutes']);
  });

  it('loads every reachable document once, and gives the reason where it cannot', async () => {
    const texts: Record<string, string> = {
      'spec/a.yaml': 'x: {$ref: "sub/b.json#/y"}',
      'spec/sub/b.json': '{"y": {"$ref": "../api.yaml#/z"}, "broken": {"$ref": "c.yaml"}}',
      'spec/sub/c.yaml': 'a: [',
    };
    const asked: string[] = [];
    const start = {
      location: 'spec/api.yaml',
      root: { p: { $ref: 'a.yaml#/x' }, q: { $ref: '../out.yaml' }, z: 'end' },
    };
    const others = await loadReferencedDocuments(start, async (location) => {
      asked.push(location);
      const text = texts[location];
      if (text === undefined) throw new ServiceError('forbidden', 'it lies outside');
      return text;
    });
    expect(asked.toSorted()).toEqual(['out.yaml', 'spec/a.yaml', 'spec/sub/b.json', 'spec/sub/c.yaml']);
    expect(followReferences({ value: start.root.p, home: start }, others)).toEqual({
      value: 'end',
      home: start,
    });
    expect(followReferences({ value: start.root.q, home: start }, others)).toMatchObject({
      reason: 'it lies outside',
    });
    expect(others.get('spec/sub/c.yaml')).toMatchObject({
      reason: expect.stringContaining('it is not valid YAML'),
    });
  });
});
