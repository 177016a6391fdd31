import { describe, expect, it } from 'vitest';
import { http, plan, steps } from '../../../test/support/runs/planned-steps.js';
import type { Selection } from './options.js';

describe('shards', () => {
  const files = {
    'a.http': http('a1', 'a2: a3', 'a3', 'a4'),
    'b.http': http('b1', 'b2: b1', 'b3: auth.http#login'),
    'c.http': 'GTE x\n',
    'auth.http': http('login'),
  };
  const run = ['a.http', 'b.http', 'c.http'];
  const shard = async (
    index: number,
    count: number,
    selection: Partial<Selection> = {},
  ): Promise<string[][]> => {
    const made = await plan(files, { shard: { index, count }, ...selection }, run);
    return made.files.map((file, at) => [
      file.runnable.shown,
      ...file.broken.map(() => 'broken'),
      ...steps(made, at),
    ]);
  };

  it('are dealt out by connected groups over all files', async () => {
    // Units: a1 | a2+a3 | a4 | b1+b2 | b3 | c.http
    expect(await shard(1, 2)).toEqual([
      ['a.http', 'a1', 'a4'],
      ['b.http', '+login@auth.http', 'b3'],
    ]);
    expect(await shard(2, 2)).toEqual([
      ['a.http', 'a3', 'a2'],
      ['b.http', 'b1', 'b2'],
      ['c.http', 'broken'],
    ]);
    expect(await shard(1, 1)).toHaveLength(3);
  });

  it('are cut after filtering, may be empty, and do not report what was filtered out', async () => {
    expect(await shard(1, 2, { names: ['a2'] })).toEqual([['a.http', '+a3', 'a2']]);
    expect(await shard(2, 2, { names: ['a2'] })).toEqual([['c.http', 'broken']]);
    expect(await shard(9, 9)).toEqual([]);
  });

  it('keep a file with run lines in one piece', async () => {
    const lines = {
      'a.http': `${http('a1')}\n###\nrun ./auth.http\n\n${http('a2')}`,
      'b.http': http('b1', 'b2'),
      'only.http': '###\nrun ./auth.http\n',
      'auth.http': http('login'),
    };
    const part = async (index: number): Promise<string[][]> => {
      const made = await plan(lines, { shard: { index, count: 2 } }, ['a.http', 'b.http', 'only.http']);
      return made.files.map((_file, at) => [made.files[at]?.runnable.shown ?? '', ...steps(made, at)]);
    };
    expect(await part(1)).toEqual([
      ['a.http', 'a1', '+login@auth.http', 'a2'],
      ['b.http', 'b2'],
    ]);
    expect(await part(2)).toEqual([
      ['b.http', 'b1'],
      ['only.http', '+login@auth.http'],
    ]);
  });
});
