import { describe, expect, it, onTestFinished } from 'vitest';
import { useHistory, type ReadableStore } from '../../../test/support/files/history-place.js';
import {
  result,
  rowsOf,
  run,
  type StoredAssertion,
  type StoredResult,
  type StoredRun,
} from '../../../test/support/runs/stored-runs.js';
import { MAX_ROWS_PER_STATEMENT } from './insert-rows.js';
import { RunStore } from '../run-store.js';
import type { RunRowsInput } from './run-rows.js';

const place = useHistory();

const addTogether = (store: ReadableStore, runs: readonly StoredRun[]): Promise<number[]> =>
  Promise.all(runs.map((each) => store.add(each)));

function assertions(count: number, of: string): StoredAssertion[] {
  return Array.from({ length: count }, (_, at) => ({
    operator: 'equals',
    subject: `${of} ${at}`,
    expected: '1',
    actual: '2',
    passed: at % 2 === 0,
    message: `message ${at}`,
  }));
}

const resultWith = (name: string, count: number): StoredResult =>
  result(name, { assertions: assertions(count, name) });

describe('runs written together', () => {
  it.each([
    0,
    1,
    MAX_ROWS_PER_STATEMENT - 1,
    MAX_ROWS_PER_STATEMENT,
    MAX_ROWS_PER_STATEMENT + 1,
    2 * MAX_ROWS_PER_STATEMENT,
    3 * MAX_ROWS_PER_STATEMENT + 5,
  ])('keep their own results, in order: %i of each', async (count) => {
    const store = place.open();
    const names = Array.from({ length: count }, (_, at) => `r${at}`);
    const runs = ['a', 'b', 'c'].map((file) =>
      run({
        filePath: file,
        results: [
          resultWith(`${file} without`, 0),
          resultWith(`${file} many`, count),
          ...names.map((name) => resultWith(name, 1)),
        ],
      }),
    );
    expect(await addTogether(store, [run({ results: [] }), ...runs])).toEqual([1, 2, 3, 4]);
    expect((await store.detail(1))?.results).toEqual([]);
    for (const [index, file] of ['a', 'b', 'c'].entries()) {
      const detail = await store.detail(index + 2);
      expect(detail?.filePath).toBe(file);
      expect(detail?.results.map(({ requestName }) => requestName)).toEqual([
        `${file} without`,
        `${file} many`,
        ...names,
      ]);
      const [without, many, ...rest] = detail?.results ?? [];
      expect(without?.assertions).toEqual([]);
      expect(many?.assertions.map(({ subject, passed }) => [subject, passed])).toEqual(
        assertions(count, `${file} many`).map(({ subject, passed }) => [subject, passed]),
      );
      expect(rest.map((each) => each.assertions.map(({ subject }) => subject))).toEqual(
        names.map((name) => [`${name} 0`]),
      );
    }
  });

  it('have ids that go on from one to the next, in all tables', async () => {
    const store = place.open();
    const two = run({ results: [resultWith('x', 2), resultWith('y', 0), resultWith('z', 1)] });
    await addTogether(store, [two, two]);
    await store.add(two);
    const ids = async (table: string): Promise<readonly unknown[]> =>
      place.raw((database) => database.prepare(`SELECT * FROM ${table} ORDER BY id`).all());
    const upTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1);
    expect(await ids('runs')).toMatchObject(upTo(3).map((id) => ({ id })));
    expect(await ids('results')).toMatchObject(
      upTo(9).map((id) => ({ id, run_id: Math.ceil(id / 3), position: (id - 1) % 3 })),
    );
    expect(await ids('assertions')).toMatchObject(
      [1, 1, 3, 4, 4, 6, 7, 7, 9].map((owner, at) => ({
        id: at + 1,
        result_id: owner,
        position: [0, 1, 0][at % 3],
      })),
    );
  });

  it('never reuse an id, not even one of a removed run of another process', async () => {
    const [one, other] = [place.open(), place.open()];
    expect(await addTogether(one, [run(), run()])).toEqual([1, 2]);
    expect(await addTogether(other, [run(), run()])).toEqual([3, 4]);
    expect(await one.removeAll()).toBe(4);
    expect(await addTogether(other, [run(), run()])).toEqual([5, 6]);
    expect(await one.add(run())).toBe(7);
    await one.close();
    // This row looks like one that was edited by hand.
    await place.raw((database) => {
      database.exec(`
        DELETE FROM sqlite_sequence;
        INSERT INTO results SELECT 900, run_id, position, request_name, method, url, status_code, duration_ms,
          passed, skipped, skip_reason, description, body_preview, error FROM results WHERE id = 20`);
    });
    expect(await other.add(run())).toBe(8);
    expect((await other.detail(8))?.results.map(({ id }) => id)).toEqual([901, 902, 903]);
  });

  it('that cannot be written leave nothing, and the others are stored', async () => {
    const store = place.open();
    const refused = run({ filePath: [] as unknown as string });
    expect(await addTogether(store, [run(), refused, run()])).toEqual([1, 0, 2]);
    expect(await store.add(run())).toBe(3);
    expect((await store.detail(3))?.results.map(({ id }) => id)).toEqual([7, 8, 9]);
    expect(place.warnings).toHaveLength(1);
  });

  it('that cannot be written leave nothing of their beginning either', async () => {
    const store = place.open();
    const refused = run({ filePath: 'refused', results: [result('x', { method: [] as unknown as string })] });
    expect(await addTogether(store, [run(), refused, run()])).toEqual([1, 0, 2]);
    expect((await store.list({})).runs.map(({ filePath }) => filePath)).not.toContain('refused');
    expect((await store.detail(2))?.results.map(({ id }) => id)).toEqual([4, 5, 6]);
  });

  it.each<[string, RunRowsInput]>([
    ['is refused by the driver', rowsOf(run({ filePath: [] as unknown as string }))],
    ['cannot be read', 'no JSON'],
  ])('are all stored or none when the database fails and one of them %s', async (_, bad) => {
    const store = new RunStore(
      {
        path: place.path,
        keepRuns: 9,
        check: 'touched',
        busyTimeoutMs: 20,
        lockTimeoutMs: 0,
        retryDelayMs: 0,
      },
      (message) => place.warnings.push(message),
    );
    onTestFinished(() => store.close());
    const runs = [rowsOf(run()), bad, rowsOf(run({ filePath: 'last' }))];
    await store.query('open');
    await place.raw((database) =>
      database.exec(`CREATE TRIGGER fail BEFORE INSERT ON runs WHEN new.file_path = 'last'
        BEGIN SELECT raise(ABORT, 'the database fails'); END`),
    );
    await expect(store.query('add', ...runs)).rejects.toThrow('the database fails');
    await place.raw((database) => database.exec('DROP TRIGGER fail'));
    expect(await store.query('add', ...runs)).toEqual([1, expect.any(Error), 2]);
    const count = 'SELECT (SELECT count(*) FROM runs) AS runs, (SELECT count(*) FROM results) AS results';
    expect(await place.raw((database) => database.prepare(count).get())).toEqual({ runs: 2, results: 6 });
  });
});
