/** A server that responds as its routes define. */
import { createServer } from 'node:http';
import { bindPort } from '../http/serving/bind-port.js';
import { ServerConnections } from '../http/serving/server-connections.js';
import { createResponseChooser, type ExplainedRequest } from './choose-response.js';
import type { MockOptions } from './mock-options.js';
import { RequestHandler } from './request-handler.js';
import type { MockRoute } from './responses/mock-route.js';
import type { RouteExplanation } from './routing/explain-route.js';

export type { MockExchangeDetails, MockExchangeSummary, MockOptions } from './mock-options.js';

export interface RunningMock {
  readonly port: number;
  /** The address as written in URLs. */
  readonly host: string;
  /** Resolves when the new routes are in use. */
  readonly replaceRoutes: (routes: Iterable<MockRoute>) => Promise<void>;
  /** Why a request gets its response. */
  readonly explain: (request: ExplainedRequest) => Promise<RouteExplanation>;
  /** Forgets what clients have sent, and starts every sequence again. */
  readonly reset: () => void;
  /** Closes idle connections at once; responses in progress get five seconds or the given time. */
  readonly stop: (timeoutMs?: number) => Promise<void>;
}

/** Listens when it resolves; throws when the port cannot be bound. */
export async function startMock(options: MockOptions): Promise<RunningMock> {
  const { host, port } = options;
  const chooser = await createResponseChooser(options.routes, options.strictMatch);
  // An upload that is passed on may take any time.
  const time = options.upstream ? { requestTimeout: 0 } : {};
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, requireHostHeader: false, ...time });
  const connections = new ServerConnections(server);
  const mock = new RequestHandler(options, connections, chooser);
  server.on('request', (request, response) => mock.handle(request, response));
  server.maxHeadersCount = 0;
  const address = await bindPort(server, host, port);
  const served = await options.ports.add(address.port);
  mock.served = served;
  return {
    port: address.port,
    host: address.family === 'IPv6' ? `[${address.address}]` : address.address,
    replaceRoutes: (routes) => mock.replaceRoutes(routes),
    explain: (request) => mock.explain(request),
    reset: () => mock.reset(),
    stop: async (timeoutMs = CLOSE_TIMEOUT_MS) => {
      mock.stop();
      await connections.close(timeoutMs);
      await served.release();
    },
  };
}

const KEEP_ALIVE_MS = 75_000;
const CLOSE_TIMEOUT_MS = 5000;
