import { deflateSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lineValue, useHistory } from '../../test/support/files/history-place.js';
import { openHistory, type HistoryStore } from './open-history.js';
import type { StressPageRequest, StressRunPage } from './queries/stress-run.js';
import type { StressRow } from './queries/stress-run.js';

const place = useHistory();

function open(keepStress?: number): HistoryStore {
  const onWarning = (message: string): void => void place.warnings.push(message);
  const store = openHistory({ path: place.path, keepRuns: 10, keepStress, onWarning });
  onTestFinished(() => store.close());
  return store;
}

const RESULT = {
  duration: 30.02,
  totalRequests: 300,
  errorCount: 3,
  avgRps: 9.99,
  latency: { p95: 21.5 },
  thresholds: [
    { metric: 'p95', passed: true },
    { metric: 'errors', passed: false },
  ],
  stopped: false,
  mode: 'rate',
  validity: { valid: true },
};

function row(changes: Partial<StressRow> = {}, result: object = {}): StressRow {
  return {
    uid: 'abc',
    workspace: '/work',
    source: 'server',
    label: '',
    environment: 'dev',
    startedAt: 1000,
    finishedAt: 32_000,
    files: '["a.http"]',
    options: '{"mode":"rate","rate":10}',
    result: JSON.stringify({ ...RESULT, ...result }),
    histogram: deflateSync('{"unit":"us"}'),
    ...changes,
  };
}

async function list(store: HistoryStore, request: StressPageRequest = {}): Promise<StressRunPage> {
  return lineValue(await store.query('listStress', request)) as StressRunPage;
}

async function detail(store: HistoryStore, id: number, histogram = false): Promise<unknown> {
  const line = await store.query('stressDetail', { id, histogram });
  return line && lineValue(line);
}

describe('load tests in the history', () => {
  it('are listed newest first, with what a list shows', async () => {
    const store = open();
    expect(await list(store)).toEqual({ runs: [], total: 0, limit: 20, offset: 0 });
    expect(await store.addStress(row({ label: 'before' }))).toBe(1);
    const users = { mode: 'vus', stopped: true, validity: { valid: false }, thresholds: [] };
    const changes = { startedAt: 2000, options: '{"mode":"vus","vus":8}', workspace: '/other' };
    expect(await store.addStress(row(changes, users))).toBe(2);
    const { runs, total } = await list(store);
    expect([total, runs.map(({ id }) => id)]).toEqual([2, [2, 1]]);
    expect(runs[1]).toEqual({
      id: 1,
      label: 'before',
      files: ['a.http'],
      environment: 'dev',
      mode: 'rate',
      rate: 10,
      vus: 0,
      duration: 30.02,
      startedAt: '1970-01-01T00:00:01.000Z',
      finishedAt: '1970-01-01T00:00:32.000Z',
      totalRequests: 300,
      errorCount: 3,
      avgRps: 9.99,
      p95Ms: 21.5,
      valid: true,
      thresholdsPassed: false,
      stopped: false,
      workers: 0,
      workspace: '/work',
    });
    expect(runs[0]).toMatchObject({
      mode: 'vus',
      rate: 0,
      vus: 8,
      valid: false,
      thresholdsPassed: true,
      stopped: true,
    });
    expect(await list(store, { label: 'before' })).toMatchObject({ total: 1, runs: [{ id: 1 }] });
    expect(await list(store, { workspace: '/other' })).toMatchObject({ total: 1, runs: [{ id: 2 }] });
    expect(await list(store, { limit: 500, offset: 1 })).toMatchObject({ limit: 100, runs: [{ id: 1 }] });
  });

  it('of a search have the rate of their result', async () => {
    const store = open();
    const steps = [{ rate: 50 }, { rate: 25 }];
    await store.addStress(row({ startedAt: 3000 }, { find: { rate: 734, steps } }));
    await store.addStress(row({ startedAt: 2000 }, { find: { rate: 0, steps } }));
    await store.addStress(row({ startedAt: 1000 }, { find: { rate: 0, steps: [] } }));
    const { runs } = await list(store);
    expect(runs.map(({ rate }) => rate)).toEqual([734, 25, 10]);
  });

  it('carry their number in the result, and their buckets when asked', async () => {
    const store = open();
    const id = await store.addStress(row({ label: 'x' }));
    expect(await detail(store, id)).toEqual({
      id,
      label: 'x',
      files: ['a.http'],
      environment: 'dev',
      options: { mode: 'rate', rate: 10 },
      result: { ...RESULT, stressId: id },
    });
    expect(await detail(store, id, true)).toMatchObject({ histogram: { unit: 'us' } });
    expect(await detail(store, 99)).toBeUndefined();
  });

  it('are bounded in each workspace, apart from runs', async () => {
    const store = open(2);
    for (const startedAt of [5000, 4000, 3000, 6000]) await store.addStress(row({ startedAt }));
    await store.addStress(row({ workspace: '/other' }));
    const { runs } = await list(store);
    expect(runs.map(({ id }) => id)).toEqual([4, 1, 5]);
    await store.query('removeAll');
    expect(await list(store)).toMatchObject({ total: 3 });
    expect(await store.query('removeStress', 4)).toBe(true);
    expect(await store.query('removeStress', 4)).toBe(false);
    expect(await store.query('removeAllStress', '/work')).toBe(1);
    expect(await list(store)).toMatchObject({ total: 1, runs: [{ workspace: '/other' }] });
    expect(await store.query('removeAllStress')).toBe(1);
    expect(place.warnings).toEqual([]);
  });

  it('leave the version of the store as it was, and need no table before the first one', async () => {
    const store = open();
    await store.query('open');
    expect(await detail(store, 1)).toBeUndefined();
    expect(await store.query('removeStress', 1)).toBe(false);
    const tables = "SELECT count(*) AS n FROM sqlite_schema WHERE name = 'stress_runs'";
    expect(await place.raw((database) => database.prepare(tables).get())).toEqual({ n: 0 });
    await store.addStress(row());
    expect(await place.raw((database) => database.prepare(tables).get())).toEqual({ n: 1 });
    expect(await place.raw((database) => database.prepare('PRAGMA user_version').get())).toEqual({
      user_version: 1,
    });
  });

  it('leave the other tables as earlier versions of svc read and write them', async () => {
    const store = open();
    await store.addStress(row());
    const columns = `
      SELECT tables.name AS name, group_concat(columns.name, ' ') AS columns
      FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
      WHERE tables.type = 'table' AND tables.name IN ('runs', 'results', 'assertions') GROUP BY tables.name`;
    expect(await place.raw((database) => database.prepare(columns).all())).toEqual([
      {
        name: 'assertions',
        columns: 'id result_id position operator subject expected actual passed message',
      },
      {
        name: 'results',
        columns:
          'id run_id position request_name method url status_code duration_ms passed skipped skip_reason description body_preview error',
      },
      {
        name: 'runs',
        columns:
          'id workspace source file_path environment started_at finished_at duration_ms passed failed skipped total',
      },
    ]);
    const others = `
      SELECT type, name FROM sqlite_schema
      WHERE tbl_name IN ('runs', 'results', 'assertions') AND type <> 'table' ORDER BY name`;
    expect(await place.raw((database) => database.prepare(others).all())).toEqual(
      [
        'assertions_by_result',
        'results_by_request',
        'results_by_run',
        'runs_by_start',
        'runs_by_workspace',
      ].map((name) => ({ type: 'index', name })),
    );
  });
});
