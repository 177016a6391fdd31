/** A Redis that is killed again and again comes back each time, or nothing that is shown with it counts. */
import { expect, it } from 'vitest';
import { startRedis } from '../support/servers/redis-server.js';

const redis = await startRedis();

it('comes back 20 times', async () => {
  for (let count = 1; count <= 20; count += 1) {
    await redis.kill();
    await redis.restart();
    expect(await redis.command('PING')).toBe('+PONG');
  }
});
