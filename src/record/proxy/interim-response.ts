import type { InformationEvent, ServerResponse } from 'node:http';
import { forwardResponseHeaders, writeHead } from './forward-headers.js';
import type { TargetAddress } from './target-address.js';

/** RFC 9110 15.2: a proxy forwards every 1xx response, but never to a client of HTTP/1.0. */
export function forwardInterim(
  info: InformationEvent,
  response: ServerResponse,
  address: TargetAddress,
  own: string,
): void {
  const { socket } = response;
  // Without a socket the response is queued behind the response to an earlier request.
  if (!socket || response.headersSent || response.req.httpVersion === '1.0') return;
  if (info.statusCode === 100) return response.writeContinue();
  const headers = forwardResponseHeaders(info.rawHeaders, address, own);
  // Node has methods for two of them only, and one of these rejects links that it does not understand.
  socket.write(writeHead(info.statusCode, info.statusMessage, headers));
}
