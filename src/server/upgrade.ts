import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { replayRequest } from '../http/serving/replay-request.js';
import type { Log } from '../operations/settings/log.js';
import { randomId } from '../primitives/random-id.js';
import type { App } from './app.js';
import { encodeResponse } from './call/encode-response.js';
import { errorResponse } from './call/error-response.js';
import { corsHeaders } from './guards/cors.js';
import { SOCKET_PATH, type Guard } from './guards/guard.js';
import { refuseConnection } from './refuse-connection.js';
import { readHead } from './call/request-head.js';
import type { ApiResponse } from './call/route.js';
import type { SocketHub } from './websocket/websocket.js';

export interface UpgradeParts {
  readonly server: Server;
  readonly guard: Guard;
  readonly cors: boolean;
  readonly hub: SocketHub;
  readonly log: Log;
  /** While the server shuts down, it refuses upgrades like other requests. */
  readonly app: App;
}

/** Passes a checked WebSocket handshake to the hub; any other upgrade is handled as a plain request. */
export async function handleUpgrade(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  parts: UpgradeParts,
): Promise<void> {
  const { server, app, guard, hub, log, cors } = parts;
  const { headers, method } = request;
  const target = readHead(request);
  const isHandshake =
    'path' in target && target.path === SOCKET_PATH && method === 'GET' && asksForWebSocket(request);
  if (!isHandshake || app.isClosing) return replayRequest(request, socket, head, server);
  // An error of the socket would be unhandled until the hub listens for it.
  const ignore = (): void => undefined;
  socket.on('error', ignore);
  const permitted = await guard.permittedOrigin(target.path, headers.origin);
  socket.off('error', ignore);
  if (socket.destroyed) return undefined;
  if (app.isClosing) return replayRequest(request, socket, head, server);
  const refusal =
    guard.check(target, request, permitted) ?? guard.token(target, request) ?? checkHandshake(request, hub);
  const extra = cors ? corsHeaders(permitted) : {};
  if (refusal !== undefined) {
    return refuseConnection(socket, refusal, log, { method, path: target.path, extra });
  }
  const id = randomId();
  const { headers: fields } = encodeResponse({ status: 101 }, id, extra);
  hub.accept(request, socket, head, { fields, withResults: asksForResults(target.query) });
  const remote = request.socket.remoteAddress ?? '-';
  log('info', 'request', { id, method, path: target.path, status: 101, ms: 0, bytes: 0, remote });
}

/** HTTP/1.0 has no upgrade (RFC 9110 section 7.8). */
function asksForWebSocket({ headers, httpVersion }: IncomingMessage): boolean {
  return (headers.upgrade ?? '').trim().toLowerCase() === 'websocket' && httpVersion !== '1.0';
}

/** Clients that read results from `GET /results` need not get them with the events. */
function asksForResults(query: string): boolean {
  return new URLSearchParams(query).getAll('results').at(-1) !== 'none';
}

/** RFC 6455 sections 4.2.1 and 4.4. */
function checkHandshake({ headers }: IncomingMessage, hub: SocketHub): ApiResponse | undefined {
  if (headers['sec-websocket-version'] !== '13') {
    const upgrade = { Upgrade: 'websocket', Connection: 'Upgrade', 'Sec-WebSocket-Version': '13' };
    return errorResponse(426, 'only version 13 of the WebSocket protocol is spoken here', {
      headers: upgrade,
    });
  }
  if (!/^[+/0-9a-z]{22}==$/i.test(headers['sec-websocket-key'] ?? '')) {
    return errorResponse(400, 'Sec-WebSocket-Key must be 16 bytes in base64');
  }
  return hub.isFull ? errorResponse(503, 'too many WebSocket clients') : undefined;
}
