/** What a mock server is started with, and what it tells its listeners. */
import type { ServedPorts } from '../http/serving/served-ports.js';
import type { Clock } from '../primitives/clock.js';
import type { MockFault } from '../request-file/model/model.js';
import type { ChosenResponse } from './respond/chosen-response.js';
import type { ExchangeLog } from './exchange-log.js';
import type { MockRoute } from './responses/mock-route.js';
import type { StateStore } from './state/state-store.js';
import type { Upstream } from './upstream/upstream.js';

export interface MockOptions {
  /** Prepared one by one, yielding to the event loop in between. */
  readonly routes: Iterable<MockRoute>;
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Milliseconds before each response. */
  readonly delay: number;
  /** A route responds only to requests that carry what its own request is written with. */
  readonly strictMatch?: boolean;
  /** Repeats what routes draw: delays from a range, and faults; any by default. */
  readonly seed?: number;
  /** Allows pages of other origins to read the responses. */
  readonly cors: boolean;
  /** Registers the port, because pages of a mock must not be trusted as pages of the user. */
  readonly ports: Pick<ServedPorts, 'add'>;
  /** Keeps what clients send, as far as the routes were planned for it. */
  readonly store?: StateStore;
  /** Responds to requests that no route matches; without it, they get 404. */
  readonly upstream?: Upstream;
  readonly onRequest: (request: MockExchangeSummary) => void;
  /** With this listener, each response waits for the body of its request. */
  readonly onExchange?: (exchange: MockExchangeDetails) => void;
  /** Keeps the last exchanges; no response waits for it. */
  readonly log?: ExchangeLog;
  /** The clock of the machine by default. */
  readonly clock?: Clock;
}

export type TimedOptions = MockOptions & { readonly clock: Clock };

export interface MockExchangeSummary extends Pick<ChosenResponse, 'route' | 'matchedRoute' | 'nearest'> {
  /** What went wrong, as `@mock.fault` says. */
  readonly fault?: MockFault['kind'];
  readonly method: string;
  /** Without query. */
  readonly path: string;
  /** 0 for a client that got no response. */
  readonly status: number;
  /** Milliseconds, including the delay. */
  readonly duration: number;
  /** Another server has responded. */
  readonly isProxied?: true;
}

export interface MockExchangeDetails extends MockExchangeSummary {
  /** Alternating names and values. */
  readonly requestHeaders: readonly string[];
  /** At most the first 64 KiB. */
  readonly requestBody: string;
  readonly responseHeaders: readonly string[];
  readonly responseBody: string | Buffer;
}
