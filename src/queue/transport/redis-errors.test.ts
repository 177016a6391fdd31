import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listening } from '../../../test/support/servers/raw-server.js';
import { readQueueAddress } from '../settings/queue-address.js';
import { QueueLost } from './queue-transport.js';
import { contactRedis } from './redis-connector.js';
import { callError } from './redis-errors.js';

const address = readQueueAddress('redis://ada:secret@127.0.0.1:6379', '--queue');

describe('the first contact', () => {
  it.each(['ioredis', 'bullmq'])('says which packages are needed without %s', async (missing) => {
    const load = (name: string): Promise<unknown> =>
      name === missing ? Promise.reject(new Error('/a/path')) : Promise.resolve({});
    await expect(contactRedis(address, load)).rejects.toThrow(
      expect.objectContaining({
        kind: 'unavailable',
        message:
          'a queue needs the packages bullmq and ioredis; install them beside svc (npm install bullmq@6 ioredis@6)',
      }),
    );
  });

  it.each([
    ['redis_version:6.0.16', 'the queue is Redis 6.0.16; 6.2 or later is needed'],
    ['redis_version:5.0.7', 'the queue is Redis 5.0.7; 6.2 or later is needed'],
    ['redis_version:7.0.0\r\ncluster_enabled:1', 'the queue is a Redis cluster; use a single server'],
    ['redis_version:7.0.0\r\nredis_mode:sentinel', '<place> is not a Redis server'],
    ['some_version:7.0.0', '<place> is not a Redis server'],
  ])('judges a server by what it says of itself: %s', async (info, message) => {
    const place = await fakeServer(info);
    const contact = contactRedis(readQueueAddress(`redis://${place}`, '--queue'));
    await expect(contact).rejects.toThrow(message.replace('<place>', place));
  });

  it('takes a new one, and knows what its operator should know', async () => {
    const info = 'redis_version:6.2.0\r\ncluster_enabled:0\r\nmaxmemory_policy:volatile-ttl\r\n';
    const place = await fakeServer(info);
    const { warnings } = await contactRedis(readQueueAddress(`redis://${place}`, '--queue'));
    expect(warnings).toEqual([
      'the queue may throw keys away (maxmemory-policy volatile-ttl); set it to noeviction',
    ]);
  });

  /** Responds to everything with this description of itself. */
  async function fakeServer(info: string): Promise<string> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => socket.write(`$${info.length}\r\n${info}\r\n`));
    });
    onTestFinished(() => void server.close());
    return `127.0.0.1:${await listening(server)}`;
  }
});

describe('later errors', () => {
  it('of the access list name the command, all others mean that the queue is away', () => {
    const denied = [
      new Error("NOPERM this user has no permissions to run the 'xadd' command or its subcommand"),
      new Error("NOPERM User svc has no permissions to run the 'config|get' command"),
      Object.assign(new Error('NOPERM No permissions to access a key'), { command: { name: 'set' } }),
      new Error('NOPERM something new'),
    ];
    expect(denied.map((error) => callError(error, address).message)).toEqual([
      'the queue does not allow XADD to this user',
      'the queue does not allow CONFIG to this user',
      'the queue does not allow SET to this user',
      'the queue does not allow a command to this user',
    ]);
    for (const message of ['Connection is closed.', 'Command timed out', 'LOADING Redis is loading']) {
      expect(callError(new Error(message), address)).toBeInstanceOf(QueueLost);
    }
  });
});
