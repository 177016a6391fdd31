/** Runs by command, as a language server asks for them. */
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import type { OpenText, RunRequest } from '../../../src/lsp/commands/command-request.js';
import { createRunCommands } from '../../../src/lsp/commands/create-run-commands.js';
import type { RunListeners } from '../../../src/lsp/commands/run-commands.js';
import type { RunEvent, RunProgress, RunResult } from '../../../src/lsp/commands/run-result.js';
import { listening } from '../servers/raw-server.js';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface CountingServer {
  readonly url: string;
  /** Method and target of each request, in the order of arrival. */
  readonly hits: readonly string[];
  /** Resolves with the request for this method and target when it has arrived. */
  readonly arrival: (hit: string) => Promise<readonly [IncomingMessage]>;
}

/** Closed when the test has finished. */
export async function countingServer(handle: Handler): Promise<CountingServer> {
  const hits: string[] = [];
  const arrivals = new EventEmitter();
  const server = createServer((request, response) => {
    const hit = `${request.method} ${request.url}`;
    hits.push(hit);
    handle(request, response);
    arrivals.emit(hit, request);
  });
  const port = await listening(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const arrival = async (hit: string): Promise<readonly [IncomingMessage]> => {
    const [request] = (await once(arrivals, hit)) as [IncomingMessage];
    return [request];
  };
  return { url: `http://127.0.0.1:${port}`, hits, arrival };
}

export interface EditorSetup extends Partial<Omit<RunRequest, 'openTexts'>> {
  /** Its path in the folder. */
  readonly file?: string;
  /** Texts of open documents by their paths in the folder. */
  readonly open?: Readonly<Record<string, string>>;
}

/** A request for `orders.http` in the folder, by default without history and permissions. */
export function editorRequest(
  folder: string,
  { file = 'orders.http', open = {}, ...changes }: EditorSetup = {},
): RunRequest {
  const path = join(folder, file);
  const openTexts = Object.entries(open).map(([name, text]): OpenText => {
    const place = join(folder, name);
    return { uri: pathToFileURL(place).href, path: place, text };
  });
  return {
    folder,
    path,
    uri: pathToFileURL(path).href,
    openTexts,
    process: {},
    permissions: { shell: false, database: false },
    history: { enabled: false },
    ...changes,
  };
}

export interface SeenByEditor extends RunListeners {
  readonly events: { readonly event: RunEvent; readonly progress: RunProgress }[];
  readonly warnings: string[];
}

export function editorListeners(signal: AbortSignal = new AbortController().signal): SeenByEditor {
  const events: SeenByEditor['events'] = [];
  const warnings: string[] = [];
  return {
    signal,
    events,
    warnings,
    onEvent: (event, progress) => void events.push({ event, progress }),
    onWarning: (message) => void warnings.push(message),
  };
}

/** Responds to every request with the same order. */
export function orderServer(): Promise<CountingServer> {
  return countingServer((_, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end('{"id":9,"total":40}');
  });
}

/** The result of a run that nobody cancels. */
export function runIn(folder: string, setup: EditorSetup = {}): Promise<RunResult> {
  return createRunCommands().run(editorRequest(folder, setup), editorListeners());
}
