import { afterAll, expect, it } from 'vitest';
import { QueueLost } from '../../src/queue/transport/queue-transport.js';
import { contactRedis } from '../../src/queue/transport/redis-connector.js';
import { RedisTransport } from '../../src/queue/transport/redis-transport.js';
import { readQueueAddress } from '../../src/queue/settings/queue-address.js';
import { startRedis } from '../support/servers/redis-server.js';
import { testTransport } from '../support/queue/transport-contract.js';

const redis = await startRedis();
const open: RedisTransport[] = [];
afterAll(() => Promise.all(open.map((each) => each.close())));

async function connect(): Promise<RedisTransport> {
  const transport = new RedisTransport(await contactRedis(readQueueAddress(redis.url, '--queue')), 'svc');
  open.push(transport);
  await transport.ready();
  return transport;
}

testTransport('Redis', { connect });

it('every key and channel lies under the name of the queue', async () => {
  const keys = (await redis.command('KEYS', '*')).split('\r\n').filter((line) => !/^[*$]/.test(line));
  expect(keys.filter((key) => key !== '' && !key.startsWith('svc:{svc}:'))).toEqual([]);
});

it('goes on after the server was killed and started empty: commands, subscriptions, orders', async () => {
  const transport = await connect();
  const fast = transport.reconnectFast();
  const received: string[] = [];
  const taken: string[] = [];
  await transport.subscribe('again', (message) => received.push(message.toString()));
  const stop = await transport.takeOrders('workerz00000', (id) => Promise.resolve(void taken.push(id)));
  await redis.kill();
  await expect.poll(() => transport.isConnected).toBe(false);
  await expect(transport.time()).rejects.toThrow(QueueLost);
  await redis.restart();
  await expect.poll(() => transport.isConnected).toBe(true);
  await expect
    .poll(async () => {
      await transport.publish('again', Buffer.from('x'));
      return received.length;
    })
    .toBeGreaterThan(0);
  await transport.sendOrder('workerz00000', 'run500000000');
  await expect.poll(() => taken).toEqual(['run500000000']);
  await stop();
  fast();
});

it('what strangers write into its keys is removed, and everything works on', async () => {
  const transport = await connect();
  const taken: string[] = [];
  const stop = await transport.takeOrders('workery00000', (id) => Promise.resolve(void taken.push(id)));
  await transport.sendOrder('workery00000', 'run600000000');
  await expect.poll(() => taken).toHaveLength(1);
  await transport.mark('set', 'a');
  await transport.append('stream', Buffer.from('x'), 60_000);
  await transport.hold('held', 'a', 60_000);
  const keys = (await redis.command('KEYS', '*')).split('\r\n').filter((line) => line.startsWith('svc:'));
  expect(keys.length).toBeGreaterThan(4);
  for (const key of [...keys, 'svc:{svc}:bull:workery00000:wait', 'svc:{svc}:bull:workery00000:marker']) {
    await redis.command('SET', key, 'random');
  }
  await transport.mark('set', 'b');
  expect((await transport.marked('set')).map(({ member }) => member)).toEqual(['b']);
  await transport.append('stream', Buffer.from('y'), 60_000);
  expect((await transport.take('stream', undefined)).messages).toEqual([Buffer.from('y')]);
  expect(await transport.hold('held', 'b', 60_000)).toBe(true);
  await expect
    .poll(async () => {
      await transport.sendOrder('workery00000', 'run700000000');
      return taken.includes('run700000000');
    })
    .toBe(true);
  await stop();
});
