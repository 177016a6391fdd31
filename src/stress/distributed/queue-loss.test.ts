import { describe, expect, it } from 'vitest';
import { distributed, LOAD_START_MS, named } from '../../../test/support/runs/distributed-run.js';
import { loopback } from '../../../test/support/runs/run-requests.js';
import { stressTest } from '../../../test/support/runs/stress-run.js';
import type { LoadReport } from './load-messages.js';

describe('a queue that is lost', () => {
  it('during the load for too long ends the test, and says what is missing', async () => {
    const { url, seen } = await loopback();
    const { generator, time, members, crew } = distributed(named(2));
    const test = await stressTest(
      { 'a.http': `GET ${url}/a\n### bye\n# @stress.teardown\nGET ${url}/bye\n` },
      { stress: { duration: 20_000, rate: 100, maxVUs: 100 }, generator, time },
    );
    time.at(LOAD_START_MS + 500, () => {
      for (const member of members) member.isConnected = false;
      crew().queueAwayMs = 60_001;
    });
    const result = await test.run();
    // Of the last reports, 444 ms after the start.
    expect(result.error).toBe('the queue was lost after 0.4 s; 1955 of 2000 planned iterations are missing');
    expect(result).toMatchObject({ totalRequests: 45, missingCount: 1955, abortedCount: 0, droppedCount: 0 });
    expect(result.errorKind).toBe('worker');
    expect(seen).toContain('GET /bye');
    for (const member of members) member.end('queue lost');
  });

  it('before the load ends the test with the reason', async () => {
    const { generator, time, members, crew } = distributed(named(2));
    const { url, seen } = await loopback(() => {
      for (const member of members) member.isConnected = false;
      return 200;
    });
    const test = await stressTest(
      { 'a.http': `### in\n# @stress.setup\nGET ${url}/in\n### a\nGET ${url}/a\n` },
      { stress: { duration: 200 }, generator, time },
    );
    const running = test.run();
    const refused = expect(running).rejects.toThrow(
      'the queue cannot be reached: 127.0.0.1:6379 refused the connection',
    );
    await time.clock.untilWaiting(() => test.update.phase === 'handout');
    crew().queueAwayMs = 10_001;
    await time.clock.turn(50);
    await refused;
    expect(seen).toEqual(['GET /in']);
  });
});

it('reports that do not add up are a defect', async () => {
  const { url } = await loopback();
  const { generator, time, members } = distributed(named(1));
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
  const test = await stressTest(
    { 'a.http': `GET ${url}/a\n` },
    { stress: { duration: 300 }, generator, time },
  );
  expect(await test.run()).toMatchObject({
    error: 'the reports of worker w0 do not add up',
    errorKind: 'defect',
  });
});
