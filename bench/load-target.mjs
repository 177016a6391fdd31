// The target of bench/load.mjs. Responds at once; the first `/freeze` blocks the process for a second.
import net from 'node:net';

const body = '{"id":7,"name":"parcel","state":"created","weight":1.25}';
const response = Buffer.from(
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
);
let left = Number.NaN;
const server = net.createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => undefined);
  socket.on('data', (data) => {
    const freezes = data.includes('/freeze');
    if (freezes) left = Number.isNaN(left) ? 3000 : left - 1;
    if (freezes && left === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
    for (let at = data.indexOf('\r\n\r\n'); at !== -1; at = data.indexOf('\r\n\r\n', at + 4)) {
      socket.write(response);
    }
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : '');
});
