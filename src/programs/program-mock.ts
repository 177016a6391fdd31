/** The mock server of a program. */
import { openServedPorts } from '../http/serving/served-ports.js';
import { offAbort, onAbort } from '../primitives/stop-signal.js';
import type { MockRoute as PlannedRoute } from '../mock/responses/mock-route.js';
import { RouteUse } from '../mock/route-use.js';
import { startMock, type RunningMock } from '../mock/mock-server.js';
import { StateStore } from '../mock/state/state-store.js';
import { loadMock, type LoadedMock } from '../operations/mocks/load-mock.js';
import { loadMockFiles } from '../operations/mocks/mock-paths.js';
import type { OpenPassThrough } from '../operations/mocks/open-pass-through.js';
import { servedRecording } from '../operations/mocks/plan-pass-through.js';
import { warningsOf } from '../operations/mocks/prepare-mock.js';
import { checkOptions, checkPaths } from './check-options.js';
import type { Mock, MockOptions, MockRequest, MockRoute } from './mock-types.js';
import { openProgramPassThrough, planProgramPassThrough } from './program-pass-through.js';
import { programIdentity } from './program-process.js';
import { findRoot, programWorkspace, settingsRequest } from './program-settings.js';

const MAX_KEPT_REQUESTS = 1000;
const DEFAULT_HOST = '127.0.0.1';

export async function startProgramMock(paths: readonly string[], options: MockOptions): Promise<Mock> {
  checkOptions('createMock', options);
  // Without files, everything is passed on.
  if (!(options.proxy !== undefined && isEmptyList(paths))) checkPaths('createMock', paths);
  const { signal } = options;
  signal?.throwIfAborted();
  try {
    const mock = await start(paths, options);
    if (!signal?.aborted) return mock;
    await mock.close();
  } catch (error) {
    // What was interrupted has failed in its own words; the program gets the reason that it gave.
    signal?.throwIfAborted();
    throw error;
  }
  throw signal.reason;
}

async function start(named: readonly string[], options: MockOptions): Promise<Mock> {
  const { delay = 0, port = 0, host = DEFAULT_HOST, seed, signal } = options;
  const { strict = false, stateful = false, template = false } = options;
  const workspace = programWorkspace(options);
  const pass = await planProgramPassThrough(named, options, workspace);
  const { files: paths, strictMatch } = servedRecording(named, options.strictMatch === true, pass?.file);
  const loading = loadMockFiles(paths, workspace.cwd, findRoot(workspace, named));
  const loaded = await loadMock({
    paths,
    cwd: workspace.cwd,
    process: workspace.env,
    settings: {
      ...settingsRequest({ workspace, paths, options, loading }),
      fixed: { skipUnsupported: options.skipUnsupported ?? false },
    },
    loading,
    delay,
    strict,
    stateful,
    strictMatch,
    template,
    mayBeEmpty: named.length === 0,
    signal: signal ?? new AbortController().signal,
  });
  const requests = new RequestLog(options.onRequest);
  const use = new RouteUse(loaded.routes);
  const warnings: string[] = [];
  const onWarning = (message: string): void => void warnings.push(message);
  const passing = pass && openProgramPassThrough(pass, loaded, onWarning);
  const running = await startMock({
    routes: loaded.routes,
    host: host.replace(/^\[(.*)\]$/, '$1'),
    port,
    delay,
    cors: false,
    strictMatch,
    ...(seed !== undefined && { seed }),
    ...(stateful && { store: new StateStore() }),
    ...(passing && { upstream: passing.upstream }),
    ports: openServedPorts({ env: workspace.env, self: programIdentity(), onWarning }),
    onRequest: ({ method, path, status, route, matchedRoute, isProxied }) => {
      if (matchedRoute) use.note(matchedRoute);
      requests.add({ method, path, status, name: route, ...(isProxied && { proxied: true }) });
    },
  });
  await passing?.attach(running.port).catch(async (error: unknown) => {
    await running.stop(0);
    throw error;
  });
  return new ProgramMock({ running, requests, use, loaded, warnings, passing, signal });
}

function isEmptyList(paths: unknown): boolean {
  return Array.isArray(paths) && paths.length === 0;
}

/** The newest requests of a mock server, and what its listener has thrown. */
class RequestLog {
  readonly #listener: ((request: MockRequest) => void) | undefined;
  #requests: MockRequest[] = [];
  /** The first error; a listener may also throw undefined. */
  #thrown: { readonly error: unknown } | undefined;

  constructor(listener: ((request: MockRequest) => void) | undefined) {
    this.#listener = listener;
  }

  /** A listener that throws must not end the server, whose other requests are sound. */
  add(request: Omit<MockRequest, 'at'>): void {
    const noted = { ...request, at: new Date().toISOString() };
    this.#requests.push(noted);
    // Removing the oldest one by one would move the whole list each time.
    if (this.#requests.length >= 2 * MAX_KEPT_REQUESTS) this.#requests = this.all();
    try {
      this.#listener?.(noted);
    } catch (error) {
      this.#thrown ??= { error };
    }
  }

  all(): MockRequest[] {
    return this.#requests.slice(-MAX_KEPT_REQUESTS);
  }

  throwIfAny(): void {
    if (this.#thrown !== undefined) throw this.#thrown.error;
  }
}

interface MockParts {
  readonly running: RunningMock;
  readonly requests: RequestLog;
  readonly use: RouteUse;
  readonly loaded: LoadedMock;
  /** Grows while the mock server runs. */
  readonly warnings: readonly string[];
  /** Undefined unless requests without a route are passed on. */
  readonly passing: OpenPassThrough | undefined;
  readonly signal: AbortSignal | undefined;
}

class ProgramMock implements Mock {
  readonly url: string;
  readonly port: number;
  readonly routes: readonly MockRoute[];
  readonly #parts: MockParts;
  /** What goes wrong at the end is told by `close`. */
  readonly #onAbort = (): void => void this.#stop().catch(() => undefined);
  #stopped: Promise<void> | undefined;

  constructor(parts: MockParts) {
    const { running, loaded, signal } = parts;
    this.#parts = parts;
    this.url = `http://${running.host}:${running.port}`;
    this.port = running.port;
    this.routes = loaded.routes.map(routeView);
    if (signal) onAbort(signal, this.#onAbort);
  }

  get warnings(): readonly string[] {
    const { loaded, warnings } = this.#parts;
    const found = [...loaded.warnings, ...loaded.notes, ...warningsOf(loaded.routes), ...warnings];
    return found.map((line) => loaded.secrets.redact(line));
  }

  requests(): readonly MockRequest[] {
    return this.#parts.requests.all();
  }

  unused(): readonly MockRoute[] {
    return this.#parts.use.unused().map(routeView);
  }

  reset(): void {
    this.#parts.running.reset();
  }

  async close(): Promise<void> {
    await this.#stop();
    this.#parts.requests.throwIfAny();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #stop(): Promise<void> {
    const { signal } = this.#parts;
    if (signal) offAbort(signal, this.#onAbort);
    return (this.#stopped ??= this.#end());
  }

  async #end(): Promise<void> {
    await this.#parts.running.stop(CLOSE_TIMEOUT_MS);
    await this.#parts.passing?.close();
  }
}

/** Responses in progress may end; a test that closes its mock does not wait for one whose client has forgotten it. */
const CLOSE_TIMEOUT_MS = 1000;

function routeView({ method, path, name, response, file, line }: PlannedRoute): MockRoute {
  const { status, contentType } = response;
  return { method, path: path.shown, name, status, contentType, file, line };
}
