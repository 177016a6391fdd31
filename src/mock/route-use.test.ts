import { describe, expect, it } from 'vitest';
import type { MockRoute } from './responses/mock-route.js';
import { RouteUse, UnmatchedRequests } from './route-use.js';

/** Only the place and the name of a route matter here. */
function route(file: string, line: number, name: string): MockRoute {
  return { file, line, name } as MockRoute;
}

describe('the use of routes', () => {
  it('is counted for each one, and kept when files are read again', () => {
    const use = new RouteUse([
      route('a.http', 1, 'one'),
      route('a.http', 9, 'two'),
      route('b.http', 1, 'one'),
    ]);
    use.note(route('a.http', 1, 'one'));
    expect(use.unused().map(({ file, line }) => [file, line])).toEqual([
      ['a.http', 9],
      ['b.http', 1],
    ]);
    use.setRoutes([route('a.http', 5, 'one'), route('a.http', 12, 'new')]);
    expect(use.unused().map(({ name }) => name)).toEqual(['new']);
    use.setRoutes([route('b.http', 2, 'one')]);
    use.note(route('b.http', 2, 'one'));
    use.note(route('gone.http', 2, 'one'));
    expect(use.unused()).toEqual([]);
  });

  it('tells operations on one line apart', () => {
    const all = [route('api.json', 1, 'list'), route('api.json', 1, 'add')];
    const use = new RouteUse(all);
    use.note(route('api.json', 1, 'add'));
    expect(use.unused()).toEqual([all[0]]);
  });

  it('tells requests with the same title apart', () => {
    const same = [route('a.http', 1, 'Orders'), route('a.http', 9, 'Orders')];
    const use = new RouteUse(same);
    use.note(route('a.http', 9, 'Orders'));
    expect(use.unused()).toEqual([same[0]]);
  });
});

describe('requests without a route', () => {
  it('are counted by method and path, the most frequent first', () => {
    const unmatched = new UnmatchedRequests();
    for (const path of ['/a', '/b', '/c', '/b']) unmatched.note('GET', path);
    unmatched.note('PUT', '/b');
    expect(unmatched.total).toBe(5);
    expect(unmatched.byFrequency(2)).toEqual([
      { method: 'GET', path: '/b', count: 2 },
      { method: 'GET', path: '/a', count: 1 },
    ]);
  });

  it('take bounded memory, however many and long they are', () => {
    const unmatched = new UnmatchedRequests();
    for (let index = 0; index < 5000; index += 1) unmatched.note('GET', `/${index}`);
    expect(unmatched.total).toBe(5000);
    expect(unmatched.byFrequency(Infinity)).toHaveLength(1000);
    const long = new UnmatchedRequests();
    long.note('GET', `/${'x'.repeat(10_000)}`);
    expect(long.byFrequency(1)[0]?.path).toHaveLength(501);
  });
});
