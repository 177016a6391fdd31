import { request, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished } from 'vitest';
import { rm } from 'node:fs/promises';
import { ResponseChecker, type ApiDocument } from './api-responses.js';
import { startSvc, type LiveSvc } from './live-svc.js';
import { temporaryDirectory, writeFiles } from './workspace.js';

export interface ServerSetup {
  /** Of the workspace. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Beside `serve --port 0`. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** An existing workspace instead of a new one. */
  readonly root?: string;
  /** Milliseconds until the process is killed. */
  readonly timeout?: number;
  /** Sent with the question for the OpenAPI document. */
  readonly token?: string;
  /** With the web interface. */
  readonly web?: boolean;
  /** As a user for whom the modes of files count, also when root runs the tests. */
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

/** The built `svc serve` on a workspace of its own. */
export interface RunningServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly port: number;
  readonly root: string;
  /** Home of the process; its history lies in `.svc/history.db`. */
  readonly home: string;
  readonly svc: LiveSvc;
  /** Below `/api/v1`; JSON answers are held against /openapi.json. The path is sent as it is. */
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<ApiResponse>;
  readonly get: (path: string, headers?: OutgoingHttpHeaders) => Promise<ApiResponse>;
}

/** Gone, with its workspace, when the test has finished. */
export async function startServerProcess(setup: ServerSetup = {}): Promise<RunningServer> {
  const { files = {}, args = [], env = {}, timeout = 60_000, ordinary = false } = setup;
  const root = setup.root ?? (await temporaryDirectory());
  const home = await temporaryDirectory();
  onTestFinished(async () => {
    if (setup.root === undefined) await rm(root, { recursive: true, force: true });
    await rm(home, { recursive: true, force: true });
  });
  await writeFiles(root, files);
  const svc = startSvc(['serve', root, '--port', '0', ...(setup.web ? [] : ['--api-only']), ...args], {
    cwd: home,
    env: { HOME: home, ...env },
    timeout,
    ordinary,
  });
  await svc.until(() => svc.stdout().includes('\n'));
  const origin = svc.stdout().replace('Listening on ', '').trim();
  // One build has one description.
  judge ??= await readJudge(origin, setup.token);
  const { problem } = judge;

  const call: RunningServer['call'] = async (method, path, options = {}) => {
    const answer = await sendRequest(origin, method, `/api/v1${path}`, options);
    if (answer.headers['content-type'] !== 'application/json' || method === 'HEAD') return answer;
    const shown = path.replace(/\?.*$/s, '');
    expect(problem({ method, path: shown, status: answer.status, json: answer.json })).toBeUndefined();
    expect(answer.text.indexOf('\n'), 'one line').toBe(answer.text.length - 1);
    return answer;
  };
  const get: RunningServer['get'] = (path, headers = {}) => call('GET', path, { headers });
  return { origin, port: Number(new URL(origin).port), root, home, svc, call, get };
}

let judge: ResponseChecker | undefined;

async function readJudge(origin: string, token: string | undefined): Promise<ResponseChecker> {
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
