import type { Duplex } from 'node:stream';
import { endSocket } from '../http/serving/end-socket.js';
import type { Log } from '../operations/settings/log.js';
import { randomId } from '../primitives/random-id.js';
import { encodeResponse, rawResponse } from './call/encode-response.js';
import { errorResponse } from './call/error-response.js';
import type { ApiExchange } from './call/exchange.js';
import { headTooLarge } from './call/request-head.js';
import type { ApiResponse } from './call/route.js';

/** Sends a response on a connection whose request Node could not hand over, then closes it. */
export function refuseConnection(
  socket: Duplex,
  response: ApiResponse,
  log: Log,
  about: {
    readonly method?: string;
    readonly path?: string;
    readonly extra?: Readonly<Record<string, string>>;
    /** An exchange that has started on the connection; it logs itself. */
    readonly exchange?: ApiExchange | undefined;
  } = {},
): void {
  const { method = '-', path = '-', extra, exchange } = about;
  const id = exchange?.id ?? randomId();
  const encoded = encodeResponse(response, id, extra);
  endSocket(socket, rawResponse(encoded));
  if (exchange !== undefined) return exchange.recordRefusal(response.status, encoded.size);
  const remote = 'remoteAddress' in socket ? String(socket.remoteAddress) : '-';
  log('info', 'request', { id, method, path, status: response.status, ms: 0, bytes: encoded.size, remote });
}

/** The response to bytes that Node could not read as a request, or did not receive in time. */
export function parserFault(error: NodeJS.ErrnoException & { readonly reason?: unknown }): ApiResponse {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return headTooLarge();
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return errorResponse(408, 'the request was not received in time');
    default: {
      const reason = typeof error.reason === 'string' ? error.reason : error.message;
      return errorResponse(400, `the request could not be read: ${reason.replace(/\.$/, '')}`);
    }
  }
}
