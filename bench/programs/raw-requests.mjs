// Sends requests for the measures of servers, one `<port> <method> <path> <count>` in each line of its input, and prints
// an empty line when all responses have ended. It only counts bytes, because parsing would make it the slowest part.
import net from 'node:net';
import { createInterface } from 'node:readline';

const CONNECTIONS = 16;
const BODY = JSON.stringify({ label: 'blue', weight: 1.25, password: 'hunter22' });

const lines = createInterface({ input: process.stdin });
let isOver = false;
// Whoever measures waits for every line, so that nobody wants the rest when the input ends.
lines.once('close', () => {
  isOver = true;
});
for await (const line of lines) {
  const [port, method = '', path = '', count] = line.split(' ');
  await send(Number(port), requestOf(method, path), Number(count));
  process.stdout.write('\n');
}

/**
 * @param {string} method
 * @param {string} path
 */
function requestOf(method, path) {
  const type = `Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n`;
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n`;
  return Buffer.from(method === 'POST' ? `${head}${type}\r\n${BODY}` : `${head}\r\n`);
}

/**
 * @param {number} port
 * @param {Buffer} request
 * @param {number} count
 */
async function send(port, request, count) {
  let left = count;
  const work = () =>
    new Promise((resolve, reject) => {
      const socket = net.connect(port, '127.0.0.1');
      let size = 0;
      let received = 0;
      const next = () => {
        left -= 1;
        if (left < 0 || isOver) socket.end(() => resolve(undefined));
        else socket.write(request);
      };
      socket.on('data', (chunk) => {
        size ||= sizeOf(chunk);
        received += chunk.length;
        if (received < size) return;
        received -= size;
        next();
      });
      socket.on('error', reject);
      next();
    });
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
}

/** All responses have the size of the first. @param {Buffer} response */
function sizeOf(response) {
  const head = response.toString('latin1', 0, response.indexOf('\r\n\r\n'));
  if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(head);
  return head.length + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1]);
}
