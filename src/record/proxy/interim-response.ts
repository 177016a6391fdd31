import type { InformationEvent, ServerResponse } from 'node:http';
import { responseHeaders, writtenHead } from './forward-headers.js';
import type { TargetAddress } from './target-address.js';

/** RFC 9110 15.2: a proxy passes on every 1xx, but never to a client of HTTP/1.0. */
export function passInterim(
  info: InformationEvent,
  response: ServerResponse,
  address: TargetAddress,
  own: string,
): void {
  const { socket } = response;
  // Without a socket it waits behind the answer to an earlier request.
  if (!socket || response.headersSent || response.req.httpVersion === '1.0') return;
  if (info.statusCode === 100) return response.writeContinue();
  const headers = responseHeaders(info.rawHeaders, address, own);
  // Node has a method for two of them only, and that refuses links it does not understand.
  socket.write(writtenHead(info.statusCode, info.statusMessage, headers));
}
