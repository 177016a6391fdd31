/** One worker beside a local test, and two workers beside one: the same load at the same cost. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StressResult } from '../../src/stress/measure/stress-result.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { startProgram, startSvc } from '../support/program/live-svc.js';
import { repositoryRoot } from '../support/program/run-svc.js';
import { countingTarget } from '../support/queue/distributed-run.js';
import { checkOnTime } from '../support/on-time.js';
import { median } from '../support/queue/process-cost.js';
import { KEY, startWorker } from '../support/queue/worker-process.js';
import { startRedis } from '../support/servers/redis-server.js';

const PAIRS = 7;
/** What is compared by a few percent, while cost and latency of one and the same test differ by more each time. */
const COMPARED_PAIRS = 15;
const DURATION = '4s';
const LONG_DURATION = '12s';
/** Between neighbours of the rates that are tried, which is half of what a bar of 0.95 leaves. */
const STEP = 1.025;
/** So many of them are about a factor of two. */
const DOUBLING_STEPS = 28;
const LEAST_RATE = 1000;
/** A rate is valid if so many tests in a row are: what one lucky test reaches is no limit to compare with. */
const TRIES = 4;
const [alone, company, single, double, started] = await Promise.all([
  startRedis(),
  startRedis(),
  startRedis(),
  startRedis(),
  startRedis(),
]);

type Measure = (rate: number, duration?: string) => Promise<StressResult>;
type MeasureBoth = (rate: number) => Promise<readonly [StressResult, StressResult]>;

describe('a worker beside a local test', () => {
  it('costs as much, is as fast, and sends as much', async () => {
    const file = await loadFile();
    // As many as a local test has at most.
    const threads = Math.max(1, availableParallelism() - 1);
    await startWorker(alone.url, ['--threads', String(threads), '--name', 'w-1']);
    const local: Measure = (rate, duration) => stress(file, rate, { duration });
    const remote: Measure = (rate, duration) => stress(file, rate, { duration, queue: alone.url });
    // What is compiled once is none of the later tests'.
    await remote(LEAST_RATE);
    // Both at once, since what a request costs a machine with little to do changes from one minute to the next.
    const together = async (rate: number): Promise<readonly [StressResult, StressResult]> =>
      Promise.all([local(rate, LONG_DURATION), remote(rate, LONG_DURATION)]);
    // Coordinator and queue belong to other machines; here they take time from a worker, and so from the local test too.
    await startWorker(company.url, ['--threads', '1', '--name', 'w-2']);
    const accompanied: Measure = async (rate, duration) => {
      const others = stress(file, 1, { duration, queue: company.url });
      const result = await local(rate, duration);
      await others;
      return result;
    };
    const inTurn = async (rate: number): Promise<readonly [StressResult, StressResult]> => [
      await accompanied(rate, LONG_DURATION),
      await remote(rate, LONG_DURATION),
    ];
    await checkOnTime(() => compareAt(LEAST_RATE, together));
    await checkOnTime(async () => {
      const highest = await highestValid(local);
      const compared = await compareAt(highest, inTurn);
      const reached = await reaches(0.95, highest, local, remote);
      return () => {
        compared();
        reached();
      };
    });
  });

  it('loses little by being two', async () => {
    const file = await loadFile();
    await startWorker(single.url, ['--threads', '2', '--name', 'w-1']);
    for (const name of ['w-2', 'w-3']) await startWorker(double.url, ['--threads', '1', '--name', name]);
    const one: Measure = (rate) => stress(file, rate, { queue: single.url });
    const two: Measure = (rate) => stress(file, rate, { queue: double.url });
    await checkOnTime(async () => reaches(0.9, await highestValid(one), one, two));
  });

  it('sends within 5 seconds of the command', async () => {
    await startWorker(started.url, ['--name', 'w-1']);
    await checkOnTime(async () => {
      const times: number[] = [];
      for (let index = 0; index < PAIRS; index += 1) times.push(await secondsToSend(started.url));
      console.log(
        `from the command to the first request: ${times.map((time) => time.toFixed(2)).join(', ')} s`,
      );
      return () => expect(median(times)).toBeLessThanOrEqual(5);
    });
  });
});

async function compareAt(rate: number, measure: MeasureBoth): Promise<() => void> {
  const { cost, p50, p99 } = await compare(rate, measure);
  console.log(`at ${rate}/s, worker and local: CPU ${text(cost)}, p50 ${text(p50)} ms, p99 ${text(p99)} ms`);
  return () => {
    expect(cost.second).toBeLessThanOrEqual(1.05 * cost.first);
    for (const { first, second } of [p50, p99]) {
      expect(second).toBeLessThanOrEqual(Math.max(1.05 * first, first + 0.1));
    }
  };
}

/** Whether a part of the highest valid rate of one is as often valid by the other, in tests that alternate. */
async function reaches(part: number, highest: number, one: Measure, other: Measure): Promise<() => void> {
  const counts = { one: 0, other: 0 };
  for (let index = 0; index < PAIRS; index += 1) {
    if (isGood(await one(highest))) counts.one += 1;
    if (isGood(await other(Math.ceil(part * highest)))) counts.other += 1;
  }
  console.log(
    `highest valid rate ${highest}/s, valid again ${counts.one} of ${PAIRS} times; ` +
      `${part} of it by the other ${counts.other} times`,
  );
  return () => {
    // A rate that is no longer valid by the first proves nothing about the second.
    expect(counts.one).toBeGreaterThan(PAIRS / 2);
    expect(counts.other).toBeGreaterThanOrEqual(counts.one);
  };
}

const isGood = ({ validity, errorCount }: StressResult): boolean => validity.valid && errorCount === 0;

interface Pair {
  readonly first: number;
  readonly second: number;
}

const text = ({ first, second }: Pair): string => `${second.toFixed(2)} beside ${first.toFixed(2)}`;

/** Medians: of the cost in pairs, of the latencies in all seconds. */
async function compare(
  rate: number,
  measure: MeasureBoth,
): Promise<Readonly<Record<'cost' | 'p50' | 'p99', Pair>>> {
  const results: (readonly [StressResult, StressResult])[] = [];
  for (let index = 0; index < COMPARED_PAIRS; index += 1) results.push(await measure(rate));
  const costs = results.map((pair) => pair.map(({ validity }) => validity.cpuPercent));
  const ratio = median(costs.map(([local = NaN, remote = NaN]) => remote / local));
  const cost = median(costs.map(([local = NaN]) => local));
  // The first second of a test decides its 99th percentile, and differs most: code is not compiled yet.
  const seconds = (side: 0 | 1, of: (second: StressResult['timeSeries'][number]) => number): number =>
    median(results.flatMap((pair) => pair[side].timeSeries.map(of)));
  return {
    // Percent of a thread; the threads are as many.
    cost: { first: cost, second: ratio * cost },
    p50: { first: seconds(0, ({ p50Ms }) => p50Ms), second: seconds(1, ({ p50Ms }) => p50Ms) },
    p99: { first: seconds(0, ({ p99Ms }) => p99Ms), second: seconds(1, ({ p99Ms }) => p99Ms) },
  };
}

/** Of rates that grow by the same ratio; found by halving. */
async function highestValid(measure: Measure): Promise<number> {
  const rate = (step: number): number => Math.round(LEAST_RATE * STEP ** step);
  const isValid = async (step: number): Promise<boolean> => {
    for (let attempt = 0; attempt < TRIES; attempt += 1) if (!isGood(await measure(rate(step)))) return false;
    return true;
  };
  let [low, high] = [0, DOUBLING_STEPS];
  while (await isValid(high)) [low, high] = [high, high + DOUBLING_STEPS];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await isValid(middle)) low = middle;
    else high = middle;
  }
  return rate(low);
}

/** A file with one request to the target of the benchmarks, which does as little as possible. */
async function loadFile(): Promise<string> {
  const directory = await temporaryWorkspace({});
  const program = join(repositoryRoot, 'bench', 'programs', 'load-target.mjs');
  const target = startProgram([program], { cwd: directory, timeout: 1_700_000 });
  await target.until(() => target.stdout().endsWith('\n'));
  return join(
    await temporaryWorkspace({ 'load.http': `GET ${target.stdout().trim()}/items\n` }),
    'load.http',
  );
}

async function stress(
  file: string,
  rate: number,
  { duration = DURATION, queue }: { readonly duration?: string | undefined; readonly queue?: string },
): Promise<StressResult> {
  const { ended } = startStress(file, ['-r', String(rate), '-d', duration], queue);
  const { stdout, stderr } = await ended;
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as StressResult;
}

function startStress(file: string, args: readonly string[], queue?: string): ReturnType<typeof startSvc> {
  const distribution = queue === undefined ? [] : ['--queue', queue];
  return startSvc(['stress', file, '--no-history', '-o', 'json', '--seed', '1', ...args, ...distribution], {
    cwd: join(file, '..'),
    env: { SVC_WORKER_KEY: KEY },
  });
}

async function secondsToSend(queue: string): Promise<number> {
  const target = await countingTarget();
  const directory = await temporaryWorkspace({ 'load.http': `GET ${target.url}/items\n` });
  const start = performance.now();
  const test = startStress(join(directory, 'load.http'), ['-r', '100', '-d', '1s'], queue);
  await target.until(1);
  const seconds = (performance.now() - start) / 1000;
  await test.ended;
  return seconds;
}
