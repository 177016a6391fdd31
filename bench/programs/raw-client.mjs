// raw-client.mjs <url> <connections> <milliseconds>: the upper limit of a load test, written by hand on raw sockets.
// Each connection sends the next request when the response has ended, as its Content-Length tells. Prints the number of
// responses, and the processor time in microseconds from the first request on.
import net from 'node:net';

const [url = '', connections, milliseconds] = process.argv.slice(2);
const { hostname, port, pathname } = new URL(url);
const request = Buffer.from(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept: */*\r\n\r\n`);
const before = process.cpuUsage();
const end = performance.now() + Number(milliseconds);
let responses = 0;
await Promise.all(Array.from({ length: Number(connections) }, connection));
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ responses, microseconds: user + system }));

/** @returns {Promise<void>} */
function connection() {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: hostname, port: Number(port), noDelay: true });
    /** @type {Buffer} */
    let rest = Buffer.alloc(0);
    socket.once('connect', () => socket.write(request));
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const size = sizeOf(rest);
      if (size === -1 || rest.length < size) return;
      rest = rest.subarray(size);
      responses += 1;
      if (performance.now() < end) return socket.write(request);
      socket.destroy();
      return resolve();
    });
  });
}

/**
 * The size of the first response, or -1 while its head is incomplete.
 * @param {Buffer} bytes
 */
function sizeOf(bytes) {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return -1;
  const head = bytes.toString('latin1', 0, headEnd);
  if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(head);
  const at = head.indexOf('Content-Length: ') + 16;
  return headEnd + 4 + Number.parseInt(head.slice(at, at + 12), 10);
}
