/** A worker killed at a random moment, many times: what is missing is known. */
import { expect, it } from 'vitest';
import type { LiveSvc } from '../support/program/live-svc.js';
import {
  countingTarget,
  endWorkers,
  nameWorkers,
  resultOf,
  shopWorkspace,
  startDistributed,
  startWorkers,
} from '../support/queue/distributed-run.js';
import { checkOnTime } from '../support/on-time.js';
import { startRedis } from '../support/servers/redis-server.js';

const redis = await startRedis();
const ROUNDS = 30;
const RATE = 300;
const SECONDS = 8;
const PLANNED = RATE * SECONDS;
const SHARE = RATE / 3;

/** A worker that was killed stays registered for some seconds. */
async function untilRegistered(count: number): Promise<void> {
  const registered = async (): Promise<number> =>
    (await redis.command('KEYS', 'svc:{svc}:worker:*'))
      .split('\r\n')
      .filter((line) => line.startsWith('svc:')).length;
  await expect.poll(registered, { timeout: 60_000 }).toBe(count);
}

const names = [...nameWorkers(3)];
let workers: LiveSvc[] = [];
let started = names.length;
let worstDifference = 0;
let worstSeconds = 0;

it(`${ROUNDS} times`, async () => {
  workers = [...(await startWorkers(redis.url, names))];
  for (let round = 0; round < ROUNDS; round += 1) await checkOnTime(() => kill(round));
  console.log(
    `${ROUNDS} kills: told lost after at most ${worstSeconds.toFixed(1)} s; missing and what did not arrive`,
    `differ by at most ${worstDifference} of ${SHARE}`,
  );
  await endWorkers(workers);
});

async function kill(round: number): Promise<() => void> {
  await untilRegistered(3);
  const target = await countingTarget();
  const shop = await shopWorkspace(target.url, PLANNED);
  const requiresValid = round % 2 === 0;
  const flags = ['--metrics-port', '0', ...(requiresValid ? ['--require-valid'] : [])];
  const test = startDistributed(redis.url, shop, [
    ...['--workers', '3', '-r', String(RATE), '-d', `${SECONDS}s`, ...flags, shop.file],
  ]);
  await target.until(Math.ceil(1 + Math.random() * (SECONDS - 5) * RATE));
  const victim = round % 3;
  const lost = names[victim] ?? '';
  workers[victim]?.send('SIGKILL');
  const seconds = await secondsUntilDown(test, lost);
  const ended = await test.ended;
  names[victim] = `w-${(started += 1)}`;
  const [next] = await startWorkers(redis.url, [names[victim] ?? '']);
  if (next) workers[victim] = next;
  const result = resultOf(ended);
  const arrived = target.seen.length - 2;
  const missing = result.missingCount ?? 0;
  const difference = Math.abs(missing - (PLANNED - arrived - result.droppedCount));
  const shown = `round ${round}: ${arrived} arrived, ${missing} missing, told after ${seconds.toFixed(1)} s`;
  expect(ended.code, shown).toBe(requiresValid ? 1 : 0);
  expect(new Set(target.seen).size, shown).toBe(target.seen.length);
  for (const { name, totalRequests, droppedCount, missingCount, lostAt } of result.workers ?? []) {
    if (name === lost) expect([missingCount, lostAt === null], shown).toEqual([missing, false]);
    else expect([totalRequests + droppedCount, lostAt], shown).toEqual([PLANNED / 3, null]);
  }
  // What was in flight at the last report of the lost worker has begun, and never ended.
  const inFlight = PLANNED - result.totalRequests - result.droppedCount - missing;
  expect(inFlight, shown).toBeGreaterThanOrEqual(0);
  expect(result.validity.valid, shown).toBe(false);
  expect(result.validity.reasons.join('\n'), shown).toMatch(
    new RegExp(`worker ${lost} was lost after \\d+\\.\\d s; ${missing} of ${PLANNED} planned iterations`),
  );
  expect(ended.stderr, shown).toContain(`requests of worker ${lost} were sent but not reported`);
  return () => {
    worstDifference = Math.max(worstDifference, difference);
    worstSeconds = Math.max(worstSeconds, seconds);
    expect(difference, shown).toBeLessThanOrEqual(SHARE);
    expect(seconds, shown).toBeLessThan(4);
    expect(result.droppedCount, shown).toBe(0);
    expect(inFlight, shown).toBeLessThan(SHARE / 10);
  };
}

/** Seconds from now until the metrics of the test say that a worker is lost. */
async function secondsUntilDown(test: LiveSvc, worker: string): Promise<number> {
  const from = performance.now();
  const [address = ''] = /http:\S+\/metrics/.exec(test.stderr()) ?? [];
  const metrics = async (): Promise<string> => (await fetch(address)).text();
  await expect
    .poll(metrics, { timeout: 60_000, interval: 50 })
    .toContain(`svc_stress_worker_up{worker="${worker}"} 0`);
  return (performance.now() - from) / 1000;
}
