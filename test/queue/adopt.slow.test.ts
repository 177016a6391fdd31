/** Workers that are lost under `--on-loss adopt`: others go on in their place, and nothing is sent twice. */
import { expect, it } from 'vitest';
import type { StressResult } from '../../src/stress/measure/stress-result.js';
import {
  countingTarget,
  shopWorkspace,
  pauseProcess,
  startDistributed,
  startWorkers,
} from '../support/queue/distributed-run.js';
import { checkOnTime, ON_TIME } from '../support/on-time.js';
import { newQueue } from '../support/queue/worker-process.js';

const NAMES = ['w-1', 'w-2', 'w-3'];

/** 60 iterations a second for 7 s, a third of them by each worker. */
const PLANNED = 420;
const LOAD = ['--workers', '3', '-r', '60', '-d', '7s', '--on-loss', 'adopt'];
/** It has to go on while the load lasts, also on a slow machine. */
const LONG_LOAD = LOAD.map((word) => (word === '7s' ? '10s' : word));
const LONG_PLANNED = 600;

/** The iterations of the second of three threads that have arrived. */
function shares(seen: readonly string[]): readonly number[] {
  const numbers = seen.map((line) => Number(/r(\d+)$/.exec(line)?.[1] ?? 0));
  return numbers.filter((number) => number % 3 === 1);
}

function count({ totalRequests, droppedCount, missingCount = 0 }: StressResult): number {
  return totalRequests + droppedCount + missingCount;
}

it('others go on in the place of a worker that is killed', ON_TIME, () =>
  checkOnTime(async () => {
    const queue = await newQueue();
    const target = await countingTarget();
    const shop = await shopWorkspace(target.url, PLANNED);
    const [, killed] = await startWorkers(queue, NAMES);
    const test = startDistributed(queue, shop, [...LOAD, shop.file]);
    await target.until(60);
    killed?.send('SIGKILL');
    const ended = await test.ended;
    expect(ended.code).toBe(0);
    expect(new Set(target.seen).size).toBe(target.seen.length);
    const result = JSON.parse(ended.stdout) as StressResult;
    const [first, lost, third] = result.workers ?? [];
    expect(['w-1', 'w-3']).toEqual(expect.arrayContaining([...(lost?.adoptedBy ?? ['none'])]));
    expect([first?.adoptedBy, third?.adoptedBy]).toEqual([[], []]);
    // What it had in flight or had not reported when it was killed is missing, or was started and never ended.
    expect(PLANNED - count(result)).toBeGreaterThanOrEqual(0);
    expect(result.validity.reasons.join('\n')).toContain('worker w-2 was lost after');
    return () => {
      // Who has no processor reports later, and notices later that another one is lost.
      expect(result.adoptedCount).toBeGreaterThan(0);
      expect(PLANNED - count(result)).toBeLessThanOrEqual(20);
      expect(lost?.missingCount).toBeLessThan(5 * 20);
    };
  }),
);

it('a worker that stood still does not go on where others do', async () => {
  const queue = await newQueue();
  const target = await countingTarget();
  const shop = await shopWorkspace(target.url, LONG_PLANNED);
  const [, paused] = await startWorkers(queue, NAMES);
  const test = startDistributed(queue, shop, [...LONG_LOAD, shop.file]);
  await target.until(60);
  // Its iterations are every third one; one planned two seconds later is sent by another worker.
  const next = Math.max(...shares(target.seen)) + 120;
  if (paused) await pauseProcess(paused, () => shares(target.seen).some((number) => number > next));
  const ended = await test.ended;
  expect(ended.code).toBe(0);
  expect(new Set(target.seen).size).toBe(target.seen.length);
  const result = JSON.parse(ended.stdout) as StressResult;
  const [, lost] = result.workers ?? [];
  expect(lost?.adoptedBy).not.toEqual([]);
  expect(lost?.backAt).toBeGreaterThan(lost?.lostAt ?? Infinity);
  // All workers were there at the end, so that everything is known.
  expect(result.totalRequests + result.abortedCount).toBe(target.seen.length - 2);
  expect(count(result)).toBe(LONG_PLANNED);
  expect(result.adoptedCount).toBeGreaterThan(0);
});
