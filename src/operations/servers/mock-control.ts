import { ServiceError } from '../../errors.js';
import type { EventBus } from '../../events/bus.js';
import type { MockedRequest } from '../../events/event.js';
import type { ExchangeLog } from '../../mock/exchange-log.js';
import { anySeed } from '../../mock/faults/route-random.js';
import type { MockRoute } from '../../mock/responses/mock-route.js';
import type { MockExchangeSummary, RunningMock } from '../../mock/mock-server.js';
import type { StateStore } from '../../mock/state/state-store.js';
import { readRouteLines } from '../../mock/route-lines.js';
import { parseDuration, unitAdvice } from '../../primitives/duration.js';
import { jsonBytes, withLastMember, withMembers } from '../../primitives/threads/json-bytes.js';
import { Lifecycle } from '../../primitives/lifecycle.js';
import { timeSlice } from '../../primitives/time-slice.js';
import type { Engine } from '../engine/engine.js';
import type { MockPlan } from '../mocks/perform-mock-plan.js';
import {
  FIELD_NAMES,
  planPassThrough,
  servedRecording,
  type PassThroughPlan,
  type PassThroughRequest,
} from '../mocks/plan-pass-through.js';
import { toRecordSettings } from '../recordings/record-settings.js';
import type { Configuration } from '../settings/configuration.js';
import type { Environments } from '../settings/environments.js';
import { ServerSettings, type SettingsOptions } from '../settings/server-settings.js';
import type { ServiceOptions } from '../settings/service-options.js';
import { withShutdownError } from '../settings/shutdown-error.js';
import type { MockExport, MockRequestQuery, MockRequests } from './mock-requests.js';
import type { ServedPassThrough, ServedPassThroughInput } from './served-pass-through.js';
import type { WorkspaceFiles } from './workspace-files.js';

export interface MockStart extends PassThroughRequest {
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
  /** Leaves requests out that svc cannot run, which are refused otherwise. */
  readonly skipUnsupported?: boolean | undefined;
  /** Repeats delays and faults; any when left out. */
  readonly seed?: number | undefined;
}

/** The only mock server of a workspace. */
export interface MockControl {
  /** Returns the status as a line of JSON when the server accepts requests. `apiPort` is the port of the API itself. */
  start(request: MockStart, apiPort: number, signal: AbortSignal): Promise<Uint8Array>;
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
  readonly files: Pick<WorkspaceFiles, 'openRecording'>;
  readonly events: EventBus;
}

interface Running {
  readonly mock: RunningMock;
  readonly status: Uint8Array;
  readonly log: ExchangeLog;
  readonly secrets: ReadonlyMap<string, string>;
  /** Undefined unless requests without a route are passed on. */
  readonly passing: ServedPassThrough | undefined;
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
      (running) => (stopped = stopRunning(running, limit)),
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
    start: async (request, apiPort, signal) => {
      const asked = {
        ...request,
        delay: readDelay(request.delay),
        pass: planPassThrough(request, FIELD_NAMES),
      };
      const started = await lifecycle.start(async () => {
        const running = await withShutdownError(
          startRunning(asked, { ...input, settings, apiPort }, signal),
          signal,
        );
        lastPort = running.mock.port;
        events.emit('mock_request', { event: 'started', port: lastPort });
        return running;
      });
      return statusOf(started);
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
    status: () => (lifecycle.current ? statusOf(lifecycle.current) : jsonBytes({ running: false }, '\n')),
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

function statusOf({ status, passing }: Running): Uint8Array {
  return passing ? withMembers(status, passing.view()) : status;
}

async function stopRunning({ mock, passing }: Running, limit: number | undefined): Promise<void> {
  await mock.stop(limit);
  await passing?.close();
}

/** A request whose fields fit together. */
interface AskedMock extends Omit<MockStart, 'delay'> {
  readonly delay: number;
  readonly pass: PassThroughPlan | undefined;
}

interface StartParts extends MockControlInput {
  readonly settings: ServerSettings;
  readonly apiPort: number;
}

async function startRunning(asked: AskedMock, parts: StartParts, signal: AbortSignal): Promise<Running> {
  const { options, engine, environments, events, settings } = parts;
  const { host, ports, log } = options;
  const environment = asked.environment || environments.active();
  const { pass, delay, stateful = false, cors = false, seed = anySeed() } = asked;
  const file = pass?.record === undefined ? undefined : await parts.files.openRecording(pass.record);
  const { files, strictMatch } = servedRecording(asked.files, asked.strictMatch === true, file);
  const plan = planOf(asked, { environment, seed, files, strictMatch });
  const { routes, status } = await engine.call('planMock', plan, { signal });
  const warnings: string[] = [];
  const { options: run } = await settings.of(environment);
  const { secrets } = toRecordSettings(run);
  const { startMock } = await import('../../mock/mock-server.js');
  const { ExchangeLog: Log } = await import('../../mock/exchange-log.js');
  const exchanges = new Log();
  const passing = pass && (await openPassing({ ...parts, address: pass.address, file, cors, run, log }));
  const mock = await startMock({
    routes: readRoutes(routes, warnings),
    host,
    port: asked.port ?? DEFAULT_PORT,
    delay,
    cors,
    ports,
    strictMatch,
    seed,
    ...(stateful && { store: await createStore() }),
    ...(passing && { upstream: passing.upstream }),
    log: exchanges,
    onRequest: (request) => {
      if (events.hasListeners) events.emit('mock_request', requestEvent(request));
    },
  });
  const whole = withLastMember(status, 'port', mock.port);
  const running = { mock, status: whole, log: exchanges, secrets, passing };
  try {
    await passing?.attach(mock.port);
    await logAll(warnings, log);
    signal.throwIfAborted();
    return running;
  } catch (error) {
    await stopRunning(running, 0);
    throw error;
  }
}

async function logAll(warnings: readonly string[], log: ServiceOptions['log']): Promise<void> {
  const pause = timeSlice();
  for (const warning of warnings) {
    log('warn', warning);
    await pause();
  }
}

function planOf(
  {
    files: named,
    descriptions = [],
    delay,
    strict = false,
    stateful = false,
    template = false,
    skipUnsupported = false,
    pass,
  }: AskedMock,
  chosen: Pick<MockPlan, 'environment' | 'seed' | 'files' | 'strictMatch'>,
): MockPlan {
  const mayBeEmpty = pass !== undefined && named.length + descriptions.length === 0;
  return { ...chosen, descriptions, delay, strict, stateful, template, skipUnsupported, mayBeEmpty };
}

function requestEvent(request: MockExchangeSummary): MockedRequest {
  const { method, path, status, duration, route, fault, nearest, isProxied } = request;
  const payload = { event: 'request', method, path, status, duration, route } as const;
  if (isProxied) return { ...payload, proxied: true };
  const more = nearest ? { nearest } : fault && { fault };
  return more ? { ...payload, ...more } : payload;
}

async function openPassing(input: ServedPassThroughInput): Promise<ServedPassThrough> {
  const { openServedPassThrough } = await import('./served-pass-through.js');
  return openServedPassThrough(input);
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
