/** Runs by command, as an editor starts them over real streams. */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PublishDiagnosticsParams } from 'vscode-languageserver-protocol';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { uriOf } from '../support/program/lsp-client.js';
import { openEditor, useEditor, type LspEditor } from '../support/program/lsp-editor.js';
import { countingServer, type CountingServer } from '../support/runs/editor-run.js';

const REFUSED = -32803;
const INVALID = -32602;

const editor = useEditor({
  files: {
    'service.yaml':
      'defaultEnvironment: dev\nsecrets: [pin]\nenvironments:\n  dev:\n    stage: one\n  staging:\n    stage: two\n    pin: planted-pin\n',
    'login.http': '### login\nGET http://127.0.0.1:9/saved\n',
  },
  args: ['--no-history'],
  capabilities: { window: { workDoneProgress: true } },
});

interface Result {
  readonly run: string;
  readonly verdict: string;
  readonly tests: readonly Record<string, unknown>[];
}

function perform<T = Result>(
  command: string,
  argument: unknown,
  { on = editor(), ...options }: { readonly on?: LspEditor; readonly signal?: AbortSignal } = {},
): Promise<T> {
  return on.ask<T>('workspace/executeCommand', { command, arguments: [argument] }, options.signal);
}

/** Parameters of what the server has sent by a method since a place in the list. */
function since(seen: number, method: string, { received } = editor()): unknown[] {
  return received
    .slice(seen)
    .filter((each) => each.method === method)
    .map(({ params }) => params);
}

function hasRunFindings({ diagnostics }: PublishDiagnosticsParams): boolean {
  return diagnostics.some(({ source }) => source === 'svc run');
}

async function orders({ url }: CountingServer, name: string): Promise<{ uri: string; text: string }> {
  const uri = editor().uri(name);
  const text = [
    `### readOrder\nGET ${url}/order/{{stage}}\n\n>>>\nexpect status 200\nexpect body.total == 42.5\n<<<\n`,
    `### other\nGET ${url}/other\n`,
  ].join('\n');
  await editor().open(uri, text);
  return { uri, text };
}

describe('a run by command', () => {
  it('sends one request of the unsaved text, and tells what it found', async () => {
    const server = await countingServer((_, response) => response.end('{"total":40}'));
    const { uri, text } = await orders(server, 'orders.http');
    const seen = editor().received.length;
    const shown = editor().published(uri, hasRunFindings);
    const result = await perform('svc.run', { uri, line: 1, environment: 'staging' });
    const message = 'body.total equals: expected 42.5, got 40';
    const test = {
      uri,
      name: 'readOrder',
      line: 1,
      status: 'failed',
      durationMs: expect.any(Number) as number,
      attempts: 1,
      response: { statusCode: 200, status: '200 OK', size: 12 },
      message,
      failures: [{ line: 6, message, expected: '42.5', actual: '40' }],
    };
    expect(result).toEqual({
      run: 'r1',
      verdict: 'failed',
      ...{ passed: 0, failed: 1, skipped: 0 },
      durationMs: expect.any(Number) as number,
      environment: 'staging',
      tests: [test],
    });
    expect(server.hits).toEqual(['GET /order/two']);
    expect(since(seen, 'svc/runEvent')).toEqual([
      { run: 'r1', event: 'started', test: { uri, name: 'readOrder', line: 1 } },
      { run: 'r1', event: 'finished', test },
    ]);
    expect(since(seen, 'window/showMessage')).toMatchObject([
      { message: 'svc: 1 of 1 failed: readOrder, orders.http:6' },
    ]);
    expect(await shown).toEqual([
      {
        range: { start: { line: 5, character: 0 }, end: { line: 5, character: 25 } },
        severity: 1,
        source: 'svc run',
        message,
      },
    ]);
    const changed = editor().published(uri, (params) => !hasRunFindings(params));
    await editor().change(uri, [{ text: `${text}\n` }]);
    expect(await changed).toEqual([]);
  });

  it('shows progress from the beginning to the end', async () => {
    const server = await countingServer((_, response) => response.end());
    const { uri } = await orders(server, 'progress.http');
    const seen = editor().received.length;
    await perform('svc.runFile', { uri });
    const [{ token }] = since(seen, 'window/workDoneProgress/create') as [{ token: unknown }];
    const progress = since(seen, '$/progress') as { token: unknown; value: { kind: string } }[];
    expect(progress.every((each) => each.token === token)).toBe(true);
    const kinds = progress.map(({ value }) => value.kind);
    expect([kinds[0], kinds.at(-1)]).toEqual(['begin', 'end']);
    expect(progress[0]?.value).toMatchObject({ cancellable: true });
    expect(progress.at(-2)?.value).toMatchObject({ kind: 'report', percentage: 100, message: '2 of 2' });
  });

  it('of a file uses the text of every open document, and the disk for others', async () => {
    const server = await countingServer((_, response) => response.end());
    const uri = editor().uri('chain.http');
    await editor().open(uri, `### use\n# @depends ./login.http#login\nGET ${server.url}/{{stage}}\n`);
    await editor().open(editor().uri('login.http'), `### login\nGET ${server.url}/unsaved\n`);
    const result = await perform('svc.runFile', { uri });
    expect(server.hits).toEqual(['GET /unsaved', 'GET /one']);
    expect([result.verdict, result.tests.map(({ name, status }) => [name, status])]).toEqual([
      'passed',
      expect.arrayContaining([['use', 'passed']]),
    ]);
    await editor().emit('textDocument/didClose', { textDocument: { uri: editor().uri('login.http') } });
    expect((await perform('svc.runFile', { uri })).verdict).not.toBe('passed');
    expect(server.hits).toHaveLength(2);
  });

  it('replaces what the run before has found', async () => {
    let total = 40;
    const server = await countingServer((_, response) => response.end(`{"total":${total}}`));
    const { uri } = await orders(server, 'again.http');
    const first = editor().published(uri, hasRunFindings);
    await perform('svc.run', { uri, line: 1 });
    expect(await first).toHaveLength(1);
    total = 42.5;
    const second = editor().published(uri, (params) => !hasRunFindings(params));
    expect((await perform('svc.run', { uri, line: 1 })).verdict).toBe('passed');
    expect(await second).toEqual([]);
  });

  it('of a document without a file starts in the folder', async () => {
    const server = await countingServer((_, response) => response.end());
    const uri = 'untitled:Untitled-1';
    await editor().open(
      uri,
      `### use\n# @depends ./login.http#login\nGET ${server.url}/\n\n### b\nGET ${server.url}/{{stage}}\n`,
    );
    expect(await perform('svc.run', { uri, line: 5 })).toMatchObject({
      verdict: 'passed',
      tests: [{ uri, name: 'b', line: 5 }],
    });
    expect(server.hits).toEqual(['GET /one']);
  });

  it('shows no secret, wherever a failure is told', async () => {
    const server = await countingServer((_, response) => response.end('{"pin":"planted-pin"}'));
    const uri = editor().uri('masked.http');
    await editor().open(
      uri,
      `### planted\nGET ${server.url}/{{pin}}\n\n>>>\nexpect body.pin == 1\nexpect body.pin contains {{pin}}x\n<<<\n`,
    );
    const seen = editor().received.length;
    const shown = editor().published(uri, hasRunFindings);
    const result = await perform('svc.run', { uri, line: 1, environment: 'staging' });
    expect(server.hits).toEqual(['GET /planted-pin']);
    expect(result.tests).toMatchObject([{ failures: [{ line: 5 }, { line: 6 }] }]);
    expect((await shown).filter(({ source }) => source === 'svc run')).toHaveLength(2);
    const everything = JSON.stringify([result, editor().received.slice(seen)]);
    expect(everything).toContain('[REDACTED]');
    expect(everything).not.toContain('planted-pin');
  });

  it('needs the permission of the operator for commands and databases', async () => {
    const server = await countingServer((_, response) => response.end());
    const uri = editor().uri('shell.http');
    const text = `### a\n# @before touch marker\nGET ${server.url}/\n\n### b\nGET ${server.url}/\n>>>shell\ntouch marker\n<<<\n`;
    await editor().open(uri, text);
    const { tests, verdict } = await perform('svc.runFile', { uri });
    expect(verdict).toBe('error');
    expect(tests.map(({ message }) => message)).toEqual(
      Array(2).fill(expect.stringContaining('--allow-shell')),
    );
    expect(await readdir(editor().root)).not.toContain('marker');
    expect(server.hits).toEqual([]);
  });
});

describe('a run that is cancelled', () => {
  it.each([
    ['by the request', async ({ stop }: { stop: AbortController; seen: number }) => stop.abort()],
    [
      'by its progress',
      ({ seen }: { stop: AbortController; seen: number }) =>
        editor().emit(
          'window/workDoneProgress/cancel',
          since(seen, 'window/workDoneProgress/create')[0] ?? {},
        ),
    ],
  ])('%s ends, closes its connection, and holds others off until then', async (name, cancel) => {
    const server = await countingServer(() => undefined);
    const { uri } = await orders(server, `cancelled ${name}.http`);
    const stop = new AbortController();
    const seen = editor().received.length;
    const arrival = server.arrival('GET /order/one');
    const running = perform('svc.runFile', { uri }, { signal: stop.signal });
    const [request]: readonly [IncomingMessage] = await arrival;
    const closed = once(request.socket, 'close');
    const refusal = { code: REFUSED, message: 'a run is going on; cancel it first' };
    await expect(perform('svc.runFile', { uri })).rejects.toMatchObject(refusal);
    await expect(perform('svc.run', { uri, line: 9 })).rejects.toMatchObject(refusal);
    await cancel({ stop, seen });
    expect(await running).toMatchObject({ verdict: 'cancelled', passed: 0, failed: 0 });
    await closed;
    expect(server.hits).toEqual(['GET /order/one']);
    const kinds = (since(seen, '$/progress') as { value: { kind: string } }[]).map(({ value }) => value.kind);
    expect(kinds.filter((kind) => kind === 'end')).toHaveLength(3);
  });

  it('holds off no run of another folder', async () => {
    const server = await countingServer(
      (request, response) => void (request.url === '/now' && response.end()),
    );
    const elsewhere = uriOf(join(await temporaryWorkspace(), 'alone.http'));
    await editor().open(elsewhere, `### a\nGET ${server.url}/now\n`);
    const uri = editor().uri('held.http');
    await editor().open(uri, `### a\nGET ${server.url}/never\n`);
    const stop = new AbortController();
    const arrival = server.arrival('GET /never');
    const running = perform('svc.runFile', { uri }, { signal: stop.signal });
    await arrival;
    expect(await perform('svc.runFile', { uri: elsewhere })).toMatchObject({ verdict: 'passed' });
    stop.abort();
    expect(await running).toMatchObject({ verdict: 'cancelled' });
  });

  it('by the end of the server is aborted first, and stored as the operator wants it', async () => {
    const server = await countingServer(
      (request, response) => void (request.url === '/now' && response.end()),
    );
    const initializationOptions = { svc: { clientNotifications: ['svc/runEvent'] } };
    const other = await openEditor({ initializationOptions });
    const uri = other.uri('a.http');
    await other.open(uri, `### a\nGET ${server.url}/now\n\n### b\nGET ${server.url}/never\n`);
    expect(await perform('svc.run', { uri, line: 1 }, { on: other })).toMatchObject({ verdict: 'passed' });
    expect(since(0, 'svc/runEvent', other)).toHaveLength(2);
    expect(since(0, 'window/showMessage', other)).toEqual([]);
    expect(await readdir(other.root, { recursive: true })).toContainEqual(
      expect.stringMatching(/svc.*(spool|history)/),
    );
    const arrival = server.arrival('GET /never');
    void perform('svc.run', { uri, line: 4 }, { on: other }).catch(() => undefined);
    const [request] = await arrival;
    const closed = once(request.socket, 'close');
    other.process.child.kill('SIGTERM');
    expect(await other.process.ended).toEqual({ code: 0, signal: null });
    await closed;
  });
});

describe('other commands', () => {
  it('export with real values, and show the last response without secrets', async () => {
    const server = await countingServer((_, response) => response.end('see planted-pin'));
    const uri = editor().uri('secret.http');
    await editor().open(uri, `### a\nGET ${server.url}/{{stage}}\nX-Pin: {{pin}}\n`);
    expect(await perform('svc.response', { uri, line: 1 })).toBeNull();
    const argument = { uri, line: 1, environment: 'staging' };
    const { text } = await perform<{ text: string }>('svc.exportCurl', argument);
    expect(text).toMatch(/^curl /);
    expect(text).toContain(`${server.url}/two`);
    expect(text).toContain('X-Pin: planted-pin');
    expect(server.hits).toEqual([]);
    await perform('svc.run', argument);
    const response = await perform('svc.response', { uri, line: 1 });
    expect(response).toMatchObject({ status: '200 OK', body: 'see [REDACTED]', truncated: false });
    expect(server.hits).toEqual(['GET /two']);
  });

  it.each([
    ['an unknown command', 'svc.sendAll', {}, INVALID, /not one of this server/],
    ['no argument', 'svc.run', undefined, INVALID, /uri/],
    ['no line', 'svc.run', { uri: 'orders.http' }, INVALID, /line/],
    ['a line that is none', 'svc.exportCurl', { uri: 'orders.http', line: '1' }, INVALID, /line/],
    ['another kind of file', 'svc.runFile', { uri: 'a.txt' }, INVALID, /not a request file/],
    ['a line without a request', 'svc.run', { uri: 'orders.http', line: 700 }, REFUSED, /has line 700/],
    ['a file that is not there', 'svc.runFile', { uri: 'none.http' }, REFUSED, /none\.http/],
    [
      'an environment that is no text',
      'svc.runFile',
      { uri: 'orders.http', environment: 1 },
      INVALID,
      /text/,
    ],
  ])('are refused with %s', async (_name, command, argument, code, message) => {
    const named = argument && 'uri' in argument ? { ...argument, uri: editor().uri(argument.uri) } : argument;
    await expect(perform(command, named)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
    });
  });
});
