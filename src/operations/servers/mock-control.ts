import { ServiceError } from '../../errors.js';
import type { EventBus } from '../../events/bus.js';
import type { MockRoute } from '../../mock/mock-route.js';
import type { RunningMock } from '../../mock/mock-server.js';
import { readRouteLines } from '../../mock/route-lines.js';
import { parseDuration, unitAdvice } from '../../primitives/duration.js';
import { jsonBytes, withLastMember } from '../../primitives/threads/json-bytes.js';
import { Lifecycle } from '../../primitives/lifecycle.js';
import { timeSlice } from '../../primitives/time-slice.js';
import type { Engine } from '../engine/engine.js';
import type { Environments } from '../settings/environments.js';
import type { ServiceOptions } from '../settings/service-options.js';
import { withShutdownError } from '../settings/shutdown-error.js';

export interface MockStart {
  readonly files: readonly string[];
  readonly port?: number | undefined;
  /** A duration such as `250ms`. */
  readonly delay?: string | undefined;
  /** Replaces the active environment. */
  readonly environment?: string | undefined;
  readonly strict?: boolean | undefined;
  readonly cors?: boolean | undefined;
}

/** The only mock server of a workspace. */
export interface MockControl {
  /** Returns the status as a line of JSON when the server accepts requests. */
  start(request: MockStart, signal: AbortSignal): Promise<Uint8Array>;
  /** Returns at once; the server still runs until it is closed. */
  stop(): void;
  /** Returns a line of JSON. */
  status(): Uint8Array;
  /** Waits until the server has stopped; running responses get CLOSE_TIMEOUT_MS. */
  close(): Promise<void>;
}

export interface MockControlInput {
  readonly options: Pick<ServiceOptions, 'host' | 'ports' | 'log'>;
  readonly engine: Pick<Engine, 'call'>;
  readonly environments: Pick<Environments, 'active'>;
  readonly events: EventBus;
}

interface Running {
  readonly mock: RunningMock;
  readonly status: Uint8Array;
}

const DEFAULT_PORT = 3000;
const MAX_DELAY_MS = 3_600_000;
const CLOSE_TIMEOUT_MS = 1000;

export function createMockControl(input: MockControlInput): MockControl {
  const { events } = input;
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
  return {
    start: async (request, signal) => {
      const delay = readDelay(request.delay);
      const { status } = await lifecycle.start(async () => {
        const running = await withShutdownError(startRunning(request, delay, input, signal), signal);
        lastPort = running.mock.port;
        events.emit('mock_request', { event: 'started', port: lastPort });
        return running;
      });
      return status;
    },
    stop: () => {
      if (!end() && lifecycle.state !== 'stopping') {
        throw new ServiceError('usage', 'no mock server is running');
      }
    },
    status: () => lifecycle.current?.status ?? jsonBytes({ running: false }, '\n'),
    close: async () => {
      end(CLOSE_TIMEOUT_MS);
      await stopped;
    },
  };
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
  { options, engine, environments, events }: MockControlInput,
  signal: AbortSignal,
): Promise<Running> {
  const { host, ports, log } = options;
  const environment = request.environment || environments.active();
  const plan = { files: request.files, environment, delay, strict: request.strict ?? false };
  const { routes, status } = await engine.call('planMock', plan, { signal });
  const warnings: string[] = [];
  const { startMock } = await import('../../mock/mock-server.js');
  const mock = await startMock({
    routes: readRoutes(routes, warnings),
    host,
    port: request.port ?? DEFAULT_PORT,
    delay,
    cors: request.cors ?? false,
    ports,
    onRequest: ({ method, path, status: code, duration, route, nearest }) => {
      if (!events.hasListeners) return;
      const payload = { event: 'request', method, path, status: code, duration, route } as const;
      events.emit('mock_request', nearest ? { ...payload, nearest } : payload);
    },
  });
  const pause = timeSlice();
  for (const warning of warnings) {
    log('warn', warning);
    await pause();
  }
  if (signal.aborted) await mock.stop(0);
  signal.throwIfAborted();
  return { mock, status: withLastMember(status, 'port', mock.port) };
}

function* readRoutes(lines: Uint8Array, warnings: string[]): Generator<MockRoute> {
  for (const route of readRouteLines(lines)) {
    for (const warning of route.warnings) warnings.push(warning);
    yield route;
  }
}
