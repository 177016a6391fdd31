import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The seed's form of an error (server.md 4). */
export function errorText(status: number, message: string): string {
  return `${JSON.stringify({ error: STATUS_CODES[status] ?? 'Error', message })}\n`;
}

/** `closes`: the connection is of no use afterwards. */
export function refuse(response: ServerResponse, status: number, message: string, closes = false): void {
  const text = errorText(status, message);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    ...(closes && { Connection: 'close' }),
  });
  response.end(response.req.method === 'HEAD' ? undefined : text);
}

/** For a connection that has no request to answer. */
export function refuseSocket(socket: Duplex, status: number, message: string): void {
  const text = errorText(status, message);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ];
  socket.on('error', () => undefined);
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
  // Whoever keeps its half open does not keep ours.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.resume();
}

const LINGER_MS = 2000;

/** What Node could not read as a request, or did not get in time. */
export function parserFault(error: NodeJS.ErrnoException): readonly [status: number, message: string] {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return [431, 'the request head is too large'];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'the request was not received in time'];
    default:
      return [400, 'the request could not be read'];
  }
}
