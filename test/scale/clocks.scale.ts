/** Workers whose clocks are wrong, or become wrong during the load: no number changes. */
import { expect, it } from 'vitest';
import type { StressResult } from '../../src/stress/measure/stress-result.js';
import {
  countingTarget,
  endWorkers,
  framedWorkspace,
  resultOf,
  startDistributed,
  type CountingTarget,
} from '../support/queue/distributed-run.js';
import { checkOnTime } from '../support/on-time.js';
import { startWorker } from '../support/queue/worker-process.js';
import { startRedis } from '../support/servers/redis-server.js';
import { jumpingClock, shiftedBy } from '../support/servers/shifted-clock.js';

const redis = await startRedis();
const PLANNED = 3000;

interface Shifted {
  readonly result: StressResult;
  /** Seconds by which the clocks of the requests differ from that of the target. */
  readonly shifts: ReadonlySet<number>;
}

async function load(
  clocks: readonly Readonly<Record<string, string>>[],
  during: (target: CountingTarget) => Promise<void> = () => Promise.resolve(),
): Promise<Shifted> {
  const shifts = new Set<number>();
  const target = await countingTarget(({ body }) => {
    if (body !== '') shifts.add(Math.round((Number(body) - Date.now()) / 1000));
    return 200;
  });
  const order = ['### order', `POST ${target.url}/order`, '', '{{$timestampMs}}'];
  const shop = await framedWorkspace(target.url, order);
  const workers = await Promise.all(
    clocks.map((env, index) => startWorker(redis.url, ['--name', `w-${index + 1}`], env)),
  );
  const args = ['--workers', '3', '-r', '300', '-d', '10s', shop.file];
  const test = startDistributed(redis.url, shop, args);
  await target.until(PLANNED / 3);
  await during(target);
  const ended = await test.ended;
  await endWorkers(workers);
  expect(ended.code).toBe(0);
  const result = resultOf(ended);
  expect(result).toMatchObject({ totalRequests: target.seen.length - 2, missingCount: 0, error: '' });
  return { result, shifts };
}

it.runIf(process.platform === 'linux')('are used for nothing', async () => {
  await checkOnTime(async () => {
    const right = await load([{}, {}, {}]);
    const fixed = await load([await shiftedBy('+5s'), await shiftedBy('-5s'), {}]);
    const clock = await jumpingClock();
    const jumped = await load([clock.env, {}, {}], () => clock.jump('+3600s'));
    const results = [right, fixed, jumped].map(({ result }) => result);
    const spreads = results.map(({ startSpreadMs = Infinity }) => startSpreadMs);
    const medians = results.map(({ latency }) => latency.p50);
    console.log(
      `start spread ${spreads.join(', ')} ms; p50 ${medians.join(', ')} ms (right, shifted, jumping)`,
    );
    // The clocks were wrong indeed.
    expect([...fixed.shifts]).toEqual(expect.arrayContaining([5, -5, 0]));
    expect([...jumped.shifts]).toEqual(expect.arrayContaining([3600, 0]));
    return () => {
      for (const each of results) expect(each).toMatchObject({ totalRequests: PLANNED, droppedCount: 0 });
      for (const spread of spreads) expect(spread).toBeLessThan(50);
      const [usual = 0, ...others] = medians;
      for (const median of others) expect(median / usual).toBeLessThan(1.1);
    };
  });
});
