import { expect, it } from 'vitest';
import { createKeptReports } from './kept-reports.js';

const { signal } = new AbortController();

function create(maxBytes: number): {
  readonly reports: ReturnType<typeof createKeptReports>;
  readonly rendered: number[][];
} {
  const rendered: number[][] = [];
  const call = (_operation: string, input: unknown): Promise<unknown> => {
    const { sources } = input as { readonly sources: readonly Uint8Array[] };
    rendered.push(sources.map(({ length }) => length));
    return Promise.resolve(new Uint8Array());
  };
  return { reports: createKeptReports({ call: call as never }, maxBytes), rendered };
}

it('renders the executions in the order of the call', async () => {
  const { reports, rendered } = create(100);
  reports.keep('a', new Uint8Array(1));
  reports.keep('b', new Uint8Array(2));
  reports.keep('none', undefined);
  await reports.render(['b', 'a'], 'html', signal);
  expect(rendered).toEqual([[2, 1]]);
  expect(() => reports.render(['none'], 'html', signal)).toThrow('no report of execution none is kept');
});

it('forgets the oldest beyond its limit, and keeps nothing that is larger than the limit', async () => {
  const { reports, rendered } = create(10);
  for (const name of ['a', 'b', 'c']) reports.keep(name, new Uint8Array(4));
  reports.keep('large', new Uint8Array(11));
  expect(() => reports.render(['a'], 'html', signal)).toThrow('execution a is kept');
  expect(() => reports.render(['large'], 'html', signal)).toThrow('execution large is kept');
  await reports.render(['b', 'c'], 'html', signal);
  expect(rendered).toEqual([[4, 4]]);
});
