import { describe, expect, it, vi } from 'vitest';
import { distributed, named } from '../../../test/support/runs/distributed-run.js';
import { loopback } from '../../../test/support/runs/run-requests.js';
import { stressTest } from '../../../test/support/runs/stress-run.js';
import type { LoadReport } from './load-messages.js';

const WAIT = { timeout: 60_000, interval: 10 };

describe('a queue that is lost', () => {
  it('during the load for too long ends the test, and says what is missing', async () => {
    const { url, seen } = await loopback();
    const { generator, members, crew } = distributed(named(2));
    const test = await stressTest(
      { 'a.http': `GET ${url}/a\n### bye\n# @stress.teardown\nGET ${url}/bye\n` },
      { stress: { duration: 20_000, rate: 100, maxVUs: 100 }, generator },
    );
    const running = test.run();
    await vi.waitUntil(() => test.update.stats.total >= 20, WAIT);
    for (const member of members) member.isConnected = false;
    crew().queueAwayMs = 60_001;
    const result = await running;
    const missing = 2000 - result.totalRequests - result.abortedCount - result.droppedCount;
    expect(result.error).toMatch(
      /^the queue was lost after \d+\.\d s; \d+ of 2000 planned iterations are missing$/,
    );
    const [, shown = ''] = /; (\d+) of/.exec(result.error) ?? [];
    expect(Number(shown)).toBe(result.missingCount);
    // What had been started when the last report was made has no outcome yet.
    expect(missing - Number(shown)).toBeGreaterThanOrEqual(0);
    expect(result.errorKind).toBe('worker');
    expect(seen).toContain('GET /bye');
    for (const member of members) member.end('queue lost');
  });

  it('before the load ends the test with the reason', async () => {
    const { generator, members, crew } = distributed(named(2));
    const { url, seen } = await loopback(() => {
      for (const member of members) member.isConnected = false;
      return 200;
    });
    const test = await stressTest(
      { 'a.http': `### in\n# @stress.setup\nGET ${url}/in\n### a\nGET ${url}/a\n` },
      { stress: { duration: 200 }, generator },
    );
    const running = test.run();
    await vi.waitUntil(() => test.update.phase === 'handout', WAIT);
    crew().queueAwayMs = 10_001;
    await expect(running).rejects.toThrow(
      'the queue cannot be reached: 127.0.0.1:6379 refused the connection',
    );
    expect(seen).toEqual(['GET /in']);
  });
});

it('reports that do not add up are a defect', async () => {
  const { url } = await loopback();
  const { generator, members } = distributed(named(1));
  const [member] = members;
  const report = member?.report.bind(member);
  if (member && report) {
    // Its cells lose what they counted.
    member.report = (body) => {
      const { sums, ...rest } = body as LoadReport;
      const cells = (sums?.cells ?? []).map((cell) => ({ ...cell, total: 0 }));
      report({ ...rest, sums: sums && { ...sums, cells } } satisfies LoadReport);
    };
  }
  const test = await stressTest({ 'a.http': `GET ${url}/a\n` }, { stress: { duration: 300 }, generator });
  expect(await test.run()).toMatchObject({
    error: 'the reports of worker w0 do not add up',
    errorKind: 'defect',
  });
});
