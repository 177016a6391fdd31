import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { hostname } from 'node:os';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Service } from '../operations/servers/service.js';
import type { Log } from '../operations/settings/log.js';
import { programFile } from '../primitives/threads/program-file.js';
import { waitAtMost } from '../primitives/wait-at-most.js';
import { App, type Expectation } from './app.js';
import { errorResponse } from './call/error-response.js';
import { createGuard } from './guards/guard.js';
import { urlHost } from '../http/serving/allowed-host.js';
import { listenOn } from './listen.js';
import { LastResponse } from './last-response.js';
import { parserFault, refuseConnection } from './refuse-connection.js';
import { MAX_HEAD_BYTES } from './call/request-head.js';
import { openStaticFiles } from './static-files.js';
import { handleUpgrade } from './upgrade.js';
import { SocketHub } from './websocket/websocket.js';

export interface ServerOptions {
  readonly host: string;
  /** 0 chooses a free port. */
  readonly port: number;
  readonly token: string | undefined;
  readonly readOnly: boolean;
  readonly cors: boolean;
  readonly apiOnly: boolean;
  readonly limits?: ServerLimits;
}

export interface ServerLimits {
  readonly headMs: number;
  readonly requestMs: number;
  readonly idleMs: number;
  readonly shutdownMs: number;
}

export interface RunningServer {
  readonly url: string;
  /** Ends requests, clients of the event stream and the service, in this order. */
  readonly close: () => Promise<void>;
}

/** The process shall have ended five seconds after a signal, so the shutdown takes a little less. */
export const SERVER_LIMITS: ServerLimits = {
  headMs: 10_000,
  requestMs: 60_000,
  idleMs: 75_000,
  shutdownMs: 4500,
};

export async function startServer(service: Service, options: ServerOptions): Promise<RunningServer> {
  const { host, port, token, readOnly, cors, apiOnly, limits = SERVER_LIMITS } = options;
  const { log, ports } = service.options;
  const guard = createGuard({ host: { bound: host, machine: hostname() }, token, cors, ports });
  const ui = apiOnly ? undefined : await openStaticFiles(fileURLToPath(programFile(UI_FOLDER)));
  const app = new App({ service, guard, readOnly, cors, ui });
  const hub = new SocketHub(service.events, log);
  const server = createHttpServer(limits);
  const lastResponses = attachHandlers(server, app, log);
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    lastResponses.afterPending(socket, () => {
      void handleUpgrade(request, socket, head, { server, app, guard, cors, hub, log });
    });
  });
  await service.ready;
  const address = await listenOn(server, host, port);
  return {
    url: `http://${urlHost(address.address)}:${address.port}`,
    close: () => shutDown(server, app, hub, service, limits.shutdownMs),
  };
}

/** The build writes the web interface beside the folder of the programs. */
const UI_FOLDER = '../web/';

function createHttpServer({ headMs, requestMs, idleMs }: ServerLimits): Server {
  const server = createServer({
    maxHeaderSize: MAX_HEAD_BYTES,
    headersTimeout: headMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.min(500, headMs / 4),
    // Our own check reports a missing Host header as JSON.
    requireHostHeader: false,
  });
  server.maxHeadersCount = 0;
  // A client may close its half after the request and wait for the response (RFC 9112 section 9.6). Node has no option for it.
  return Object.assign(server, { httpAllowHalfOpen: true });
}

/** Handles every event of a connection except upgrades. */
function attachHandlers(server: Server, app: App, log: Log): LastResponse {
  const lastResponses = new LastResponse();
  const refused = new WeakSet<Duplex>();
  const handle =
    (expectation: Expectation) =>
    (request: IncomingMessage, response: ServerResponse): void => {
      lastResponses.track(response);
      app.handle(request, response, expectation);
    };
  server.on('request', handle('none'));
  server.on('checkContinue', handle('continue'));
  server.on('checkExpectation', handle('unknown'));
  server.on('connect', (_: IncomingMessage, socket: Duplex) => {
    refuseConnection(socket, errorResponse(400, 'this server is no proxy'), log, { method: 'CONNECT' });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || lastResponses.hasStarted(socket)) socket.destroy();
    // Node reports every further byte as another error.
    else if (!refused.has(socket)) {
      refused.add(socket);
      lastResponses.afterPending(socket, () => {
        refuseConnection(socket, parserFault(error), log, { exchange: app.unfinishedOn(socket) });
      });
    }
  });
  return lastResponses;
}

async function shutDown(
  server: Server,
  app: App,
  hub: SocketHub,
  service: Service,
  timeoutMs: number,
): Promise<void> {
  // `close` of an HTTP server would also end idle connections, whose next request shall get a 503.
  NetServer.prototype.close.call(server);
  const orderly = async (): Promise<void> => {
    // A client that does not read its response must not use up the time of the steps that follow.
    const finished = waitAtMost(timeoutMs / 3, app.close());
    const stressed = service.stress.control.close();
    await finished;
    await Promise.all([service.executions.close(), service.mock.close(), stressed]);
    await hub.close();
    await service.close();
  };
  await waitAtMost(timeoutMs, orderly());
  server.closeAllConnections();
}
