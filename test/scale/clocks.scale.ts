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
import { median } from '../support/queue/process-cost.js';
import { startWorker } from '../support/queue/worker-process.js';
import { startRedis } from '../support/servers/redis-server.js';
import { jumpingClock, shiftedBy } from '../support/servers/shifted-clock.js';

const redis = await startRedis();
const PLANNED = 1500;
const ROUNDS = 5;

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
  const args = ['--workers', '3', '-r', '300', '-d', '5s', shop.file];
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
    const rounds: Readonly<Record<'right' | 'shifted' | 'jumping', Shifted>>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // The library that shifts clocks costs time by itself, so that right clocks go through it too.
      const right = await shiftedBy('+0s');
      const clock = await jumpingClock();
      rounds.push({
        right: await load([right, right, right]),
        shifted: await load([await shiftedBy('+5s'), await shiftedBy('-5s'), right]),
        jumping: await load([clock.env, right, right], () => clock.jump('+3600s')),
      });
    }
    const results = rounds.flatMap((round) => Object.values(round).map(({ result }) => result));
    const spreads = results.map(({ startSpreadMs = Infinity }) => startSpreadMs);
    const p50 = (kind: 'right' | 'shifted' | 'jumping'): number =>
      median(rounds.map((round) => round[kind].result.latency.p50));
    console.log(
      `start spread at most ${Math.max(...spreads)} ms; p50 with right clocks ${p50('right')} ms,`,
      `shifted ${p50('shifted')} ms, jumping ${p50('jumping')} ms`,
    );
    // The clocks were wrong indeed.
    for (const { shifted, jumping } of rounds) {
      expect([...shifted.shifts]).toEqual(expect.arrayContaining([5, -5, 0]));
      expect([...jumping.shifts]).toEqual(expect.arrayContaining([3600, 0]));
    }
    return () => {
      for (const each of results) expect(each).toMatchObject({ totalRequests: PLANNED, droppedCount: 0 });
      for (const spread of spreads) expect(spread).toBeLessThan(50);
      for (const kind of ['shifted', 'jumping'] as const) expect(p50(kind) / p50('right')).toBeLessThan(1.1);
    };
  });
});
