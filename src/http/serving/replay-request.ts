import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { isBodyApart, rewoundConnection } from './rewound-connection.js';

/**
 * Node takes every request with an Upgrade header out of the usual way as soon as somebody listens for
 * upgrades, but a server may ignore it (RFC 9110 section 7.8), and clients that would like HTTP/2 rely
 * on that. So the connection starts again with the same request, without that header. Not asking for upgrades in the
 * first place is no way out: then Node forgets what came behind the request in the same packet.
 */
export function replayRequest(request: IncomingMessage, socket: Duplex, head: Buffer, server: Server): void {
  const { method = '', url = '', httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    const value = rawHeaders[at + 1] ?? '';
    if (/^(?:upgrade|http2-settings)$/i.test(name)) continue;
    lines.push(`${name}: ${name.toLowerCase() === 'connection' ? withoutUpgrade(value) : value}`);
  }
  const start = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  if (isBodyApart(request, socket)) {
    server.emit('connection', rewoundConnection(start, request, socket, head));
    return;
  }
  socket.unshift(Buffer.concat([start, head]));
  server.emit('connection', socket);
}

function withoutUpgrade(connection: string): string {
  const options = connection.split(',').map((option) => option.trim());
  return options.filter((option) => !/^(?:upgrade|http2-settings)$/i.test(option)).join(', ');
}
