import { describe, expect, it } from 'vitest';
import { useHistory, type ReadableStore } from '../../../test/support/files/history-place.js';
import { run, type StoredRun } from '../../../test/support/runs/stored-runs.js';

const place = useHistory();

const idsOf = async (store: ReadableStore, workspace?: string): Promise<number[]> =>
  (await store.list({ limit: 100, workspace })).runs.map(({ id }) => id).sort((a, b) => a - b);

describe('retention', () => {
  it('keeps the newest runs of each workspace, by their start', async () => {
    const store = place.open(3);
    for (let index = 1; index <= 5; index++) await store.add(run({ startedAt: index * 1000 }));
    await store.add(run({ workspace: '/srv/b', startedAt: 1 }));
    expect(await idsOf(store)).toEqual([3, 4, 5, 6]);
    // This run is older than all stored ones, so it is the one to be removed.
    await store.add(run({ startedAt: 1 }));
    expect(await idsOf(store, '/srv/a')).toEqual([3, 4, 5]);
  });

  it('counts what another process stores or removes meanwhile', async () => {
    const [one, other] = [place.open(3), place.open(3)];
    await one.add(run({ startedAt: 1 }));
    await other.add(run({ startedAt: 2 }));
    await one.add(run({ startedAt: 3 }));
    await other.add(run({ startedAt: 4 }));
    expect(await idsOf(one)).toEqual([2, 3, 4]);
    await other.remove(3);
    await one.add(run({ startedAt: 5 }));
    expect(await idsOf(one)).toEqual([2, 4, 5]);
  });

  it('counts what it removed itself', async () => {
    const store = place.open(2);
    for (let index = 1; index <= 3; index++) await store.add(run({ startedAt: index }));
    await store.remove(3);
    await store.add(run({ startedAt: 4 }));
    expect(await idsOf(store)).toEqual([2, 4]);
    await store.removeAll();
    for (let index = 5; index <= 7; index++) await store.add(run({ startedAt: index }));
    expect(await idsOf(store)).toEqual([6, 7]);
  });

  it('shrinks at once when the limit was lowered', async () => {
    const wide = place.open(100);
    for (let index = 1; index <= 10; index++) await wide.add(run({ startedAt: index }));
    await wide.close();
    const narrow = place.open(2);
    await narrow.add(run({ startedAt: 11 }));
    expect(await idsOf(narrow)).toEqual([10, 11]);
    const left = await place.raw((database) => database.prepare('SELECT count(*) AS n FROM results').get());
    expect(left).toEqual({ n: 6 });
  });

  it('is applied once to runs of one batch, for each workspace separately', async () => {
    const store = place.open(3);
    const of = (workspace: string, ...starts: number[]): StoredRun[] =>
      starts.map((startedAt) => run({ workspace, startedAt }));
    const add = (runs: readonly StoredRun[]): Promise<number[]> =>
      Promise.all(runs.map((each) => store.add(each)));
    await add([...of('/srv/a', 10, 20), ...of('/srv/b', 1), ...of('/srv/a', 30)]);
    expect(await idsOf(store)).toEqual([1, 2, 3, 4]);
    await add([...of('/srv/b', 2, 3), ...of('/srv/a', 40, 25), ...of('/srv/b', 4), ...of('/srv/c', 1)]);
    expect(await idsOf(store, '/srv/a')).toEqual([4, 7, 8]);
    expect(await idsOf(store, '/srv/b')).toEqual([5, 6, 9]);
    expect(await idsOf(store, '/srv/c')).toEqual([10]);
    // These are more than the limit, and all have the same time.
    await add(of('/srv/b', 9, 9, 9, 9, 9));
    expect(await idsOf(store, '/srv/b')).toEqual([13, 14, 15]);
    const left = await place.raw((database) =>
      database
        .prepare(
          'SELECT (SELECT count(*) FROM results) AS results, (SELECT count(*) FROM assertions) AS assertions',
        )
        .get(),
    );
    expect(left).toEqual({ results: 21, assertions: 42 });
  });

  it('shrinks also when many runs are added at once', async () => {
    const wide = place.open(100);
    await Promise.all(Array.from({ length: 40 }, (_, index) => wide.add(run({ startedAt: index }))));
    await wide.close();
    const pages = (): Promise<number> =>
      place.raw((database) => Number(database.prepare('PRAGMA page_count').get()?.['page_count']));
    const before = await pages();
    const narrow = place.open(4);
    await Promise.all([50, 51, 52].map((startedAt) => narrow.add(run({ startedAt }))));
    expect(await idsOf(narrow)).toEqual([40, 41, 42, 43]);
    expect(await pages()).toBeLessThan(before);
  });
});
