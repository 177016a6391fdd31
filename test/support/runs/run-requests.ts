/** Request files run against loopback servers, without the command line around them. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { PersonAsker } from '../../../src/http/auth/auth-state.js';
import type { Clock } from '../../../src/primitives/clock.js';
import { parseRequestFile } from '../../../src/request-file/parse-file.js';
import { DEFAULT_RUN_OPTIONS, type RunOptions } from '../../../src/runner/plan/options.js';
import type { RequestOutcome, RunOutcome } from '../../../src/runner/outcome/result.js';
import type { RunEvent } from '../../../src/runner/outcome/run-event.js';
import { planRun } from '../../../src/runner/plan/plan.js';
import { openRun } from '../../../src/runner/run.js';
import { runFiles } from '../../../src/runner/run-files.js';
import type { RunnableFile } from '../../../src/runner/plan/run-input.js';
import { workspaceFileAccess } from '../../../src/runner/workspace-file-access.js';
import { temporaryWorkspace } from '../files/workspace.js';

export interface RunSettings {
  /** Request files in run order; all `.http` files when left out. */
  readonly run?: readonly string[];
  readonly options?: Partial<RunOptions>;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  readonly asker?: PersonAsker;
  readonly onEvent?: (event: RunEvent) => void;
  readonly process?: Readonly<Record<string, string | undefined>>;
  /** What runs the plan instead of `runFiles`. */
  readonly execute?: typeof runFiles;
  /** Directory that already holds the files. */
  readonly root?: string;
}

export interface FinishedRun {
  readonly outcome: RunOutcome;
  /** Of all files, in order. */
  readonly results: readonly RequestOutcome[];
  readonly events: readonly RunEvent[];
  readonly root: string;
  /** The result with this shown name. */
  readonly result: (name: string) => RequestOutcome;
}

export async function runRequests(
  files: Readonly<Record<string, string | Uint8Array>>,
  settings: RunSettings = {},
): Promise<FinishedRun> {
  const root = settings.root ?? (await temporaryWorkspace(files));
  const names = settings.run ?? Object.keys(files).filter((name) => name.endsWith('.http'));
  const events: RunEvent[] = [];
  const request = {
    files: await Promise.all(names.map((name) => runnable(root, name, String(files[name])))),
    options: { ...DEFAULT_RUN_OPTIONS, ...settings.options },
    signal: settings.signal ?? new AbortController().signal,
    clock: settings.clock,
    asker: settings.asker,
    process: settings.process ?? { PATH: process.env['PATH'] },
    fileAccess: workspaceFileAccess({ root, shownFrom: root }),
  };
  const plan = await planRun(request);
  const run = openRun(request, plan);
  const onEvent = (event: RunEvent): void => {
    events.push(event);
    settings.onEvent?.(event);
  };
  const execute = settings.execute ?? runFiles;
  const outcome = await execute(run, plan, onEvent).finally(run.close);
  const results = outcome.files.flatMap((file) => file.results);
  return { outcome, results, events, root, result: (name) => find(results, name) };
}

async function runnable(root: string, name: string, text: string): Promise<RunnableFile> {
  return {
    file: await parseRequestFile(text, name),
    shown: name,
    directory: dirname(join(root, name)),
  };
}

function find(results: readonly RequestOutcome[], name: string): RequestOutcome {
  const found = results.find((result) => result.shownName === name);
  if (!found)
    throw new Error(`no result "${name}"; there are ${results.map((result) => result.shownName).join(', ')}`);
  return found;
}

export interface Loopback {
  /** Without a slash at the end. */
  readonly url: string;
  /** `METHOD path` of every request so far. */
  readonly seen: string[];
  readonly requests: SeenRequest[];
}

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/** A server that sends what the function returns: a status, a JSON value, or nothing when the function responds itself. */
export async function loopback(
  respond: (
    request: SeenRequest,
    response: ServerResponse,
  ) => LoopbackResponse | Promise<LoopbackResponse> = () => 200,
): Promise<Loopback> {
  const requests: SeenRequest[] = [];
  const seen: string[] = [];
  const listener: RequestListener = (incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url: path = '', headers, rawHeaders } = incoming;
      const request = { method, path, headers, rawHeaders, body: Buffer.concat(chunks).toString('utf8') };
      requests.push(request);
      seen.push(`${method} ${path}`);
      void Promise.resolve(respond(request, response)).then((result) => sendResponse(response, result));
    });
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, requests };
}

export type LoopbackResponse =
  | number
  | {
      readonly status?: number;
      readonly json?: unknown;
      readonly headers?: Record<string, string | string[]>;
      readonly text?: string;
    }
  | undefined;

function sendResponse(response: ServerResponse, given: LoopbackResponse): void {
  if (given === undefined) return;
  if (typeof given === 'number') {
    response.writeHead(given).end();
    return;
  }
  const { status = 200, json, text, headers = {} } = given;
  if (json === undefined) response.writeHead(status, headers).end(text);
  else
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json));
}
