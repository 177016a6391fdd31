import { describe, expect, it } from 'vitest';
import { useHistory } from '../../test/support/history-place.js';
import { run } from '../../test/support/stored-runs.js';
import type { HistoryStore } from './runs.js';

const place = useHistory();

const idsOf = async (store: HistoryStore, workspace?: string): Promise<number[]> =>
  (await store.list({ limit: 100, workspace })).runs.map(({ id }) => id).sort((a, b) => a - b);

describe('what is kept', () => {
  it('are the newest runs of each workspace, by their start', async () => {
    const store = place.open(3);
    for (let index = 1; index <= 5; index++) await store.add(run({ startedAt: index * 1000 }));
    await store.add(run({ workspace: '/srv/b', startedAt: 1 }));
    expect(await idsOf(store)).toEqual([3, 4, 5, 6]);
    // Older than all that are kept: it is the one that goes.
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
});
