// count-events.mjs <port>: a client of the events of `svc serve`. Prints an empty line when it is connected, and the
// number of events when its input ends. It reads only the headers of frames (RFC 6455, section 5.2), to need little
// time.
import net from 'node:net';
import { text } from 'node:stream/consumers';

const [port = ''] = process.argv.slice(2);
const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
const key = `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n`;
const socket = net.connect(Number(port), '127.0.0.1');
socket.write(`GET /api/v1/ws HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${upgrade}${key}\r\n`);
const hello = await new Promise((resolve) => socket.once('data', resolve));
if (!String(hello).startsWith('HTTP/1.1 101 ')) throw new Error(String(hello));
process.stdout.write('\n');
const count = countFrames();
await text(process.stdin);
await new Promise((resolve) => setTimeout(resolve, 1000));
socket.destroy();
process.stdout.write(String(count.texts));

function countFrames() {
  const frames = { texts: 0 };
  let at = 0;
  /** @type {Buffer} */
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (at + 4 <= bytes.length) {
      if (bytes[at] === 0x81) frames.texts += 1;
      const short = bytes[at + 1] ?? 0;
      at += short === 126 ? 4 + bytes.readUInt16BE(at + 2) : 2 + short;
    }
    rest = bytes.subarray(Math.min(at, bytes.length));
    at = Math.max(0, at - bytes.length);
  });
  return frames;
}
