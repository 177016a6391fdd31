import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver-protocol';
import { temporaryWorkspace } from '../support/files/workspace.js';
import {
  connectLsp,
  startLsp,
  uriOf,
  type LspClient,
  type LspOptions,
} from '../support/program/lsp-client.js';

interface Target {
  readonly url: string;
  readonly requests: string[];
  readonly connections: () => number;
  readonly closed: () => number;
}

/** Counts connections; responds to everything but `/slow`. */
async function countingServer(): Promise<Target> {
  const requests: string[] = [];
  let connections = 0;
  let closed = 0;
  const server = createServer((request, response: ServerResponse) => {
    requests.push(`${request.method} ${request.url}`);
    if (request.url === '/slow') request.socket.once('close', () => (closed += 1));
    else response.setHeader('Content-Type', 'application/json').end('{"total":40}');
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    closed: () => closed,
  };
}

interface Started extends LspClient {
  readonly root: string;
  readonly processId: number | undefined;
  readonly ended: Promise<{ readonly code: number | null }>;
}

async function start(files: Readonly<Record<string, string>>, options: LspOptions = {}): Promise<Started> {
  const root = await temporaryWorkspace(files);
  const server = startLsp(root, ['--no-history']);
  const client = await connectLsp(server.child.stdout, server.child.stdin, { folders: [root], ...options });
  return { ...client, root, processId: server.child.pid, ended: server.ended };
}

/** Everything below a folder, with its content. */
function contentOf(root: string): Record<string, string> {
  const names = readdirSync(root, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(files.map((file) => [file, readFileSync(file, 'utf8')]));
}

function childrenOf(processId: number | undefined): string {
  try {
    return readFileSync(`/proc/${processId}/task/${processId}/children`, 'utf8').trim();
  } catch {
    return ''; // not on Linux
  }
}

const FILE_FEATURES = [
  'documentSymbol',
  'foldingRange',
  'codeLens',
  'semanticTokens/full',
  'formatting',
] as const;
const PLACE_FEATURES = ['hover', 'completion', 'definition', 'references', 'prepareRename'] as const;

describe('svc lsp', () => {
  it('sends, starts and writes nothing unasked, and one request when it is asked', async () => {
    const target = await countingServer();
    const text = `### a\n# @before touch made-by-hook\nGET ${target.url}/saved\n\n>>>\nexpect status 200\n<<<\n>>>shell\ntouch made-by-shell\n<<<\n`;
    const client = await start({
      'a.http': text,
      'service.yaml': `environments:\n  dev:\n    x: ${target.url}\n`,
    });
    const before = contentOf(client.root);
    const uri = uriOf(join(client.root, 'a.http'));
    const unsaved = `### a\nGET ${target.url}/unsaved\n\n>>>\nexpect body.total equals 42.5\n<<<\n`;
    await client.open(uri, text);
    await client.change(uri, [{ text: unsaved }]);
    const textDocument = { uri };
    for (const feature of FILE_FEATURES)
      await client.ask(`textDocument/${feature}`, { textDocument, options: {} });
    for (const feature of PLACE_FEATURES)
      for (const character of [1, 6, 20])
        await client.ask(`textDocument/${feature}`, {
          textDocument,
          position: { line: 1, character },
          context: { includeDeclaration: true, triggerKind: 1 },
        });
    const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
    await client.ask('textDocument/codeAction', { textDocument, range, context: { diagnostics: [] } });
    await client.ask('workspace/symbol', { query: 'a' });
    await client.emit('textDocument/didSave', { textDocument });
    expect(await client.ask('svc/files', {})).toHaveLength(1);
    expect(childrenOf(client.processId)).toBe('');
    expect({ connections: target.connections(), files: contentOf(client.root) }).toEqual({
      connections: 0,
      files: before,
    });

    const failed = client.published(uri, ({ diagnostics }) =>
      diagnostics.some(({ source }) => source === 'svc run'),
    );
    const result = await client.ask('workspace/executeCommand', {
      command: 'svc.run',
      arguments: [{ uri, line: 1 }],
    });
    expect(target.requests).toEqual(['GET /unsaved']);
    expect(result).toMatchObject({
      run: 'r1',
      verdict: 'failed',
      failed: 1,
      environment: 'dev',
      tests: [
        {
          uri,
          name: 'a',
          line: 1,
          status: 'failed',
          failures: [{ line: 5, expected: '42.5', actual: '40' }],
        },
      ],
    });
    expect(await failed).toMatchObject([
      {
        source: 'svc run',
        severity: 1,
        range: { start: { line: 4, character: 0 }, end: { line: 4, character: 29 } },
      },
    ]);
    const events = client.received
      .filter(({ method }) => method === 'svc/runEvent')
      .map(({ params }) => params);
    expect(events).toMatchObject([
      { run: 'r1', event: 'started' },
      { run: 'r1', event: 'finished' },
    ]);
    expect(client.showMessages()).toEqual(['svc: 1 of 1 failed: a, a.http:5']);
    expect(
      await client.ask('workspace/executeCommand', {
        command: 'svc.response',
        arguments: [{ uri, line: 1 }],
      }),
    ).toMatchObject({ status: '200 OK', body: '{"total":40}', truncated: false });
    expect(
      await client.ask('workspace/executeCommand', {
        command: 'svc.exportCurl',
        arguments: [{ uri, line: 1 }],
      }),
    ).toMatchObject({ text: expect.stringContaining(`${target.url}/unsaved`) as string });
    const removed = client.published(
      uri,
      ({ diagnostics }: { diagnostics: Diagnostic[] }) => diagnostics.length === 0,
    );
    await client.change(uri, [{ text: `${unsaved}\n` }]);
    expect(await removed).toEqual([]);
  });

  it('runs a file once per folder at a time, and stops it within a second', async () => {
    const target = await countingServer();
    const text = `### slow\nGET ${target.url}/slow\n`;
    const options = { initializationOptions: { svc: { clientNotifications: ['svc/runEvent'] } } };
    const client = await start({ 'a.http': text }, options);
    const uri = uriOf(join(client.root, 'a.http'));
    const command = { command: 'svc.runFile', arguments: [{ uri }] };
    const cancel = new AbortController();
    const running = client.ask('workspace/executeCommand', command, cancel.signal);
    await expect.poll(() => target.requests).toEqual(['GET /slow']);
    await expect(client.ask('workspace/executeCommand', command)).rejects.toMatchObject({
      code: -32803,
      message: 'a run is going on; cancel it first',
    });
    cancel.abort();
    expect(await running).toMatchObject({ verdict: 'cancelled' });
    await expect.poll(() => target.closed()).toBe(1);
    expect(client.showMessages()).toEqual([]);
  });

  it('aborts a run before it ends', async () => {
    const target = await countingServer();
    const client = await start({ 'a.http': `### slow\nGET ${target.url}/slow\n` });
    const uri = uriOf(join(client.root, 'a.http'));
    const running = client.ask('workspace/executeCommand', { command: 'svc.runFile', arguments: [{ uri }] });
    running.catch(() => undefined);
    await expect.poll(() => target.requests.length).toBe(1);
    process.kill(client.processId ?? 0, 'SIGTERM');
    expect(await client.ended).toMatchObject({ code: 0 });
    await expect.poll(() => target.closed()).toBe(1);
  });

  it.each([
    [{ command: 'svc.run', arguments: [{ uri: 'file:///a.http' }] }, -32602],
    [{ command: 'svc.runFile', arguments: [] }, -32602],
    [{ command: 'svc.runFile', arguments: [{ uri: 'file:///a.txt' }] }, -32602],
    [{ command: 'svc.other', arguments: [{ uri: 'file:///a.http' }] }, -32602],
    [{ command: 'svc.runFile', arguments: [{ uri: 'file:///nowhere/a.http' }] }, -32803],
  ])('refuses %j with %d', async (params, code) => {
    const client = await start({});
    await expect(client.ask('workspace/executeCommand', params)).rejects.toMatchObject({ code });
  });
});
