/** Sends responses in the ways in which servers and networks fail. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MockFault } from '../../request-file/model/model.js';
import type { Clock } from '../../primitives/clock.js';
import type { PreparedResponse } from '../responses/prepared-response.js';
import { NO_RESPONSE } from './fault-response.js';
import { malformedResponse } from './malformed-response.js';

export interface FaultyExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly prepared: PreparedResponse;
  readonly pauses: Pauses;
  readonly clock: Clock;
}

export interface Pauses {
  /** Resolves after this time, and earlier to false when the client disconnects and to true when the server stops. */
  readonly pass: (response: ServerResponse, delayMs: number) => Promise<boolean>;
  readonly hasEnded: boolean;
}

/** Resolves when nothing more is sent, to what the client got. */
export async function sendFaulty(fault: MockFault, exchange: FaultyExchange): Promise<PreparedResponse> {
  const { request, response, prepared, pauses } = exchange;
  switch (fault.kind) {
    case 'status':
      return sendWhole(response, prepared);
    case 'reset':
      request.socket.resetAndDestroy();
      return NO_RESPONSE;
    case 'timeout':
      // The end of a connection is only noticed while its data is read.
      request.resume();
      await pauses.pass(response, Infinity);
      request.socket.destroy();
      return NO_RESPONSE;
    case 'slow-body':
      return sendSlowly(exchange, fault.bytesPerSecond);
    case 'malformed':
      return sendMalformed(exchange);
  }
}

function sendWhole(response: ServerResponse, prepared: PreparedResponse): PreparedResponse {
  response.writeHead(prepared.status, prepared.headers as string[]);
  response.end(prepared.body);
  return prepared;
}

function sendMalformed({ request, response, prepared }: FaultyExchange): PreparedResponse {
  const malformed = malformedResponse(prepared, request.method !== 'HEAD');
  // What is left to be read would turn the end of the connection into a reset.
  request.resume();
  if (malformed.kind === 'head') {
    request.socket.write('HTTP/1.1 malformed\r\n\r\n');
    request.socket.destroySoon();
    return NO_RESPONSE;
  }
  if (malformed.kind === 'body') return sendWhole(response, malformed.response);
  const { status, headers } = malformed.response;
  response.writeHead(status, headers as string[]);
  response.write(malformed.sent, () => request.socket.destroySoon());
  return { status, headers, body: malformed.sent };
}

/** Shorter pauses would only take time from other requests. */
const PAUSE_MS = 50;

/** The head is sent at once. */
async function sendSlowly(exchange: FaultyExchange, bytesPerSecond: number): Promise<PreparedResponse> {
  const { request, response, prepared, pauses, clock } = exchange;
  const body = Buffer.from(prepared.body);
  if (request.method === 'HEAD' || body.length === 0) return sendWhole(response, prepared);
  response.writeHead(prepared.status, prepared.headers as string[]);
  response.flushHeaders();
  const pauseMs = Math.max(PAUSE_MS, 1000 / bytesPerSecond);
  const start = clock.now();
  let sent = 0;
  while (sent < body.length) {
    const leftMs = ((body.length - sent) * 1000) / bytesPerSecond;
    if (!(await pauses.pass(response, Math.min(pauseMs, leftMs)))) return prepared;
    if (response.destroyed) return prepared;
    // A client that reads even more slowly is not sent what it has not asked for.
    if (response.writableNeedDrain && !pauses.hasEnded) continue;
    const due = pauses.hasEnded ? body.length : Math.floor(((clock.now() - start) * bytesPerSecond) / 1000);
    const end = Math.min(body.length, due);
    if (end > sent) response.write(body.subarray(sent, end));
    sent = Math.max(sent, end);
  }
  response.end();
  return prepared;
}
