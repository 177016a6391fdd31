import { describe, expect, it } from 'vitest';
import { listen } from '../../support/clients/event-client.js';
import { finishedTest, STAGES, startWithTarget } from './finished-test.js';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startServer } from '../../support/servers/running-server.js';

describe('a load test in stages over REST', () => {
  it('takes stages without a duration, or with their total', async () => {
    const server = await startWithTarget();
    for (const duration of [undefined, '500ms', '0.5s']) {
      const result = await finishedTest(server, { duration, stages: STAGES, abort: { p95: '30s' } });
      expect(result.totalRequests).toBe(8);
      expect(result.aborted).toBeNull();
      expect(result.stages?.map(({ start, end, rate }) => [start, end, rate])).toEqual([
        [0, 0.2, 20],
        [0.2, 0.5, 20],
      ]);
    }
    const plain = await finishedTest(server, { duration: '200ms', vus: 1, thinkTime: '50ms' });
    expect(plain).not.toHaveProperty('stages');
    expect(plain).not.toHaveProperty('aborted');
    expect(plain).not.toHaveProperty('find');
  });

  it('stops a test that breaks its limits', async () => {
    const server = await startWithTarget();
    const result = await finishedTest(server, {
      duration: '1m',
      rate: 20,
      abort: { max: '0.01ms' },
      abortWindow: '1s',
    });
    expect(result).toMatchObject({ stopped: true, error: '' });
    expect(result.aborted).toMatchObject({ metric: 'max', threshold: '0.01ms', at: 1, window: 1 });
  });

  it('takes them from a profile, whose load those of the request replace', async () => {
    const config =
      'stress: {profiles: {steps: {stages: [{duration: 300ms, rate: 10}]}, even: {duration: 9s, rate: 5}}}\n';
    const server = await startWithTarget(config);
    expect((await finishedTest(server, { profile: 'steps' })).totalRequests).toBe(2);
    expect((await finishedTest(server, { profile: 'even', stages: STAGES })).totalRequests).toBe(8);
    const json = { files: ['a.http'], profile: 'steps', rate: 5 };
    const refused = await server.call('POST', '/stress/start', { json });
    expect(refused.json).toMatchObject({ message: 'rate must be left out beside stages' });
    const longer = { files: ['a.http'], profile: 'steps', duration: '1s' };
    expect((await server.call('POST', '/stress/start', { json: longer })).json).toMatchObject({
      message: 'duration must be the total of stages, which is 300ms',
    });
  });
});

describe('a search of a rate over REST', () => {
  it('tells its step, and keeps its last result only', async () => {
    const server = await startWithTarget();
    const client = await listen(server);
    const body = { duration: '1s', rate: 100, find: { p95: '20s' }, findTo: 100, findBudget: '20s', seed: 3 };
    const result = await finishedTest(server, body);
    expect(result.find).toMatchObject({ limits: { p95: '20s' }, precision: 5 });
    const steps = result.find?.steps ?? [];
    expect(steps.length).toBeGreaterThanOrEqual(2);
    expect(steps[0]).toMatchObject({ rate: 100, totalRequests: 100, errorPercent: 0 });
    const updates = client.events.flatMap(({ type, payload }) => {
      const { find } = payload as { readonly find?: { readonly step: number } };
      return type === 'stress_update' && find ? [find] : [];
    });
    expect(updates[0]).toEqual({ step: expect.any(Number), rate: 100, low: 0, high: null });
    expect(updates.at(-1)?.step).toBe(steps.length);
    const { runs, total } = (await server.get('/stress/runs')).json as {
      readonly runs: readonly { readonly id: number }[];
      readonly total: number;
    };
    expect(total).toBe(1);
    const stored = (await server.get(`/stress/runs/${runs[0]?.id}`)).json;
    expect(stored).toMatchObject({
      options: { find: { p95: '20s' }, findTo: 100, findPrecision: '5%', findBudget: '20s', rate: 100 },
      result: { find: { steps: expect.any(Array) } },
    });
  });
});

describe('profiles in stages', () => {
  it('are created, listed with their total, changed, and keep their comments', async () => {
    const server = await startServer({ files: { 'service.yaml': '# ours\nstress: {profiles: {}}\n' } });
    const { call, get, root } = server;
    const profile = {
      name: 'a',
      duration: '500ms',
      stages: STAGES,
      abort: { errors: '5%' },
      abortWindow: '5s',
    };
    expect((await call('POST', '/stress/profiles', { json: profile })).status).toBe(201);
    expect((await get('/stress/profiles')).json).toEqual([profile]);
    const put = (json: object) => call('PUT', '/stress/profiles/a', { json });
    expect((await put({ stages: [{ duration: '1s', rate: 5 }] })).json).toMatchObject({
      message: 'duration must be the total of stages, which is 1s',
    });
    expect((await put({ stages: [{ duration: '1s', vus: 5 }], duration: '1s' })).status).toBe(200);
    expect((await put({ rate: 5 })).json).toMatchObject({ message: 'rate must be left out beside stages' });
    expect((await put({ stages: null, rate: 5, abort: null, abortWindow: null })).status).toBe(200);
    expect((await get('/stress/profiles')).json).toEqual([{ name: 'a', duration: '1s', rate: 5 }]);
    const file = join(root, 'service.yaml');
    expect(await readFile(file, 'utf8')).toMatch(/^# ours\n/);
    await writeFile(
      file,
      'stress: {profiles: {b: {stages: [{duration: 90s, vus: 2}, {duration: 0, vus: 0}]}}}\n',
    );
    expect((await get('/stress/profiles')).json).toEqual([
      {
        name: 'b',
        duration: '1m30s',
        stages: [
          { duration: '90s', vus: 2 },
          { duration: '0', vus: 0 },
        ],
      },
    ]);
    expect((await call('PUT', '/stress/profiles/b', { json: { stages: null } })).json).toMatchObject({
      message: 'duration must be a duration above 0 and at most 24h',
    });
  });
});
