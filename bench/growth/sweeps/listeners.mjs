// How an event grows with the WebSocket listeners that receive it. What it costs without any is taken away.
import { writeFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { startServer } from '../processes.mjs';

/** @typedef {import('../processes.mjs').Server} Server */

const events = 40;

/** @type {readonly import('../sweep.mjs').Sweep[]} */
export const listenerSweeps = [
  {
    name: 'listeners',
    what: 'WebSocket listeners that receive one event',
    expected: 'linear',
    sizes: [0, 1, 10, 100, 1000],
    rounds: 3,
    open: async (context) => {
      writeFileSync(join(context.directory, 'service.yaml'), 'environments:\n  a: {}\n  b: {}\n');
      const flags = ['--port', '0', '--api-only', '--no-history', '--log-level', 'error', '--watch=false'];
      const server = await startServer(context, ['serve', '.', ...flags]);
      const received = { bytes: 0 };
      /** @type {net.Socket[]} */
      const sockets = [];
      return {
        measure: async (size) => {
          while (sockets.length > size) sockets.pop()?.destroy();
          while (sockets.length < size)
            sockets.push(await listen(Number(new URL(server.url).port), received));
          await settled(server);
          const before = await server.usedMs();
          for (let i = 0; i < events; i += 1) {
            const wanted = received.bytes + size;
            const body = { name: i % 2 === 0 ? 'a' : 'b' };
            await server.call('/api/v1/environments/active', { method: 'PUT', body });
            while (received.bytes < wanted) await new Promise(setImmediate);
          }
          return ((await server.usedMs()) - before) / events;
        },
        close: async () => {
          for (const socket of sockets) socket.destroy();
          await server.stop();
        },
      };
    },
  },
];

/** Waits until connections that were opened or closed before cost nothing any more. @param {Server} server */
async function settled(server) {
  for (let used = 0, now = Infinity; now - used > 2;) {
    used = await server.usedMs();
    await new Promise((resolve) => setTimeout(resolve, 50));
    now = await server.usedMs();
  }
}

/**
 * A raw socket that only counts bytes, so that the clients need little time.
 * @param {number} port
 * @param {{ bytes: number }} received
 * @returns {Promise<net.Socket>}
 */
async function listen(port, received) {
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
  const key = `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n`;
  const socket = net.connect(port, '127.0.0.1');
  socket.write(`GET /api/v1/ws HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${upgrade}${key}\r\n`);
  const head = String(await new Promise((resolve) => socket.once('data', resolve)));
  if (!head.startsWith('HTTP/1.1 101 ')) throw new Error(head);
  socket.on('data', (chunk) => {
    received.bytes += chunk.length;
  });
  return socket;
}
