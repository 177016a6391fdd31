/** Reading, typing and asking sends, starts and writes nothing; only a command does. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CompletionItem, CompletionList } from 'vscode-languageserver-protocol';
import { openEditor, type LspEditor } from '../support/program/lsp-editor.js';
import { traceChildren, traceFiles } from '../support/program/process-trace.js';

const requests: string[] = [];
let connections = 0;
let server: Server;
let editor: LspEditor;
let url: string;

function filesFor(target: string): Record<string, string> {
  const auth = `${target}/token, id, secret`;
  return {
    'service.yaml': `defaultEnvironment: dev
envFile: .env
secrets:
  - pin
  - name: byCommand
    command: [touch, made-by-secret-command]
environments:
  dev:
    base: ${target}
    pin: \${DESK_PIN:-1234}
    list: [1, 2]
`,
    '.env': 'FROM_FILE=dotenv-value\n',
    'hooks.http': `@host = {{base}}
@secret word = {{$uuid}}

### login
# @auth oauth2 client_credentials ${auth}
# @waitFor ${target}/ready 200 1s
# @before touch made-by-before
# @after touch made-by-after
# @db sqlite:./made-by-db.sqlite
POST {{host}}/login?now={{$now}}
Authorization: Bearer {{$FROM_FILE}}
Content-Length: 3

{ "user": "{{pin}}", "at": "{{$timestamp}}" }

>>>
expect status 200
expect body schema ./schema.json
expect body snapshot
<<<

>>>capture
token from body.token
<<<

>>>db
query insert into made values (1)
expect n == 1
<<<

>>>shell
touch made-by-shell
<<<
`,
    'orders.http': `### orders
# @depends ./hooks.http#login
# @data ./rows.csv
GET ${target}/orders/{{login.token}}/{{row.id}}
?page={{list}}
?token={{byCommand}}

### upload
# @depends orders
POST ${target}/upload

>>>multipart
field a = {{orders.response.body.id}}
file scan @./body.json
<<<

### body
POST ${target}/body

< ./body.json

### live
WEBSOCKET ws://127.0.0.1/live

### query
GRAPHQL ${target}/graphql

>>>graphql
query Order($id: ID!) { order(id: $id) { id } }
<<<
`,
    'scripts.http': `< {%
client.global.set('a', '1');
require('child_process').execSync('touch made-by-script');
%}
GET ${target}/script/{{a}}

> {%
client.test('x', () => client.assert(response.status === 200));
%}
`,
    'rows.csv': 'id,name\n1,a\n',
    'body.json': '{}\n',
    'schema.json': `{ "$ref": "${target}/schema" }\n`,
    'home/keep': '',
    'tmp/keep': '',
  };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.end('{"id":1}');
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  editor = await openEditor({
    files: filesFor(url),
    args: ['--allow-shell', '--allow-db', '--allow-secret-commands'],
    env: (root) => ({ HOME: `${root}/home`, TMPDIR: `${root}/tmp` }),
    capabilities: { textDocument: { completion: { completionItem: { snippetSupport: true } } } },
  });
});

afterAll(async () => {
  await editor.end();
  server.close();
  server.closeAllConnections();
});

/** Refusals are responses too. */
async function ask<T>(method: string, params: object): Promise<T | undefined> {
  try {
    return await editor.ask<T>(method, params);
  } catch {
    return undefined;
  }
}

const WHOLE = ['documentSymbol', 'foldingRange', 'codeLens', 'semanticTokens/full', 'formatting'];
const PLACES = ['hover', 'definition', 'completion'];
const NAMES = ['references', 'prepareRename', 'rename'];

/** How many of the responses said something. */
async function walk(uri: string, text: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const textDocument = { uri };
  const note = (feature: string, response: unknown): void => {
    const isEmpty = response === null || response === undefined || (response as unknown[]).length === 0;
    counts[feature] = (counts[feature] ?? 0) + (isEmpty ? 0 : 1);
  };
  for (const feature of WHOLE)
    note(feature, await ask(`textDocument/${feature}`, { textDocument, options: {} }));
  for (const [line, written] of text.split('\n').entries()) {
    if (written === '') continue;
    const context = { includeDeclaration: true, triggerKind: 1 };
    for (const [index, character] of placesIn(written).entries())
      for (const feature of index === 0 ? [...PLACES, ...NAMES] : PLACES) {
        const params = { textDocument, position: { line, character }, newName: 'renamed', context };
        note(feature, await ask(`textDocument/${feature}`, params));
      }
    const range = { start: { line, character: 0 }, end: { line, character: written.length } };
    const wanted = { diagnostics: [], only: ['quickfix', 'source.fixAll.svc'] };
    note('codeAction', await ask('textDocument/codeAction', { textDocument, range, context: wanted }));
  }
  return counts;
}

/** In the first placeholder, else in the second word; and at the end. */
function placesIn(line: string): readonly number[] {
  const [, second, ...others] = [...line.matchAll(/\w+/g)];
  const placeholder = line.indexOf('{{');
  const inside = placeholder >= 0 ? placeholder + 3 : (second?.index ?? 0) + 1;
  return others.length === 0 ? [inside] : [inside, line.length];
}

async function resolveItems(uri: string): Promise<void> {
  const params = { textDocument: { uri }, position: { line: 0, character: 0 } };
  const list = await ask<CompletionList>('textDocument/completion', params);
  for (const item of list?.items.slice(0, 20) ?? [])
    await ask<CompletionItem>('completionItem/resolve', item);
}

function trace(): unknown {
  const { running, hasEnded } = traceChildren(editor.process.child.pid ?? 0);
  return { connections, running, hasEnded, files: traceFiles(editor.root) };
}

it('nothing is sent, started or written by any feature', async () => {
  const before = trace();
  const responses: Record<string, number> = {};
  const texts = filesFor(url);
  for (const name of ['hooks.http', 'orders.http', 'scripts.http']) {
    const uri = editor.uri(name);
    const text = texts[name] ?? '';
    await editor.open(uri, text);
    for (const [feature, count] of Object.entries(await walk(uri, text)))
      responses[feature] = (responses[feature] ?? 0) + count;
    await resolveItems(uri);
    await editor.change(uri, [{ text: `${text}\n` }]);
    await editor.emit('textDocument/didSave', { textDocument: { uri } });
    await ask('workspace/executeCommand', { command: 'svc.response', arguments: [{ uri, line: 4 }] });
  }
  const config = editor.uri('service.yaml');
  const command = 'secrets:\n  - name: word\n    command: [touch, made-by-secret]\n';
  await editor.open(config, `${command}environments: { dev: {} }\n`, 'yaml');
  await walk(config, command);
  await editor.emit('workspace/didChangeConfiguration', { settings: { svc: { environment: 'dev' } } });
  await editor.emit('workspace/didChangeWatchedFiles', {
    changes: ['service.yaml', 'rows.csv', 'hooks.http'].map((name) => ({ uri: editor.uri(name), type: 2 })),
  });
  await ask('workspace/symbol', { query: '' });
  await ask('svc/environments', {});
  expect(await editor.ask<unknown[]>('svc/files', {})).toHaveLength(3);
  await editor.emit('textDocument/didClose', { textDocument: { uri: config } });
  // Every feature had something to emit, so that what it does was done.
  expect(Object.entries(responses).filter(([, count]) => count === 0)).toEqual([]);
  expect(trace()).toEqual(before);
});

it('a command sends exactly the request that is asked for, as it stands in the editor', async () => {
  const uri = editor.uri('plain.http');
  await editor.open(uri, `### first\nGET ${url}/first\n\n### second\nGET ${url}/saved\n`);
  await editor.change(uri, [{ text: `### first\nGET ${url}/first\n\n### second\nGET ${url}/unsaved\n` }]);
  const run = { command: 'svc.run', arguments: [{ uri, line: 4 }] };
  expect(await editor.ask('workspace/executeCommand', run)).toMatchObject({ verdict: 'passed', passed: 1 });
  expect({ requests, connections }).toEqual({ requests: ['GET /unsaved'], connections: 1 });
});

it('commands of a file are started by a run that the operator permits', async () => {
  const uri = editor.uri('permitted.http');
  await editor.open(uri, `### a\n# @before touch made-by-before\nGET ${url}/permitted\n`);
  const run = { command: 'svc.runFile', arguments: [{ uri }] };
  expect(await editor.ask('workspace/executeCommand', run)).toMatchObject({ verdict: 'passed' });
  expect(trace()).toMatchObject({
    connections: 2,
    hasEnded: process.platform === 'linux',
    files: { 'made-by-before': expect.any(String) as string },
  });
});
