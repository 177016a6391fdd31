import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { hostname } from 'node:os';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Service } from '../operations/servers/service.js';
import type { Log } from '../operations/settings/log.js';
import { App, type Expectation } from './app.js';
import { errorResponse } from './call/error-response.js';
import { createGuard } from './guards/guard.js';
import { urlHost } from '../http/serving/allowed-host.js';
import { listenOn } from './listen.js';
import { LastResponse } from './last-response.js';
import { parserFault, refuseConnection } from './refuse-connection.js';
import { MAX_HEAD_BYTES } from './call/request-head.js';
import { ALL_ROUTES } from './routes/all-routes.js';
import { openStaticFiles } from './static-files.js';
import { handleUpgrade } from './upgrade.js';
import { openSocketHub, type SocketHub } from './websocket/websocket.js';

export interface ServerOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly token: string | undefined;
  readonly readOnly: boolean;
  readonly cors: boolean;
  readonly apiOnly: boolean;
  readonly limits?: ServerLimits;
}

/** Milliseconds. */
export interface ServerLimits {
  readonly head: number;
  readonly request: number;
  readonly idle: number;
  readonly shutdown: number;
}

export interface RunningServer {
  readonly url: string;
  /** The whole sequence of server.md 1.3, the service included. */
  readonly close: () => Promise<void>;
}

/** server.md 1.3 and 1.4; a little less than five seconds, so that the process has ended by then. */
export const SERVER_LIMITS: ServerLimits = { head: 10_000, request: 60_000, idle: 75_000, shutdown: 4500 };

export async function startServer(service: Service, options: ServerOptions): Promise<RunningServer> {
  const { host, port, token, readOnly, cors, apiOnly, limits = SERVER_LIMITS } = options;
  const { log, ports } = service.options;
  const guard = createGuard({ host: { bound: host, machine: hostname() }, token, cors, ports });
  const ui = apiOnly ? undefined : await openStaticFiles(fileURLToPath(UI_FOLDER));
  const app = new App({ service, routes: ALL_ROUTES, guard, readOnly, cors, ui, log });
  const hub = openSocketHub(service.events, log);
  const server = createHttpServer(limits);
  const state = { closing: false };
  const answers = wire(server, app, log);
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const isClosing = (): boolean => state.closing;
    answers.after(socket, () => {
      void handleUpgrade(request, socket, head, { server, guard, cors, hub, log, isClosing });
    });
  });
  const address = await listenOn(server, host, port);
  return {
    url: `http://${urlHost(address.address)}:${address.port}`,
    close: async () => {
      state.closing = true;
      await shutDown(server, app, hub, service, limits.shutdown);
    },
  };
}

/** Made by the build of the interface, beside the chunks of the program. */
const UI_FOLDER = new URL('../web/', import.meta.url);

function createHttpServer({ head, request, idle }: ServerLimits): Server {
  const server = createServer({
    maxHeaderSize: MAX_HEAD_BYTES,
    headersTimeout: head,
    requestTimeout: request,
    keepAliveTimeout: idle,
    connectionsCheckingInterval: Math.min(500, head / 4),
    // Ours says it in JSON.
    requireHostHeader: false,
  });
  server.maxHeadersCount = 0;
  // Who has sent everything may close its half and still wait (RFC 9112 section 9.6); Node has no other switch.
  return Object.assign(server, { httpAllowHalfOpen: true });
}

/** Everything that Node tells of a connection, but upgrades. */
function wire(server: Server, app: App, log: Log): LastResponse {
  const answers = new LastResponse();
  const refused = new WeakSet<Duplex>();
  const handle =
    (expectation: Expectation) =>
    (request: IncomingMessage, response: ServerResponse): void => {
      answers.note(response);
      app.handle(request, response, expectation);
    };
  server.on('request', handle('none'));
  server.on('checkContinue', handle('continue'));
  server.on('checkExpectation', handle('unknown'));
  server.on('connect', (_: IncomingMessage, socket: Duplex) => {
    refuseConnection(socket, errorResponse(400, 'this server is no proxy'), log, { method: 'CONNECT' });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || answers.isBegun(socket)) socket.destroy();
    // Every further byte is a fault of its own.
    else if (!refused.has(socket)) {
      refused.add(socket);
      answers.after(socket, () => {
        refuseConnection(socket, parserFault(error), log, { begun: app.unfinishedOn(socket) });
      });
    }
  });
  return answers;
}

async function shutDown(
  server: Server,
  app: App,
  hub: SocketHub,
  service: Service,
  most: number,
): Promise<void> {
  // Node's own close of an HTTP server also ends idle connections, which are to get row H12.
  NetServer.prototype.close.call(server);
  const orderly = async (): Promise<void> => {
    // A client that does not read its answer must not take the time of those who come after.
    const answered = within(most / 3, app.close());
    const stressed = service.stress.close();
    await answered;
    await Promise.all([service.executions.close(), service.mock.close(), stressed]);
    await hub.close();
    await service.close();
  };
  await within(most, orderly());
  server.closeAllConnections();
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const late = sleep(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([work, late]);
  timer.abort();
}
