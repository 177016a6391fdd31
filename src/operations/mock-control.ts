import { dirname, join } from 'node:path';
import { ServiceError } from '../errors.js';
import type { EventBus } from '../events/bus.js';
import type { MockRoute } from '../mock/mock-routes.js';
import type { RunningMock } from '../mock/mock-server.js';
import { parseDuration } from '../primitives/duration.js';
import { Lifecycle } from '../primitives/lifecycle.js';
import { SecretSet } from '../redaction/secret-set.js';
import type { RunnableFile } from '../runner/run-input.js';
import { workspaceFileAccess } from '../runner/workspace-file-access.js';
import type { Configuration } from './configuration.js';
import type { Environments } from './environments.js';
import { prepareMock, warningsOf } from './prepare-mock.js';
import { ServerSettings, type SettingsOptions } from './server-settings.js';
import type { ServiceOptions } from './service-options.js';
import type { WorkspaceFiles } from './workspace-files.js';

export interface MockStart {
  readonly files: readonly string[];
  readonly port?: number | undefined;
  /** Duration text. */
  readonly delay?: string | undefined;
  /** Instead of the active one. */
  readonly environment?: string | undefined;
  readonly strict?: boolean | undefined;
  readonly cors?: boolean | undefined;
}

export interface MockStatus {
  readonly running: true;
  readonly port: number;
  readonly routes: readonly RouteView[];
  readonly warnings: readonly string[];
}

interface RouteView {
  readonly method: string;
  readonly path: string;
  readonly name: string;
  readonly statusCode: number;
  readonly contentType: string;
  /** Where its request is written. */
  readonly file: string;
  readonly line: number;
  readonly warnings?: readonly string[];
}

/** The mock server of a workspace, of which there is one (server.md 11). */
export interface MockControl {
  /** It answers when this returns. */
  start(wish: MockStart): Promise<MockStatus>;
  /** Returns at once; it still runs until it is closed. */
  stop(): void;
  status(): MockStatus | { readonly running: false };
  /** When it has ended; answers under way get a second. */
  close(): Promise<void>;
}

export interface MockControlInput {
  readonly options: SettingsOptions & Pick<ServiceOptions, 'host' | 'ports'>;
  readonly files: Pick<WorkspaceFiles, 'parsed'>;
  readonly configuration: Pick<Configuration, 'current'>;
  readonly environments: Pick<Environments, 'active'>;
  readonly events: EventBus;
}

interface Running {
  readonly mock: RunningMock;
  readonly status: MockStatus;
}

const DEFAULT_PORT = 3000;
const LONGEST_DELAY = 3_600_000;
const FAREWELL = 1000;

export function createMockControl(input: MockControlInput): MockControl {
  const { events, options } = input;
  const settings = new ServerSettings(options);
  const lifecycle = new Lifecycle<Running>(
    () => new ServiceError('conflict', 'a mock server is already running'),
  );
  const closing = new AbortController();
  let stopped = Promise.resolve();
  const end = (limit?: number): boolean =>
    lifecycle.stop(
      ({ mock }) => (stopped = mock.stop(limit)),
      () => events.emit('mock_request', { event: 'stopped', port: lastPort }),
    );
  let lastPort = 0;
  return {
    start: async (wish) => {
      const delay = readDelay(wish.delay);
      const { status } = await lifecycle.start(async () => {
        const running = await startRunning(wish, delay, input, settings, closing.signal);
        lastPort = running.status.port;
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
    status: () => lifecycle.current?.status ?? { running: false },
    close: async () => {
      closing.abort();
      end(FAREWELL);
      await stopped;
    },
  };
}

function readDelay(text: string | undefined): number {
  const delay = text === undefined ? 0 : parseDuration(text);
  if (delay !== undefined && delay <= LONGEST_DELAY) return delay;
  throw new ServiceError('usage', 'delay must be a duration from 0 to 1h, such as 250ms');
}

async function startRunning(
  wish: MockStart,
  delay: number,
  input: MockControlInput,
  settings: ServerSettings,
  signal: AbortSignal,
): Promise<Running> {
  const { options, configuration, environments, events } = input;
  const { root, process, host, ports, log } = options;
  const files = await loadFiles(wish.files, input);
  const config = await configuration.current();
  const chosen = await settings.of(config, wish.environment || environments.active());
  const { readFile } = workspaceFileAccess({ root, shownFrom: root });
  const strict = wish.strict ?? false;
  const routes = await prepareMock({
    files,
    named: wish.files,
    options: chosen.options,
    process,
    readFile,
    secrets: new SecretSet(),
    delay,
    strict,
    signal,
  });
  const warnings = warningsOf(routes);
  const { startMock } = await import('../mock/mock-server.js');
  const mock = await startMock({
    routes,
    host,
    port: wish.port ?? DEFAULT_PORT,
    delay,
    cors: wish.cors ?? false,
    ports,
    onRequest: ({ method, path, status, duration, route, nearest }) => {
      if (!events.isHeard) return;
      const answered = { event: 'request', method, path, status, duration, route } as const;
      events.emit('mock_request', nearest ? { ...answered, nearest } : answered);
    },
  });
  for (const warning of warnings) log('warn', warning);
  return { mock, status: { running: true, port: mock.port, routes: routes.map(routeView), warnings } };
}

/** Structural mistakes of a run, such as a circle of dependencies, hinder no mock. */
async function loadFiles(sent: readonly string[], input: MockControlInput): Promise<readonly RunnableFile[]> {
  const files = new Map<string, RunnableFile>();
  for (const each of sent) {
    const { file } = await input.files.parsed(each);
    const directory = dirname(join(input.options.root, file.path));
    if (!files.has(file.path)) files.set(file.path, { file, shown: file.path, directory });
  }
  return [...files.values()];
}

function routeView({ method, path, name, answer, file, line, warnings }: MockRoute): RouteView {
  const { status: statusCode, contentType } = answer;
  const view = { method, path: path.shown, name, statusCode, contentType, file, line };
  return warnings.length === 0 ? view : { ...view, warnings };
}
