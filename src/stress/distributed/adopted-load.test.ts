/** Workers that go on in the place of others, and those that come back. */
import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import {
  distributed,
  LOAD_START_MS,
  named,
  type Distributed,
} from '../../../test/support/runs/distributed-run.js';
import { loopback } from '../../../test/support/runs/run-requests.js';
import { stressTest } from '../../../test/support/runs/stress-run.js';
import type { MemoryCrew, MemoryWorker } from '../../../test/support/runs/worker-crew.js';
import type { StressResult } from '../measure/stress-result.js';
import type { LoadReport } from './load-messages.js';

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

/** A worker is cut off half a second after the start. */
const LOST_AT = LOAD_START_MS + 500;

describe('a load whose workers take threads over', () => {
  it('sends nothing twice when a worker is cut off and comes back', async () => {
    const { url, seen } = await loopback();
    const { generator, time, members, crew } = distributed(named(3), { onLoss: 'adopt', times: TIMES });
    const test = await stressTest(
      { 'a.http': `# @data ids.csv\nGET ${url}/{{row.id}}\n`, 'ids.csv': rows(240) },
      { stress: { duration: 8000, rate: RATE, maxVUs: 240 }, generator, time },
    );
    const [, lost] = members;
    time.at(LOST_AT, () => {
      if (lost) lost.isConnected = false;
      crew().silences.set('id-w1', 1000);
      crew().listener.onLost('id-w1');
    });
    const adopted: unknown[] = [];
    time.at(LOST_AT + 3000, () => {
      // Its place is taken before it is back.
      adopted.push((members[0]?.reports.at(-1) as LoadReport | undefined)?.adoptedThreads);
      if (lost) lost.isConnected = true;
      crew().silences.delete('id-w1');
      crew().listener.onBack('id-w1');
    });
    const result = await test.run();
    expect(adopted).toEqual([1]);
    expect(new Set(seen).size).toBe(seen.length);
    const { workers = [] } = result;
    expect(accountedFor(result, seen)).toEqual({ planned: 240, aborted: 0, isSeen: true });
    expect(workers.map(({ adoptedBy }) => adoptedBy)).toEqual([[], ['w0'], []]);
    // The second one sends every 100 ms; its last beat permits that until 1.5 s, and its place is taken at 1.7 s.
    expect(workers.map(({ totalRequests, missingCount }) => [totalRequests, missingCount])).toEqual([
      [143, 0],
      [15, 2],
      [80, 0],
    ]);
    expect(result.adoptedCount).toBe(63);
    expect(result.error).toBe('');
  });

  it('pauses without beats, and says what is missing', async () => {
    const { url, seen } = await loopback();
    const { generator, time, members } = distributed(named(1), { onLoss: 'adopt', times: TIMES });
    const test = await stressTest(
      { 'a.http': `# @data ids.csv\nGET ${url}/{{row.id}}\n`, 'ids.csv': rows(180) },
      { stress: { duration: 6000, rate: RATE, maxVUs: 180 }, generator, time },
    );
    const [only] = members;
    const connect = (isConnected: boolean): void => {
      if (only) only.isConnected = isConnected;
    };
    time.at(LOST_AT, () => connect(false));
    time.at(LOST_AT + 1500, () => connect(true));
    const result = await test.run();
    expect(new Set(seen).size).toBe(seen.length);
    // The last beat before permits starts for one second, and the next one comes half a second after that.
    expect(result.missingCount).toBe(17);
    expect(accountedFor(result, seen)).toEqual({ planned: 180, aborted: 0, isSeen: true });
    expect(result.validity.reasons).toContain(
      'worker w0: 17 of 180 planned iterations are missing; it was cut off from the coordinator',
    );
  });

  it('lets users go on with later rows and without their cookies', async () => {
    const { url, seen, requests } = await loopback((_request, response) => {
      response.setHeader('set-cookie', 'user=1');
      return 200;
    });
    const { generator, time, members, crew } = distributed(named(2), { onLoss: 'adopt', times: TIMES });
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
      time,
      signal: ending.signal,
    });
    time.at(LOST_AT, () => {
      if (members[1]) members[1].isConnected = false;
      crew().silences.set('id-w1', 1000);
      crew().listener.onLost('id-w1');
    });
    time.at(LOST_AT + 2000, () => ending.abort());
    const result = await test.run();
    // Each user, and the one that was taken over, starts without cookies.
    const withoutCookies = (): number =>
      requests.filter(({ headers }) => headers.cookie === undefined).length;
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
    const { generator, time } = losing((worker, crew) => {
      ({ run } = crew);
      worker.isConnected = false;
      crew.listener.onLost('id-w0');
    }, 2);
    const test = await stressTest(files(url), { stress: { duration: 200, rate: 100 }, generator, time });
    const result = await test.run();
    expect(result.runId).toBe(run);
    expect(result.workers?.map(({ name }) => name)).toEqual(['w1', 'w9']);
    expect(result.totalRequests).toBe(20);
    expect(seen).toHaveLength(20);
  });

  it('does nothing when it is heard of again', async () => {
    const { url, seen } = await loopback();
    const { generator, time, members } = losing((_worker, crew) => crew.listener.onLost('id-w0'), 2);
    const test = await stressTest(files(url), { stress: { duration: 300, rate: 100 }, generator, time });
    expect((await test.run()).totalRequests).toBe(30);
    expect(seen).toHaveLength(30);
    expect(members[0]?.reports.at(-1)).toMatchObject({ sums: null });
  });

  it('is replaced when it failed, or is not ready in time', async () => {
    const { url, seen } = await loopback();
    const { generator, time } = losing((_worker, crew) => crew.listener.onFailed('id-w0', 'a defect'), 1);
    const test = await stressTest(files(url), { stress: { duration: 200, rate: 100 }, generator, time });
    const result = await test.run();
    expect([result.error, result.workers?.map(({ name }) => name)]).toEqual(['', ['w9']]);
    expect(seen).toHaveLength(20);
  });
});
