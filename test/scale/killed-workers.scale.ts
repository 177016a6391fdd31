/** A worker killed at a random moment, many times: what is missing is known. */
import { expect, it } from 'vitest';
import {
  countingTarget,
  endWorkers,
  nameWorkers,
  resultOf,
  shopWorkspace,
  startDistributed,
  startWorkers,
} from '../support/queue/distributed-run.js';
import { startRedis } from '../support/servers/redis-server.js';

const redis = await startRedis();
const ROUNDS = 30;
const RATE = 300;
const SECONDS = 6;
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

it(`${ROUNDS} times`, async () => {
  const names = [...nameWorkers(3)];
  const workers = [...(await startWorkers(redis.url, names))];
  let worst = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await untilRegistered(3);
    const target = await countingTarget();
    const shop = await shopWorkspace(target.url, PLANNED);
    const requiresValid = round % 2 === 0;
    const flags = requiresValid ? ['--require-valid'] : [];
    const test = startDistributed(redis.url, shop, [
      ...['--workers', '3', '-r', String(RATE), '-d', `${SECONDS}s`, ...flags, shop.file],
    ]);
    await target.until(Math.ceil(1 + Math.random() * (SECONDS - 4) * RATE));
    const victim = round % 3;
    const lost = names[victim] ?? '';
    workers[victim]?.send('SIGKILL');
    const ended = await test.ended;
    const result = resultOf(ended);
    const arrived = target.seen.length - 2;
    const missing = result.missingCount ?? 0;
    const difference = Math.abs(missing - (PLANNED - arrived));
    worst = Math.max(worst, difference);
    const shown = `round ${round}: ${arrived} arrived, ${missing} missing`;
    expect(ended.code, shown).toBe(requiresValid ? 1 : 0);
    expect(difference, shown).toBeLessThanOrEqual(SHARE);
    expect(new Set(target.seen).size, shown).toBe(target.seen.length);
    for (const { name, totalRequests, missingCount, lostAt } of result.workers ?? []) {
      if (name === lost) expect([missingCount, lostAt === null], shown).toEqual([missing, false]);
      else expect([totalRequests, lostAt], shown).toEqual([PLANNED / 3, null]);
    }
    expect(result.validity.valid, shown).toBe(false);
    expect(result.validity.reasons.join('\n'), shown).toMatch(
      new RegExp(`worker ${lost} was lost after \\d+\\.\\d s; ${missing} of ${PLANNED} planned iterations`),
    );
    expect(ended.stderr, shown).toContain(`requests of worker ${lost} were sent but not reported`);
    names[victim] = `w-${round + 4}`;
    const [next] = await startWorkers(redis.url, [names[victim] ?? '']);
    if (next) workers[victim] = next;
  }
  console.log(`${ROUNDS} kills: missing and what did not arrive differ by at most ${worst} of ${SHARE}`);
  await endWorkers(workers);
});
