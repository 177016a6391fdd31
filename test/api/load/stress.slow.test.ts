import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { listen, type ServerEvent } from '../../support/clients/event-client.js';
import { checkOnTime, ON_TIME } from '../../support/on-time.js';
import { startServer } from '../../support/servers/running-server.js';
import { startTarget } from '../../stress/target.js';
import { lastEvent } from './ended-test.js';

const IDLE = {
  running: false,
  elapsed: 0,
  stats: null,
  phase: '',
  errorGroups: [],
  interval: null,
  errorKinds: {},
  test: null,
  hasResult: false,
};
const SEED_FIELDS = ['running', 'completed', 'stats', 'elapsed'];
const STATISTICS = [
  'total',
  'success',
  'errors',
  'rps',
  'p50Ms',
  'p95Ms',
  'p99Ms',
  'maxMs',
  'errorRate',
  'activeVUs',
  'currentRps',
];

describe('a load test over REST', () => {
  it('runs at a rate, sends updates, and stores its result before the last event', ON_TIME, () =>
    checkOnTime(async () => {
      const { url, seen } = await startTarget();
      const server = await startServer({
        files: {
          'a.http': dedent`
            ### list
            GET ${url}/list
          `,
        },
      });
      const { call, get } = server;
      expect((await get('/stress/status')).json).toEqual(IDLE);
      expect((await get('/stress/result')).json).toEqual({
        error: 'Not Found',
        message: 'no stress test result is available',
      });
      const client = await listen(server);
      const started = await call('POST', '/stress/start', {
        json: { files: ['a.http'], duration: '2s', rate: 25, seed: 7 },
      });
      expect([started.status, started.text]).toEqual([200, '{"status":"started"}\n']);
      expect((await get('/stress/status')).json).toMatchObject({ running: true });
      await lastEvent(client);
      // The result is available as soon as the last event is sent.
      const [status, result] = await Promise.all([get('/stress/status'), get('/stress/result')]);
      expect(status.json).toEqual({ ...IDLE, hasResult: true });
      expect(result.json).toMatchObject({
        totalRequests: 50,
        successCount: 50,
        errorCount: 0,
        thresholds: [],
        perRequest: [{ name: 'list', count: 50 }],
        error: '',
        stopped: false,
        mode: 'rate',
        seed: 7,
        statusCodes: { 200: 50 },
      });
      expect(seen).toHaveLength(50);
      // They come by the clock: a late machine sends fewer of them.
      return () => expectUpdates(client.events);
    }),
  );
});

function expectUpdates(events: readonly ServerEvent[]): void {
  const updates = events.filter(({ type }) => type === 'stress_update');
  expect(updates.length).toBeGreaterThanOrEqual(4);
  const totals = updates.map(({ payload }) => (payload['stats'] as Record<string, number>)['total'] ?? -1);
  expect(totals).toEqual(totals.toSorted((a, b) => a - b));
  expect(totals.at(-1)).toBe(50);
  updates.forEach(({ payload, timestamp }, index) => {
    const isLast = index === updates.length - 1;
    expect(Object.keys(payload)).toEqual([...SEED_FIELDS, 'interval', 'errorKinds', 'timestamp']);
    expect(Object.keys(payload['interval'] as object)).toEqual(['p50Ms', 'p95Ms', 'p99Ms', 'meanMs']);
    expect(Object.keys(payload['stats'] as object)).toEqual(STATISTICS);
    expect(payload).toMatchObject({ running: !isLast, completed: isLast, timestamp });
  });
  // Updates are sent at intervals, not with each request.
  expect(updates.length).toBeLessThan(25);
}
