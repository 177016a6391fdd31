import { STATUS_CODES, type ServerResponse } from 'node:http';
import { endSocket } from '../../http/serving/end-socket.js';
import { errorText } from '../../http/serving/error-text.js';
import type { Duplex } from 'node:stream';

/** `closes`: the connection cannot be used afterwards. */
export function refuse(response: ServerResponse, status: number, message: string, closes = false): void {
  const text = errorText(status, message);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    ...(closes && { Connection: 'close' }),
  });
  response.end(response.req.method === 'HEAD' ? undefined : text);
}

/** For a connection without a request that could be responded to. */
export function refuseSocket(socket: Duplex, status: number, message: string): void {
  const text = errorText(status, message);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ];
  endSocket(socket, `${head.join('\r\n')}\r\n\r\n${text}`);
}

/** Status and message for a request that Node could not parse or did not receive in time. */
export function describeParserError(
  error: NodeJS.ErrnoException,
): readonly [status: number, message: string] {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return [431, 'the request head is too large'];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'the request was not received in time'];
    default:
      return [400, 'the request could not be read'];
  }
}
