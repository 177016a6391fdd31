// The target of load tests. Responds at once: with the same body to `/items`, with one that differs every time to
// `/differing`. The 3,000th request to `/freeze` blocks the process for a second.
import net from 'node:net';

const type = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const body = '{"id":7,"name":"parcel","state":"created","weight":1.25,"sequence":"0000000000"}';
const head = `${type}Content-Length: ${body.length}\r\n\r\n`;
const response = Buffer.from(head + body);
const start = head + body.slice(0, body.length - 12);
let count = 0;
let left = Number.NaN;

const server = net.createServer({ noDelay: true }, (socket) => {
  let differs = false;
  socket.on('error', () => undefined);
  socket.on('data', (data) => {
    const freezes = data.includes('/freeze');
    if (freezes) left = Number.isNaN(left) ? 3000 : left - 1;
    if (freezes && left === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
    // A connection sends the same request again and again, so its first one decides.
    differs ||= data.includes('/differing');
    for (let at = data.indexOf('\r\n\r\n'); at !== -1; at = data.indexOf('\r\n\r\n', at + 4)) {
      socket.write(differs ? differing() : response);
    }
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
});

/** A response of the same length as all others. */
function differing() {
  count += 1;
  return Buffer.from(`${start}${String(count).padStart(10, '0')}"}`, 'latin1');
}
