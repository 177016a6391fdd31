import type { Duplex } from 'node:stream';
import type { Log } from '../operations/settings/log.js';
import { randomId } from '../primitives/random-id.js';
import { encodeResponse, rawResponse } from './call/encode-response.js';
import { errorResponse } from './call/error-response.js';
import type { Exchange } from './call/exchange.js';
import { headTooLarge } from './call/request-head.js';
import type { ApiResponse } from './call/route.js';

/** Answers a connection that has no request to answer, then closes it. */
export function refuseConnection(
  socket: Duplex,
  answer: ApiResponse,
  log: Log,
  about: {
    readonly method?: string;
    readonly path?: string;
    readonly extra?: Readonly<Record<string, string>>;
    /** What began there and cannot be finished; it logs itself. */
    readonly begun?: Exchange | undefined;
  } = {},
): void {
  const { method = '-', path = '-', extra, begun } = about;
  const id = begun?.id ?? randomId();
  const encoded = encodeResponse(answer, id, extra);
  socket.on('error', () => undefined);
  socket.end(rawResponse(encoded));
  // Whoever keeps its half open does not keep ours.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.resume();
  if (begun !== undefined) return begun.refused(answer.status, encoded.size);
  const remote = 'remoteAddress' in socket ? String(socket.remoteAddress) : '-';
  log('info', 'request', { id, method, path, status: answer.status, ms: 0, bytes: encoded.size, remote });
}

const LINGER_MS = 2000;

/** What Node could not read as a request, or did not get in time (server.md 1.4). */
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
