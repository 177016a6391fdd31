import { describe, expect, it } from 'vitest';
import { blockText, listItems, readBlocks } from './bru-blocks.js';
import { readEntries } from './bru-entries.js';

const block = (content: string) => {
  const [first] = readBlocks(`x {\n${content}\n}\n`).blocks;
  if (first === undefined) throw new Error('no block');
  return first;
};

describe('readBlocks', () => {
  it('reads blocks that end in column 1, with the lines of their names', () => {
    const { blocks, faults } = readBlocks(
      '\r\nmeta {\r\n  name: A\r\n}\r\n\r\nbody:graphql:vars {\n  {\n    "a": 1\n  }\n}\nheaders {}\nvars:secret [\n  a,\n  ~b\n]\nvars:other [c, d]\n',
    );
    expect(faults).toEqual([]);
    expect(blocks.map(({ name, line }) => [name, line])).toEqual([
      ['meta', 2],
      ['body:graphql:vars', 6],
      ['headers', 11],
      ['vars:secret', 12],
      ['vars:other', 16],
    ]);
    expect(blocks.map(blockText).slice(0, 3)).toEqual(['name: A', '{\n  "a": 1\n}', '']);
    expect(blocks.slice(3).map(listItems)).toEqual([['a'], ['c', 'd']]);
  });

  it('names lines outside of blocks and blocks without an end, and goes on', () => {
    const { blocks, faults } = readBlocks(
      'stray\nget {\n  url: x\n}\n  also: stray\ntests {\n  never ends\n',
    );
    expect(faults.map(({ line }) => line)).toEqual([1, 5, 6]);
    expect(blocks.map(({ name }) => name)).toEqual(['get', 'tests']);
  });
});

describe('readEntries', () => {
  it.each([
    ['  a: b: c', [{ name: 'a', value: 'b: c', enabled: true, line: 2 }]],
    ['  ~a: 1', [{ name: 'a', value: '1', enabled: false, line: 2 }]],
    ['  "a: b": c', [{ name: 'a: b', value: 'c', enabled: true, line: 2 }]],
    ["  res.body['a:b']: eq 1", [{ name: "res.body['a:b']", value: 'eq 1', enabled: true, line: 2 }]],
    ["  a: '''\n    one\n      two\n  '''", [{ name: 'a', value: 'one\n  two', enabled: true, line: 2 }]],
    [
      "  a: '''\n    one\n  ''' @contentType(text/x)",
      [{ name: 'a', value: 'one @contentType(text/x)', enabled: true, line: 2 }],
    ],
    ["  a: '''one'''", [{ name: 'a', value: 'one', enabled: true, line: 2 }]],
    [
      "  @description('''\n    words: here\n  ''')\n  @number\n  a: 1",
      [{ name: 'a', value: '1', enabled: true, line: 6 }],
    ],
    ['  @a: 1', [{ name: '@a', value: '1', enabled: true, line: 2 }]],
    ['  tags: [\n    one\n    two\n  ]', [{ name: 'tags', value: 'one,two', enabled: true, line: 2 }]],
  ])('reads %j', (content, entries) => {
    expect(readEntries(block(content))).toEqual({ entries, faults: [] });
  });

  it('names lines that it cannot read', () => {
    const { entries, faults } = readEntries(block("  no entry\n  a: 1\n  b: '''\n    open"));
    expect(entries.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(faults.map(({ line }) => line)).toEqual([2, 4]);
  });
});
