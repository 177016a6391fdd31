/** Workers that are killed or stand still at random moments: what the others take over is never sent twice. */
import { expect, it, onTestFinished } from 'vitest';
import type { StressResult } from '../../src/stress/measure/stress-result.js';
import {
  countingTarget,
  shopWorkspace,
  pauseProcess,
  startDistributed,
  startWorkers,
} from '../support/queue/distributed-run.js';
import { checkOnTime } from '../support/on-time.js';
import { startRedis } from '../support/servers/redis-server.js';

const redis = await startRedis();
const RATE = 300;
const SECONDS = 11;
const PLANNED = RATE * SECONDS;
const SHARE = RATE / 3;

interface Round {
  readonly result: StressResult;
  readonly code: number | null;
  readonly arrived: number;
  /** Seconds of the longest part of the load of the lost worker that nobody sent. */
  readonly gap: number;
  /** Arrivals from the moment at which the worker was lost. */
  readonly afterLoss: number;
}

/** The iterations of the second of three threads are every third one, and each has the row of its number. */
function maxGap(ids: readonly string[]): number {
  const sent = new Set(ids.map((line) => Number(/r(\d+)$/.exec(line)?.[1])));
  let longest = 0;
  let current = 0;
  for (let number = 1; number < PLANNED; number += 3) {
    current = sent.has(number) ? 0 : current + 1;
    longest = Math.max(longest, current);
  }
  return longest / SHARE;
}

/** One run that loses its second worker after a random part of the first three seconds of the load. */
async function round(number: number, onLoss: string, how: 'kill' | 'pause'): Promise<Round> {
  // Workers of the round before that were killed would still be registered, and be claimed.
  await redis.command('FLUSHALL');
  const target = await countingTarget();
  const shop = await shopWorkspace(target.url, PLANNED);
  const names = ['a', 'b', 'c'].map((letter) => `${how}-${onLoss}-${number}-${letter}`);
  const workers = await startWorkers(redis.url, names);
  onTestFinished(() => workers.forEach(({ send }) => send('SIGKILL')));
  const load = ['--workers', '3', '-r', String(RATE), '-d', `${SECONDS}s`, '--on-loss', onLoss];
  const test = startDistributed(redis.url, shop, [...load, shop.file]);
  await target.until(Math.round(Math.random() * 3 * RATE) + 30);
  const before = target.seen.length;
  const [, lost] = workers;
  if (how === 'kill') lost?.send('SIGKILL');
  else if (lost) await pauseProcess(lost, 4000);
  const ended = await test.ended;
  for (const { send } of workers) send('SIGKILL');
  const ids = target.seen.filter((line) => line.startsWith('POST'));
  expect(ids.length - new Set(ids).size, 'ids that arrived twice').toBe(0);
  const result = JSON.parse(ended.stdout) as StressResult;
  const gap = maxGap(ids);
  const [, figures] = result.workers ?? [];
  process.stdout.write(
    `${how} ${onLoss} ${number}: ${ids.length} arrived, ${result.totalRequests} counted, ` +
      `${result.missingCount} missing, ${result.adoptedCount} adopted, ` +
      `gap ${gap} s, lost ${figures?.lostAt} s, back ${figures?.backAt} s, by ${figures?.adoptedBy.join(' ')}\n`,
  );
  return { result, code: ended.code, arrived: ids.length, gap, afterLoss: target.seen.length - before };
}

it('nothing arrives twice when workers are killed, 10 times', async () => {
  for (let number = 0; number < 10; number += 1) {
    await checkOnTime(async () => {
      const { result, code, gap } = await round(number, 'adopt', 'kill');
      const { totalRequests, droppedCount, missingCount = 0, adoptedCount } = result;
      expect(code).toBe(0);
      const unknown = PLANNED - totalRequests - droppedCount - missingCount;
      expect(unknown).toBeGreaterThanOrEqual(0);
      return () => {
        expect(adoptedCount).toBeGreaterThan(0);
        // What it had started without a report of its end is at most a second of its share.
        expect(unknown).toBeLessThanOrEqual(SHARE);
        expect(gap).toBeLessThan(5);
      };
    });
  }
});

it('nothing arrives twice when workers stand still for 4 s, 10 times', async () => {
  for (let number = 0; number < 10; number += 1) {
    await checkOnTime(async () => {
      const { result, code, arrived, gap } = await round(number, 'adopt', 'pause');
      const { totalRequests, abortedCount, droppedCount, missingCount = 0, adoptedCount } = result;
      expect(code).toBe(0);
      // A coordinator that stands still itself may not have missed it.
      const [, paused] = result.workers ?? [];
      expect(adoptedCount !== 0).toBe(paused?.lostAt !== null);
      expect(totalRequests + abortedCount).toBe(arrived);
      expect(arrived + droppedCount + missingCount).toBe(PLANNED);
      return () => expect(gap).toBeLessThan(5);
    });
  }
});

it('the load ends within 5 s of the kill with --on-loss stop', async () => {
  await checkOnTime(async () => {
    const { result, code, afterLoss } = await round(0, 'stop', 'kill');
    expect(code).toBe(1);
    expect(result.error).toMatch(/^worker kill-stop-0-b was lost after \d+\.\d s$/);
    // The two others send for less than 5 s more, and the teardown is one request.
    return () => expect(afterLoss).toBeLessThanOrEqual(5 * 2 * SHARE);
  });
});
