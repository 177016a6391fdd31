import { expect, it } from 'vitest';
import { testTransport } from '../../../test/support/queue/transport-contract.js';
import { MemoryConnection } from './memory-connection.js';
import { MemoryServer } from './memory-server.js';
import { QueueLost } from './queue-transport.js';

let now = 1000;
let server = new MemoryServer(() => now);

testTransport('memory', {
  connect: () => new MemoryConnection(server),
  advance: (milliseconds) => {
    now += milliseconds;
  },
});

it('fails while the server is away, and goes on when it is back, empty or not', async () => {
  server = new MemoryServer(() => now);
  const connection = new MemoryConnection(server);
  const states: boolean[] = [];
  connection.onConnection((isConnected) => states.push(isConnected));
  await connection.write('a', Buffer.from('x'), 100);
  server.goAway();
  await expect(connection.read(['a'], 1)).rejects.toThrow(QueueLost);
  server.comeBack();
  expect(await connection.read(['a'], 1)).toEqual([Buffer.from('x')]);
  server.empty();
  expect(await connection.read(['a'], 1)).toEqual([undefined]);
  expect(states).toEqual([false, true]);
});
