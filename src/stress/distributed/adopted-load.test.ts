/** Workers that go on in the place of others, and those that come back. */
import { describe, expect, it, vi } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { checkOnTime, ON_TIME } from '../../../test/support/on-time.js';
import { distributed, named, type Distributed } from '../../../test/support/runs/distributed-run.js';
import { loopback } from '../../../test/support/runs/run-requests.js';
import { stressTest } from '../../../test/support/runs/stress-run.js';
import type { MemoryCrew, MemoryWorker } from '../../../test/support/runs/worker-crew.js';
import type { StressResult } from '../measure/stress-result.js';
import type { LoadReport } from './load-messages.js';

const WAIT = { timeout: 60_000, interval: 10 };
const TIMES = {
  ...{ leadMs: 50, tickMs: 50, readyMs: 60_000 },
  ...{ permitMs: 1000, silentMs: 1000, handOverMs: 1200 },
};
/** Slow enough for a machine that does many other things; requests that it is late with are errors, but never lost. */
const RATE = 30;
const rows = (count: number): string => `id\n${Array.from({ length: count }, (_, n) => `r${n}\n`).join('')}`;

/** How many iterations of one request the result accounts for, and whether the target saw what it says was sent. */
function accountedFor(result: StressResult, seen: readonly string[]): object {
  const { totalRequests, successCount, droppedCount, abortedCount, missingCount = 0 } = result;
  return {
    planned: totalRequests + droppedCount + missingCount,
    aborted: abortedCount,
    // Requests that a target without a processor never read are errors.
    isSeen: successCount <= seen.length && seen.length <= totalRequests,
  };
}

/** Until a worker that is cut off now may start nothing more, which the clock decides. */
async function waitForPause(): Promise<void> {
  const pausedAt = performance.now() + 1.5 * TIMES.permitMs;
  await vi.waitUntil(() => performance.now() > pausedAt, WAIT);
}

/** How many threads of others it has, by its newest report. */
function adoptedThreads(worker: MemoryWorker | undefined): number {
  return (worker?.reports.at(-1) as LoadReport | undefined)?.adoptedThreads ?? 0;
}

describe('a load whose workers take threads over', () => {
  it('sends nothing twice when a worker is cut off and comes back', async () => {
    const { url, seen } = await loopback();
    const { generator, members, crew } = distributed(named(3), { onLoss: 'adopt', times: TIMES });
    const test = await stressTest(
      { 'a.http': `# @data ids.csv\nGET ${url}/{{row.id}}\n`, 'ids.csv': rows(240) },
      { stress: { duration: 8000, rate: RATE, maxVUs: 240 }, generator },
    );
    const running = test.run();
    const [, lost] = members;
    await vi.waitUntil(() => test.update.stats.total >= 15, WAIT);
    if (lost) lost.isConnected = false;
    crew().silences.set('id-w1', 1000);
    crew().listener.onLost('id-w1');
    // Its place is taken before it is back.
    await waitForPause();
    await vi.waitUntil(() => adoptedThreads(members[0]) > 0, WAIT);
    if (lost) lost.isConnected = true;
    crew().silences.delete('id-w1');
    crew().listener.onBack('id-w1');
    const result = await running;
    expect(new Set(seen).size).toBe(seen.length);
    const { workers = [] } = result;
    expect(accountedFor(result, seen)).toEqual({ planned: 240, aborted: 0, isSeen: true });
    expect(workers.map(({ adoptedBy }) => adoptedBy)).toEqual([[], ['w0'], []]);
    expect(workers[1]?.missingCount).toBeGreaterThan(0);
    expect(result.adoptedCount).toBeGreaterThan(0);
    expect(result.error).toBe('');
  });

  /** A machine that stands still for a second, while the worker goes on, ends the load as lost. */
  it('pauses without beats, and says what is missing', ON_TIME, () =>
    checkOnTime(async () => {
      const { url, seen } = await loopback();
      const { generator, members } = distributed(named(1), { onLoss: 'adopt', times: TIMES });
      const test = await stressTest(
        { 'a.http': `# @data ids.csv\nGET ${url}/{{row.id}}\n`, 'ids.csv': rows(180) },
        { stress: { duration: 6000, rate: RATE, maxVUs: 180 }, generator },
      );
      const running = test.run();
      await vi.waitUntil(() => test.update.stats.total >= 15, WAIT);
      const [only] = members;
      if (only) only.isConnected = false;
      await waitForPause();
      if (only) only.isConnected = true;
      const result = await running;
      return () => {
        expect(new Set(seen).size).toBe(seen.length);
        const { missingCount = 0 } = result;
        expect(missingCount).toBeGreaterThan(0);
        expect(accountedFor(result, seen)).toEqual({ planned: 180, aborted: 0, isSeen: true });
        expect(result.validity.reasons).toContain(
          `worker w0: ${missingCount} of 180 planned iterations are missing; it was cut off from the coordinator`,
        );
      };
    }),
  );

  it('lets users go on with later rows and without their cookies', async () => {
    const { url, seen, requests } = await loopback((_request, response) => {
      response.setHeader('set-cookie', 'user=1');
      return 200;
    });
    const { generator, members, crew } = distributed(named(2), { onLoss: 'adopt', times: TIMES });
    const files = {
      'a.http': dedent`
        # @data ids.csv
        GET ${url}/{{row.id}}
      `,
      'ids.csv': rows(9000),
    };
    const ending = new AbortController();
    const test = await stressTest(files, {
      stress: { duration: 60_000, vus: 2, thinkTime: 25 },
      generator,
      signal: ending.signal,
    });
    const running = test.run();
    await vi.waitUntil(() => test.update.stats.total >= 20, WAIT);
    if (members[1]) members[1].isConnected = false;
    crew().silences.set('id-w1', 1000);
    crew().listener.onLost('id-w1');
    // Each user, and the one that was taken over, starts without cookies.
    const withoutCookies = (): number =>
      requests.filter(({ headers }) => headers.cookie === undefined).length;
    await vi.waitUntil(() => withoutCookies() === 3, WAIT);
    const before = requests.length;
    await vi.waitUntil(() => requests.length > before + 20, WAIT);
    ending.abort();
    const result = await running;
    expect(withoutCookies()).toBe(3);
    expect(new Set(seen).size).toBe(seen.length);
    expect(result.adoptedCount).toBeGreaterThan(0);
    expect(result.workers?.[1]?.adoptedBy).toEqual(['w0']);
    // The rows of the second user are the odd ones.
    const odd = requests.map(({ path }) => Number(path.slice(2))).filter((row) => row % 2 === 1);
    expect(odd).toEqual(odd.toSorted((a, b) => a - b));
  });
});

describe('a worker that is lost before the load', () => {
  const files = (url: string): Record<string, string> => ({ 'a.http': `GET ${url}/a\n` });

  /** `lose` is called as soon as the first worker has its order. */
  function losing(lose: (worker: MemoryWorker, crew: MemoryCrew) => void, count: number): Distributed {
    const load = distributed([...named(count), { name: 'w9' }], {}, ['w9']);
    const [first] = load.members;
    if (first) first.onOrder = (crew) => lose(first, crew);
    return load;
  }

  it('is replaced by one that is free', async () => {
    const { url, seen } = await loopback();
    let run: string | undefined;
    const { generator } = losing((worker, crew) => {
      ({ run } = crew);
      worker.isConnected = false;
      crew.listener.onLost('id-w0');
    }, 2);
    const test = await stressTest(files(url), { stress: { duration: 200, rate: 100 }, generator });
    const result = await test.run();
    expect(result.runId).toBe(run);
    expect(result.workers?.map(({ name }) => name)).toEqual(['w1', 'w9']);
    expect(result.totalRequests).toBe(20);
    expect(seen).toHaveLength(20);
  });

  it('does nothing when it is heard of again', async () => {
    const { url, seen } = await loopback();
    const { generator, members } = losing((_worker, crew) => crew.listener.onLost('id-w0'), 2);
    const test = await stressTest(files(url), { stress: { duration: 300, rate: 100 }, generator });
    expect((await test.run()).totalRequests).toBe(30);
    expect(seen).toHaveLength(30);
    expect(members[0]?.reports.at(-1)).toMatchObject({ sums: null });
  });

  it('is replaced when it failed, or is not ready in time', async () => {
    const { url, seen } = await loopback();
    const { generator } = losing((_worker, crew) => crew.listener.onFailed('id-w0', 'a defect'), 1);
    const test = await stressTest(files(url), { stress: { duration: 200, rate: 100 }, generator });
    const result = await test.run();
    expect([result.error, result.workers?.map(({ name }) => name)]).toEqual(['', ['w9']]);
    expect(seen).toHaveLength(20);
  });
});
