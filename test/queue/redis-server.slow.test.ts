/** The Redis of the tests itself: what they do to it has to have its effect. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { startRedis } from '../support/servers/redis-server.js';
import { shiftedBy } from '../support/servers/shifted-clock.js';

const redis = await startRedis({ password: 'p w' });

it('starts with a password, is killed, and comes back empty on the same port', async () => {
  expect(await redis.command('SET', 'a', 'b')).toBe('+OK');
  const before = redis.pid();
  await redis.kill();
  await expect(redis.command('GET', 'a')).rejects.toThrow('ECONNREFUSED');
  await redis.restart();
  expect(await redis.command('GET', 'a')).toBe('$-1');
  expect(redis.pid()).not.toBe(before);
});

it('answers nothing while it is paused', async () => {
  redis.pause();
  const response = redis.command('PING');
  const silence = new Promise((resolve) => {
    setTimeout(() => resolve('silence'), 50);
  });
  expect(await Promise.race([response, silence])).toBe('silence');
  redis.resume();
  expect(await response).toBe('+PONG');
});

it.runIf(process.platform === 'linux')('a program gets another clock, and its timers stay', async () => {
  const program = 'console.log(Date.now()); setTimeout(() => {}, 20)';
  const env = { ...process.env, ...(await shiftedBy('+2h')) };
  const shown = Number(execFileSync(process.execPath, ['-e', program], { env, encoding: 'utf8' }));
  expect(hoursAhead(shown)).toBe(2);
});

function hoursAhead(time: number): number {
  return Math.round((time - Date.now()) / 3_600_000);
}
