import { request, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { rm } from 'node:fs/promises';
import { ResponseChecker, type ApiDocument } from '../clients/api-responses.js';
import { startSvc, type LiveSvc } from '../program/live-svc.js';
import { temporaryDirectory, writeFiles } from '../files/workspace.js';

export interface ServerSetup {
  /** The files of the workspace. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Arguments after `serve <root> --port 0`. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** An existing workspace instead of a new one. */
  readonly root?: string;
  /** Milliseconds until a process is killed, and for which conditions are awaited. */
  readonly timeout?: number;
  /** Sent with the request for the OpenAPI document. */
  readonly token?: string;
  /**
   * Whether runs are stored, which takes a thread: by default only with the web interface; a server process stores them
   * unless an argument says otherwise.
   */
  readonly history?: boolean;
  /** With the web interface. */
  readonly web?: boolean;
  /** As a user for whom the modes of files count, also when root runs the tests; needs a server process. */
  readonly ordinary?: boolean;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Undefined when the body is no JSON. */
  readonly json: unknown;
}

export interface CallOptions {
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly body?: string | Uint8Array;
  readonly headers?: OutgoingHttpHeaders;
  readonly signal?: AbortSignal;
}

/** The first server of a process waits for its modules to be read, which takes a minute on a machine full of work. */
const START_TIMEOUT_MS = 150_000;

/** `svc serve` on a workspace of its own. */
export interface RunningServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly port: number;
  readonly root: string;
  /** Its home directory; its history lies in `.svc/history.db`. */
  readonly home: string;
  readonly svc: LiveSvc;
  /** Below `/api/v1`; JSON responses are checked against /openapi.json. The path is sent as it is. */
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<ApiResponse>;
  readonly get: (path: string, headers?: OutgoingHttpHeaders) => Promise<ApiResponse>;
}

/** Called with what has to be done when the server is not needed any more. */
type RegisterCleanup = (cleanup: () => Promise<void>) => void;

/** A server in this process, on a real port and with real threads; closed when the test has finished. */
export function startServer(setup: ServerSetup = {}): Promise<RunningServer> {
  return startInside(setup, onTestFinished);
}

/** One server for all tests of a file or of a block, for tests that leave its state as it was. */
export function useServer(setup: ServerSetup = {}): () => RunningServer {
  let server: RunningServer | undefined;
  const cleanups: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    server = await startInside(setup, (cleanup) => cleanups.unshift(cleanup));
  });
  afterAll(async () => {
    for (const cleanup of cleanups) await cleanup();
  });
  return () => {
    if (server === undefined) throw new Error('the server runs while tests run');
    return server;
  };
}

/**
 * The built `svc serve` in a process of its own: for tests of flags, signals, streams, memory, threads, crashes and
 * of what the process does while its event loop is busy. Killed when the test has finished.
 */
export async function startServerProcess(setup: ServerSetup = {}): Promise<RunningServer> {
  const { root, home } = await createFolders(setup, onTestFinished);
  const { env = {}, timeout = START_TIMEOUT_MS, ordinary = false } = setup;
  const options = { cwd: home, env: { HOME: home, ...env }, timeout, ordinary };
  return connectTo(startSvc(serveArguments(root, setup), options), { root, home, token: setup.token });
}

async function startInside(setup: ServerSetup, onCleanup: RegisterCleanup): Promise<RunningServer> {
  const { startInProcess } = await import('../program/in-process-svc.js');
  const { root, home } = await createFolders(setup, onCleanup);
  const { env = {}, timeout = START_TIMEOUT_MS, ordinary = false, web = false, history = web } = setup;
  if (ordinary) throw new Error('another user needs startServerProcess');
  const options = { cwd: home, env: { HOME: home, ...env }, timeout };
  const without = history ? [] : ['--no-history'];
  const svc = startInProcess([...serveArguments(root, setup), ...without], options);
  onCleanup(svc.close);
  return connectTo(svc, { root, home, token: setup.token });
}

async function createFolders(
  setup: ServerSetup,
  onCleanup: RegisterCleanup,
): Promise<{ readonly root: string; readonly home: string }> {
  const root = setup.root ?? (await temporaryDirectory());
  const home = await temporaryDirectory();
  onCleanup(async () => {
    if (setup.root === undefined) await rm(root, { recursive: true, force: true });
    await rm(home, { recursive: true, force: true });
  });
  writeFiles(root, setup.files ?? {});
  return { root, home };
}

function serveArguments(root: string, { web = false, args = [] }: ServerSetup): string[] {
  return ['serve', root, '--port', '0', ...(web ? [] : ['--api-only']), ...args];
}

interface StartedServer {
  readonly root: string;
  readonly home: string;
  readonly token: string | undefined;
}

async function connectTo(svc: LiveSvc, { root, home, token }: StartedServer): Promise<RunningServer> {
  await svc.until(() => svc.stdout().includes('\n'));
  const origin = svc.stdout().replace('Listening on ', '').trim();
  // One build has one description.
  checker ??= await createChecker(origin, token);
  const { problem } = checker;

  const call: RunningServer['call'] = async (method, path, options = {}) => {
    const response = await sendRequest(origin, method, `/api/v1${path}`, options);
    if (response.headers['content-type'] !== 'application/json' || method === 'HEAD') return response;
    const shown = path.replace(/\?.*$/s, '');
    expect(problem({ method, path: shown, status: response.status, json: response.json })).toBeUndefined();
    expect(response.text.indexOf('\n'), 'one line').toBe(response.text.length - 1);
    return response;
  };
  const get: RunningServer['get'] = (path, headers = {}) => call('GET', path, { headers });
  return { origin, port: Number(new URL(origin).port), root, home, svc, call, get };
}

let checker: ResponseChecker | undefined;

async function createChecker(origin: string, token: string | undefined): Promise<ResponseChecker> {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const { json } = await sendRequest(origin, 'GET', '/api/v1/openapi.json', { headers });
  return new ResponseChecker(json as ApiDocument);
}

/** One request on a connection of its own, with exactly these headers and this path. */
export async function sendRequest(
  origin: string,
  method: string,
  path: string,
  { json, body, headers = {}, signal }: CallOptions = {},
): Promise<ApiResponse> {
  const content = json === undefined ? body : JSON.stringify(json);
  const type = json === undefined ? {} : { 'Content-Type': 'application/json' };
  const length = content === undefined ? {} : { 'Content-Length': Buffer.byteLength(content) };
  const { hostname, port } = new URL(origin);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request(
      {
        host: hostname.replace(/^\[|\]$/g, ''),
        port,
        method,
        path,
        headers: { ...type, ...length, ...headers },
        agent: false,
        ...(signal && { signal }),
      },
      resolve,
    );
    outgoing.on('error', reject);
    outgoing.end(content);
  });
  const received = await text(response);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: received,
    json: parsed(received),
  };
}

function parsed(received: string): unknown {
  try {
    return JSON.parse(received) as unknown;
  } catch {
    return undefined;
  }
}
