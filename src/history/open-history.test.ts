import { describe, expect, it } from 'vitest';
import { useHistory } from '../../test/support/files/history-place.js';
import { result, run } from '../../test/support/runs/stored-runs.js';

const place = useHistory();

describe('a stored run', () => {
  it('is returned completely, with the fields of the API in their order', async () => {
    const store = place.open();
    const id = await store.add(run());
    expect(id).toBe(1);
    const detail = await store.detail(id);
    expect(JSON.stringify(Object.keys(detail ?? {}))).toBe(
      JSON.stringify([
        'id',
        'filePath',
        'environment',
        'startedAt',
        'finishedAt',
        'durationMs',
        'passed',
        'failed',
        'skipped',
        'total',
        'results',
        'workspace',
      ]),
    );
    expect(detail).toMatchObject({
      startedAt: '2031-04-05T06:07:08.120Z',
      finishedAt: '2031-04-05T06:07:08.397Z',
      total: 3,
      workspace: '/srv/a',
    });
    expect(detail?.results[1]).toEqual({
      id: 2,
      requestName: 'readOrder',
      method: 'GET',
      url: 'http://127.0.0.1/readOrder',
      statusCode: 200,
      durationMs: 61,
      passed: false,
      description: 'about readOrder',
      bodyPreview: '{"total":40}',
      assertions: [
        { id: 3, operator: 'equals', subject: 'status', expected: '200', actual: '200', passed: true },
        { id: 4, operator: 'equals', subject: 'body.total', expected: '42.5', actual: '40', passed: false },
      ],
      skipped: false,
      error: null,
    });
    expect(detail?.results.map(({ requestName, skipped }) => [requestName, skipped])).toEqual([
      ['login', false],
      ['readOrder', false],
      ['archive', true],
    ]);
    expect(place.warnings).toEqual([]);
  });

  it('keeps what follows a NUL', async () => {
    const store = place.open();
    const id = await store.add(run({ results: [result('a', { bodyPreview: 'a\0b', error: '\0' })] }));
    const [stored] = (await store.detail(id))?.results ?? [];
    expect(stored).toMatchObject({ bodyPreview: 'a\uFFFDb', error: '\uFFFD' });
  });

  it('is listed without results, newest start first, then newest id', async () => {
    const store = place.open();
    for (const startedAt of [1000, 3000, 2000, 3000]) await store.add(run({ startedAt }));
    const page = await store.list({});
    expect(page.runs.map(({ id }) => id)).toEqual([4, 2, 3, 1]);
    expect(page).toMatchObject({ total: 4, limit: 20, offset: 0 });
    expect(page.runs[0]).not.toHaveProperty('results');
    expect(page.runs[0]).toMatchObject({ workspace: '/srv/a' });
    expect((await store.list({ limit: 2, offset: 1 })).runs.map(({ id }) => id)).toEqual([2, 3]);
    expect(await store.list({ limit: 500, offset: 9 })).toEqual({
      runs: [],
      total: 4,
      limit: 100,
      offset: 9,
    });
  });

  it('belongs to its workspace', async () => {
    const store = place.open();
    for (const workspace of ['/srv/a', '/srv/b', '/srv/a']) await store.add(run({ workspace }));
    const page = await store.list({ workspace: '/srv/a' });
    expect([page.total, ...page.runs.map(({ id }) => id)]).toEqual([2, 3, 1]);
    expect(await store.removeAll('/srv/a')).toBe(2);
    expect((await store.list({})).runs.map(({ id }) => id)).toEqual([2]);
    expect(await store.removeAll()).toBe(1);
    expect(await store.removeAll()).toBe(0);
  });

  it('is removed with everything in it, and its id is not used again', async () => {
    const store = place.open();
    await store.add(run());
    const id = await store.add(run());
    expect(await store.remove(id)).toBe(true);
    expect(await store.remove(id)).toBe(false);
    expect(await store.detail(id)).toBeUndefined();
    expect(await store.add(run())).toBe(3);
    const rows = await place.raw((database) => [
      database.prepare('SELECT count(*) AS n FROM results').get()?.['n'],
      database.prepare('SELECT count(*) AS n FROM assertions').get()?.['n'],
    ]);
    expect(rows).toEqual([6, 12]);
  });

  it('is the last one of its file and workspace', async () => {
    const store = place.open();
    await store.add(run({ startedAt: 5000, environment: 'newest' }));
    await store.add(run({ startedAt: 4000 }));
    await store.add(run({ startedAt: 9000, workspace: '/srv/b' }));
    await store.add(run({ startedAt: 9000, filePath: 'other.http' }));
    expect(await store.lastRun('/srv/a', 'shop/orders.http')).toMatchObject({
      id: 1,
      environment: 'newest',
    });
    expect((await store.lastRun('/srv/a', 'shop/orders.http'))?.results).toHaveLength(3);
    expect(await store.lastRun('/srv/a', 'nothing.http')).toBeUndefined();
  });

  it('displaces the oldest runs of its workspace', async () => {
    const store = place.open(2);
    await store.add(run({ workspace: '/srv/b', startedAt: 1 }));
    for (const startedAt of [10, 30, 20]) await store.add(run({ startedAt }));
    const { runs } = await store.list({});
    expect(runs.map(({ id }) => id)).toEqual([3, 4, 1]);
    await store.add(run({ startedAt: 5 }));
    expect((await store.list({ workspace: '/srv/a' })).runs.map(({ id }) => id)).toEqual([3, 4]);
    expect(
      await place.raw((database) => database.prepare('SELECT count(*) AS n FROM results').get()?.['n']),
    ).toBe(9);
  });
});

describe('durations', () => {
  it('are those of passed results between two times, the newest first', async () => {
    const store = place.open();
    const times = [1000, 4000, 2000, 3000];
    for (const startedAt of times) {
      await store.add(run({ startedAt, results: [result('login', { durationMs: startedAt / 100 })] }));
    }
    await store.add(run({ startedAt: 2500, results: [result('login', { passed: false, durationMs: 1 })] }));
    await store.add(run({ startedAt: 2500, environment: 'other', results: [result('login')] }));
    await store.add(run({ startedAt: 2500, workspace: '/srv/b', results: [result('login')] }));
    const { environment } = run();
    const request = {
      workspace: '/srv/a',
      filePath: 'shop/orders.http',
      requestName: 'login',
      environment,
      after: 1000,
      before: 4000,
      limit: 10,
    };
    expect(await store.durations(request)).toEqual([30, 20]);
    expect(await store.durations({ ...request, after: 0, limit: 1 })).toEqual([30]);
    expect(await store.durations({ ...request, requestName: 'logout' })).toEqual([]);
  });
});

describe('results by name', () => {
  it('are those of one request of one file, newest run first', async () => {
    const store = place.open();
    await store.add(run({ startedAt: 1000 }));
    await store.add(run({ startedAt: 2000, workspace: '/srv/b', environment: 'qa' }));
    await store.add(run({ startedAt: 3000, filePath: 'other.http' }));
    await store.add(
      run({ startedAt: 1500, results: [result('login', { error: 'connect refused' }), result('login')] }),
    );
    const request = { requestName: 'login', filePath: 'shop/orders.http' };
    const page = await store.resultsByName(request);
    expect(page).toMatchObject({ total: 4, limit: 20, offset: 0 });
    expect(page.results.map(({ runId, id }) => [runId, id])).toEqual([
      [2, 4],
      [4, 10],
      [4, 11],
      [1, 1],
    ]);
    expect(page.results[0]).toEqual({
      ...result('login'),
      id: 4,
      assertions: [
        { id: 7, operator: 'equals', subject: 'status', expected: '200', actual: '200', passed: true },
        { id: 8, operator: 'equals', subject: 'body.total', expected: '42.5', actual: '40', passed: false },
      ],
      runId: 2,
      skipped: false,
      skipReason: undefined,
      error: null,
      filePath: 'shop/orders.http',
      environment: 'qa',
      runStartedAt: '1970-01-01T00:00:02.000Z',
    });
    expect(page.results[1]?.error).toBe('connect refused');
    expect((await store.resultsByName({ ...request, workspace: '/srv/a' })).total).toBe(3);
    expect((await store.resultsByName({ ...request, limit: 1, offset: 3 })).results[0]?.runId).toBe(1);
    expect((await store.resultsByName({ ...request, offset: 4 })).results).toEqual([]);
  });
});
