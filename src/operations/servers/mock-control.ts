import { ServiceError } from '../../errors.js';
import type { EventBus } from '../../events/bus.js';
import type { ExchangeLog } from '../../mock/exchange-log.js';
import { anySeed } from '../../mock/faults/route-random.js';
import type { MockRoute } from '../../mock/responses/mock-route.js';
import type { RunningMock } from '../../mock/mock-server.js';
import type { StateStore } from '../../mock/state/state-store.js';
import { readRouteLines } from '../../mock/route-lines.js';
import { parseDuration, unitAdvice } from '../../primitives/duration.js';
import { jsonBytes, withLastMember } from '../../primitives/threads/json-bytes.js';
import { Lifecycle } from '../../primitives/lifecycle.js';
import { timeSlice } from '../../primitives/time-slice.js';
import type { Engine } from '../engine/engine.js';
import { toRecordSettings } from '../recordings/record-settings.js';
import type { Configuration } from '../settings/configuration.js';
import type { Environments } from '../settings/environments.js';
import { ServerSettings, type SettingsOptions } from '../settings/server-settings.js';
import type { ServiceOptions } from '../settings/service-options.js';
import { withShutdownError } from '../settings/shutdown-error.js';
import type { MockExport, MockRequestQuery, MockRequests } from './mock-requests.js';

export interface MockStart {
  readonly files: readonly string[];
  /** API descriptions, whose operations are routes after those of the files. */
  readonly descriptions?: readonly string[] | undefined;
  readonly port?: number | undefined;
  /** A duration such as `250ms`. */
  readonly delay?: string | undefined;
  /** Replaces the active environment. */
  readonly environment?: string | undefined;
  readonly strict?: boolean | undefined;
  readonly cors?: boolean | undefined;
  /** Keeps what clients send. */
  readonly stateful?: boolean | undefined;
  /** Refuses requests that do not carry what those of the files do. */
  readonly strictMatch?: boolean | undefined;
  /** Fills placeholders of every mock block, as `@mock.template` does for one. */
  readonly template?: boolean | undefined;
  /** Repeats delays and faults; any when left out. */
  readonly seed?: number | undefined;
}

/** The only mock server of a workspace. */
export interface MockControl {
  /** Returns the status as a line of JSON when the server accepts requests. */
  start(request: MockStart, signal: AbortSignal): Promise<Uint8Array>;
  /** Returns at once; the server still runs until it is closed. */
  stop(): void;
  /** Returns a line of JSON. */
  status(): Uint8Array;
  /** The last requests, newest first, without headers and bodies; none when the server is stopped. */
  requests(query: MockRequestQuery): Promise<object>;
  /** One request with its response and why it got that one; secrets are replaced unless they are asked for. */
  request(id: string, isShown: boolean): Promise<object>;
  /** Returns a line of JSON. */
  export(request: MockExport, signal: AbortSignal): Promise<Uint8Array>;
  clear(): Promise<void>;
  /** Forgets what clients have sent, and starts every sequence again. */
  reset(): void;
  /** Waits until the server has stopped; running responses get CLOSE_TIMEOUT_MS. */
  close(): Promise<void>;
}

export interface MockControlInput {
  readonly options: SettingsOptions & Pick<ServiceOptions, 'host' | 'ports'>;
  readonly configuration: Pick<Configuration, 'current'>;
  readonly engine: Pick<Engine, 'call'>;
  readonly environments: Pick<Environments, 'active'>;
  readonly events: EventBus;
}

interface Running {
  readonly mock: RunningMock;
  readonly status: Uint8Array;
  readonly log: ExchangeLog;
  readonly secrets: ReadonlyMap<string, string>;
  /** Created when somebody first looks at the requests. */
  looked?: MockRequests;
}

const DEFAULT_PORT = 3000;
const MAX_DELAY_MS = 3_600_000;
const CLOSE_TIMEOUT_MS = 1000;

export function createMockControl(input: MockControlInput): MockControl {
  const { events } = input;
  const settings = new ServerSettings(input.options, input.configuration);
  const lifecycle = new Lifecycle<Running>(
    () => new ServiceError('conflict', 'a mock server is already running'),
  );
  let stopped = Promise.resolve();
  const end = (limit?: number): boolean =>
    lifecycle.stop(
      ({ mock }) => (stopped = mock.stop(limit)),
      () => events.emit('mock_request', { event: 'stopped', port: lastPort }),
    );
  let lastPort = 0;
  const requests = async (): Promise<MockRequests> => {
    const { current } = lifecycle;
    if (current === undefined) throw notRunning();
    const { MockRequests: Requests } = await import('./mock-requests.js');
    return (current.looked ??= new Requests(current));
  };
  return {
    start: async (request, signal) => {
      const delay = readDelay(request.delay);
      const { status } = await lifecycle.start(async () => {
        const running = await withShutdownError(
          startRunning(request, delay, { ...input, settings }, signal),
          signal,
        );
        lastPort = running.mock.port;
        events.emit('mock_request', { event: 'started', port: lastPort });
        return running;
      });
      return status;
    },
    stop: () => {
      if (!end() && lifecycle.state !== 'stopping') {
        throw notRunning();
      }
    },
    requests: async (query) =>
      lifecycle.current === undefined ? NO_REQUESTS : (await requests()).list(query),
    request: async (id, isShown) => (await requests()).request(id, isShown),
    export: async (request, signal) =>
      withShutdownError((await requests()).export(request, input.engine, signal), signal),
    clear: async () => (await requests()).clear(),
    reset: () => {
      if (lifecycle.current === undefined) throw notRunning();
      lifecycle.current.mock.reset();
    },
    status: () => lifecycle.current?.status ?? jsonBytes({ running: false }, '\n'),
    close: async () => {
      end(CLOSE_TIMEOUT_MS);
      await stopped;
    },
  };
}

const NO_REQUESTS = { requests: [], total: 0, kept: 0, skipped: 0, lastId: 0 };

function notRunning(): ServiceError {
  return new ServiceError('usage', 'no mock server is running');
}

function readDelay(text: string | undefined): number {
  const delay = text === undefined ? 0 : parseDuration(text);
  if (delay !== undefined && delay <= MAX_DELAY_MS) return delay;
  const rule = 'a duration from 0 to 1h, such as 250ms';
  throw new ServiceError('usage', `delay must be ${rule}${unitAdvice(text)}`);
}

async function startRunning(
  request: MockStart,
  delay: number,
  {
    options,
    engine,
    environments,
    events,
    settings,
  }: MockControlInput & { readonly settings: ServerSettings },
  signal: AbortSignal,
): Promise<Running> {
  const { host, ports, log } = options;
  const environment = request.environment || environments.active();
  const { files, descriptions = [], strict = false, stateful = false, strictMatch = false } = request;
  const { template = false, cors = false, seed = anySeed() } = request;
  const plan = { files, descriptions, environment, delay, strict, stateful, strictMatch, template, seed };
  const { routes, status } = await engine.call('planMock', plan, { signal });
  const warnings: string[] = [];
  const { options: run } = await settings.of(environment);
  const { secrets } = toRecordSettings(run);
  const { startMock } = await import('../../mock/mock-server.js');
  const { ExchangeLog: Log } = await import('../../mock/exchange-log.js');
  const exchanges = new Log();
  const mock = await startMock({
    routes: readRoutes(routes, warnings),
    host,
    port: request.port ?? DEFAULT_PORT,
    delay,
    cors,
    ports,
    strictMatch,
    seed,
    ...(stateful && { store: await createStore() }),
    log: exchanges,
    onRequest: ({ method, path, status: code, duration, route, fault, nearest }) => {
      if (!events.hasListeners) return;
      const payload = { event: 'request', method, path, status: code, duration, route } as const;
      const more = nearest ? { nearest } : fault && { fault };
      events.emit('mock_request', more ? { ...payload, ...more } : payload);
    },
  });
  const pause = timeSlice();
  for (const warning of warnings) {
    log('warn', warning);
    await pause();
  }
  if (signal.aborted) await mock.stop(0);
  signal.throwIfAborted();
  return { mock, status: withLastMember(status, 'port', mock.port), log: exchanges, secrets };
}

async function createStore(): Promise<StateStore> {
  const { StateStore: Store } = await import('../../mock/state/state-store.js');
  return new Store();
}

function* readRoutes(lines: Uint8Array, warnings: string[]): Generator<MockRoute> {
  for (const route of readRouteLines(lines)) {
    for (const warning of route.warnings) warnings.push(warning);
    yield route;
  }
}
