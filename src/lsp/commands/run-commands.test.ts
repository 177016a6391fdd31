import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { listening } from '../../../test/support/servers/raw-server.js';
import { dedent } from '../../../test/support/dedent.js';
import type { OpenText, RunRequest } from './command-request.js';
import { createRunCommands } from './create-run-commands.js';
import { runFindings } from './run-findings.js';
import type { RunListeners } from './run-commands.js';
import type { RunEvent, RunProgress, RunResult } from './run-result.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface CountingServer {
  readonly url: string;
  /** Method and target of each request, in the order of arrival. */
  readonly hits: readonly string[];
}

async function countingServer(handle: Handler): Promise<CountingServer> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(`${request.method} ${request.url}`);
    handle(request, response);
  });
  const port = await listening(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${port}`, hits };
}

const ORDER: Handler = (_, response) => {
  response.setHeader('Content-Type', 'application/json');
  response.end('{"id":9,"total":40}');
};

interface Setup extends Partial<Omit<RunRequest, 'openTexts'>> {
  readonly file?: string;
  readonly open?: Readonly<Record<string, string>>;
}

function requestIn(folder: string, { file = 'orders.http', open = {}, ...changes }: Setup = {}): RunRequest {
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

interface Heard extends RunListeners {
  readonly events: { readonly event: RunEvent; readonly progress: RunProgress }[];
  readonly warnings: string[];
}

function listeners(signal: AbortSignal = new AbortController().signal): Heard {
  const events: Heard['events'] = [];
  const warnings: string[] = [];
  return {
    signal,
    events,
    warnings,
    onEvent: (event, progress) => void events.push({ event, progress }),
    onWarning: (message) => void warnings.push(message),
  };
}

async function runIn(folder: string, setup: Setup = {}): Promise<RunResult> {
  return createRunCommands().run(requestIn(folder, setup), listeners());
}

describe('a run by command', () => {
  it('has the result that clients expect, with the place of the failed assertion', async () => {
    const { url } = await countingServer(ORDER);
    const text = dedent`
      ### login
      GET ${url}/login

      ### readOrder
      # @depends login
      GET ${url}/orders/9

      >>>
      expect status 200
      expect body.total == 42.5
      <<<
    `;
    const folder = await temporaryWorkspace({ 'orders.http': text });
    const seen = listeners();
    const result = await createRunCommands().run(requestIn(folder, { line: 4, environment: 'dev' }), seen);
    const uri = pathToFileURL(join(folder, 'orders.http')).href;
    const message = 'body.total equals: expected 42.5, got 40';
    const response = { statusCode: 200, status: '200 OK', size: 19 };
    const login = { uri, name: 'login', line: 1, status: 'passed', attempts: 1, response, failures: [] };
    const readOrder = {
      ...login,
      name: 'readOrder',
      line: 4,
      status: 'failed',
      message,
      failures: [{ line: 10, message, expected: '42.5', actual: '40' }],
    };
    const durationMs = expect.any(Number) as number;
    expect(result).toEqual({
      run: 'r1',
      verdict: 'failed',
      passed: 1,
      failed: 1,
      skipped: 0,
      durationMs,
      environment: 'dev',
      tests: [
        { ...login, durationMs },
        { ...readOrder, durationMs },
      ],
    });
    expect(seen.events).toEqual([
      {
        event: { run: 'r1', event: 'started', test: { uri, name: 'login', line: 1 } },
        progress: { done: 0, total: 2 },
      },
      {
        event: { run: 'r1', event: 'finished', test: { ...login, durationMs } },
        progress: { done: 1, total: 2 },
      },
      {
        event: { run: 'r1', event: 'started', test: { uri, name: 'readOrder', line: 4 } },
        progress: { done: 1, total: 2 },
      },
      {
        event: { run: 'r1', event: 'finished', test: { ...readOrder, durationMs } },
        progress: { done: 2, total: 2 },
      },
    ]);
    expect(runFindings(result)).toEqual(
      new Map([[uri, [{ line: 10, message, source: 'svc run', severity: 'error' }]]]),
    );
  });

  it('sends the text of the editor, exactly once, and nothing of the file on the disk', async () => {
    const { url, hits } = await countingServer(ORDER);
    const folder = await temporaryWorkspace({ 'orders.http': `### a\nGET ${url}/saved\n` });
    const result = await runIn(folder, { line: 1, open: { 'orders.http': `### a\nGET ${url}/unsaved\n` } });
    expect(hits).toEqual(['GET /unsaved']);
    expect(result.verdict).toBe('passed');
  });

  it('uses open texts of dependencies and of the config, and the disk for others', async () => {
    const { url, hits } = await countingServer(ORDER);
    const folder = await temporaryWorkspace({
      'service.yaml': 'environments:\n  dev:\n    path: saved\n',
      'auth.http': `### login\nGET ${url}/login-saved\n`,
      'deep/other.http': `### other\nGET ${url}/other-saved\n`,
      'orders.http': '',
    });
    const orders = dedent`
      ### readOrder
      # @depends ./auth.http#login
      # @depends ./deep/other.http#other
      # @depends ./new.http#fresh
      GET ${url}/{{path}}
    `;
    const result = await runIn(folder, {
      open: {
        'orders.http': orders,
        'auth.http': `### x\n\n### login\nGET ${url}/login-unsaved\n`,
        'new.http': `### fresh\nGET ${url}/fresh\n`,
        'service.yaml': 'environments:\n  dev:\n    path: unsaved\n',
      },
    });
    expect(hits).toEqual(['GET /login-unsaved', 'GET /other-saved', 'GET /fresh', 'GET /unsaved']);
    const place = (name: string): string => pathToFileURL(join(folder, name)).href;
    expect(result.tests.map(({ uri, line }) => ({ uri, line }))).toEqual([
      { uri: place('auth.http'), line: 3 },
      { uri: place('deep/other.http'), line: 1 },
      { uri: place('new.http'), line: 1 },
      { uri: place('orders.http'), line: 1 },
    ]);
  });

  it('finds the request by its line, whatever others are called', async () => {
    const { url, hits } = await countingServer(ORDER);
    const text = `### same\nGET ${url}/1\n\n### \nGET ${url}/2\n\n### \nGET ${url}/2\n\n>>>\nexpect status 404\n<<<\n`;
    const folder = await temporaryWorkspace({ 'orders.http': text });
    const { tests, failed } = await runIn(folder, { line: 7 });
    expect(hits).toEqual(['GET /2']);
    expect([tests.length, failed, tests[0]?.name, tests[0]?.line]).toEqual([1, 1, `GET ${url}/2`, 7]);
    await expect(runIn(folder, { line: 8 })).rejects.toThrow(
      `no request of orders.http has line 8; the nearest is GET ${url}/2 on line 7`,
    );
  });
});
