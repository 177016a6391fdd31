import { afterAll } from 'vitest';
import { openQueue, type OpenedQueue } from '../../src/queue/open-queue.js';
import { readQueueAddress } from '../../src/queue/settings/queue-address.js';
import { testRuns } from '../support/queue/run-contract.js';
import { startRedis } from '../support/servers/redis-server.js';

const redis = await startRedis();
const address = readQueueAddress(redis.url, '--queue');
const opened: OpenedQueue[] = [];
afterAll(() => Promise.all(opened.map(({ transport }) => transport.close())));
let count = 0;

/** A fifth of the real ones. */
const TIMES = {
  beatMs: 200,
  pollMs: 20,
  workerLostMs: 600,
  coordinatorLostMs: 2000,
  queueLostMs: 12_000,
  queueWaitMs: 6000,
};

testRuns('Redis', {
  open: async (key = 'k'.repeat(32)) => {
    const queue = await openQueue({ address, name: `q${(count += 1)}`, key });
    opened.push(queue);
    return { ...queue, times: TIMES };
  },
  loseEverything: async () => {
    await redis.kill();
    await redis.restart();
  },
  keys: async () => {
    const lines = (await redis.command('KEYS', `svc:{q${count}}:*`)).split('\r\n');
    return lines.filter((line) => line.startsWith('svc:')).sort();
  },
});
