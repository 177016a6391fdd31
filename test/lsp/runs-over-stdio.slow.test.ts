/** Runs by command, as an editor starts them over real streams. */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { uriOf } from '../support/program/lsp-client.js';
import { openEditor } from '../support/program/lsp-editor.js';
import { countingServer } from '../support/runs/editor-run.js';
import {
  REFUSED,
  runningEditor,
  performCommand,
  changesSince,
  hasRunFindings,
  orderRequests,
} from './runs-over-stdio-setup.js';

const INVALID = -32602;

describe('a run by command', () => {
  it('of a file uses the text of every open document, and the disk for others', async () => {
    const server = await countingServer((_, response) => response.end());
    const uri = runningEditor().uri('chain.http');
    await runningEditor().open(uri, `### use\n# @depends ./login.http#login\nGET ${server.url}/{{stage}}\n`);
    await runningEditor().open(runningEditor().uri('login.http'), `### login\nGET ${server.url}/unsaved\n`);
    const result = await performCommand('svc.runFile', { uri });
    expect(server.hits).toEqual(['GET /unsaved', 'GET /one']);
    expect([result.verdict, result.tests.map(({ name, status }) => [name, status])]).toEqual([
      'passed',
      expect.arrayContaining([['use', 'passed']]),
    ]);
    await runningEditor().emit('textDocument/didClose', {
      textDocument: { uri: runningEditor().uri('login.http') },
    });
    expect((await performCommand('svc.runFile', { uri })).verdict).not.toBe('passed');
    expect(server.hits).toHaveLength(2);
  });

  it('replaces what the run before has found', async () => {
    let total = 40;
    const server = await countingServer((_, response) => response.end(`{"total":${total}}`));
    const { uri } = await orderRequests(server, 'again.http');
    const first = runningEditor().published(uri, hasRunFindings);
    await performCommand('svc.run', { uri, line: 1 });
    expect(await first).toHaveLength(1);
    total = 42.5;
    const second = runningEditor().published(uri, (params) => !hasRunFindings(params));
    expect((await performCommand('svc.run', { uri, line: 1 })).verdict).toBe('passed');
    expect(await second).toEqual([]);
  });

  it('of a document without a file starts in the folder', async () => {
    const server = await countingServer((_, response) => response.end());
    const uri = 'untitled:Untitled-1';
    await runningEditor().open(
      uri,
      `### use\n# @depends ./login.http#login\nGET ${server.url}/\n\n### b\nGET ${server.url}/{{stage}}\n`,
    );
    expect(await performCommand('svc.run', { uri, line: 5 })).toMatchObject({
      verdict: 'passed',
      tests: [{ uri, name: 'b', line: 5 }],
    });
    expect(server.hits).toEqual(['GET /one']);
  });

  it('needs the permission of the operator for commands and databases', async () => {
    const server = await countingServer((_, response) => response.end());
    const uri = runningEditor().uri('shell.http');
    const text = `### a\n# @before touch marker\nGET ${server.url}/\n\n### b\nGET ${server.url}/\n>>>shell\ntouch marker\n<<<\n`;
    await runningEditor().open(uri, text);
    const { tests, verdict } = await performCommand('svc.runFile', { uri });
    expect(verdict).toBe('error');
    expect(tests.map(({ message }) => message)).toEqual(
      Array(2).fill(expect.stringContaining('--allow-shell')),
    );
    expect(await readdir(runningEditor().root)).not.toContain('marker');
    expect(server.hits).toEqual([]);
  });
});

describe('a run that is cancelled', () => {
  it('holds off no run of another folder', async () => {
    const server = await countingServer(
      (request, response) => void (request.url === '/now' && response.end()),
    );
    const elsewhere = uriOf(join(await temporaryWorkspace(), 'alone.http'));
    await runningEditor().open(elsewhere, `### a\nGET ${server.url}/now\n`);
    const uri = runningEditor().uri('held.http');
    await runningEditor().open(uri, `### a\nGET ${server.url}/never\n`);
    const stop = new AbortController();
    const arrival = server.arrival('GET /never');
    const running = performCommand('svc.runFile', { uri }, { signal: stop.signal });
    await arrival;
    expect(await performCommand('svc.runFile', { uri: elsewhere })).toMatchObject({ verdict: 'passed' });
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
    expect(await performCommand('svc.run', { uri, line: 1 }, { on: other })).toMatchObject({
      verdict: 'passed',
    });
    expect(changesSince(0, 'svc/runEvent', other)).toHaveLength(2);
    expect(changesSince(0, 'window/showMessage', other)).toEqual([]);
    expect(await readdir(other.root, { recursive: true })).toContainEqual(
      expect.stringMatching(/svc.*(spool|history)/),
    );
    const arrival = server.arrival('GET /never');
    void performCommand('svc.run', { uri, line: 4 }, { on: other }).catch(() => undefined);
    const [request] = await arrival;
    const closed = once(request.socket, 'close');
    other.process.child.kill('SIGTERM');
    expect(await other.process.ended).toEqual({ code: 0, signal: null });
    await closed;
  });
});

describe('other commands', () => {
  beforeAll(() =>
    runningEditor().open(runningEditor().uri('orders.http'), '### a\nGET http://127.0.0.1:9/\n'),
  );

  it('export with real values, and show the last response without secrets', async () => {
    const server = await countingServer((_, response) => response.end('see planted-pin'));
    const uri = runningEditor().uri('secret.http');
    await runningEditor().open(uri, `### a\nGET ${server.url}/{{stage}}\nX-Pin: {{pin}}\n`);
    expect(await performCommand('svc.response', { uri, line: 1 })).toBeNull();
    const argument = { uri, line: 1, environment: 'staging' };
    const { text } = await performCommand<{ text: string }>('svc.exportCurl', argument);
    expect(text).toMatch(/^curl /);
    expect(text).toContain(`${server.url}/two`);
    expect(text).toContain('X-Pin: planted-pin');
    expect(server.hits).toEqual([]);
    await performCommand('svc.run', argument);
    const response = await performCommand('svc.response', { uri, line: 1 });
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
    const named =
      argument && 'uri' in argument ? { ...argument, uri: runningEditor().uri(argument.uri) } : argument;
    await expect(performCommand(command, named)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
    });
  });
});
