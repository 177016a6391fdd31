import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type {
  CodeAction,
  CodeLens,
  CompletionItem,
  CompletionList,
  DocumentSymbol,
  FoldingRange,
  Hover,
  Location,
  SymbolInformation,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { openLsp, uriOf, type InnerLsp } from '../support/program/lsp-client.js';

const ORDERS = `@host = http://127.0.0.1
@host2 = {{base}}

### Sign in
# @name login
POST {{host}}/login

{
  "user": "{{user}}"
}

>>>
expect status 200
<<<
>>>capture
token from body.token
<<<

### orders
# @depends login, ./items.http#items
# @data ./rows.csv
GET {{host}}/orders/{{login.token}}/{{row.id}}/{{$uuid}}/{{PASSWORD}}/{{HOME_DIR}}
`;

const ITEMS = `### items
# @depends ./orders.http#login
GET http://127.0.0.1/items
`;

const CONFIG = `environments:
  dev:
    base: http://127.0.0.1:1
    user: ann
    password: hidden
  staging:
    base: http://127.0.0.1:2
envFile: .env
`;

interface Opened extends InnerLsp {
  readonly root: string;
  readonly uri: string;
  /** Asks at the mark `|` of a line that contains the text around it. */
  readonly at: <T>(method: string, marked: string, params?: object) => Promise<T>;
}

async function openOrders(options: Parameters<typeof openLsp>[0] = {}, text = ORDERS): Promise<Opened> {
  const root = await temporaryWorkspace({
    'orders.http': ORDERS,
    'items.http': ITEMS,
    'rows.csv': 'id,name\n1,a\n',
    'service.yaml': CONFIG,
    '.env': '# x\nHOME_DIR=/tmp\nPASSWORD=abc\n',
    'other/more.http': '### more\nGET http://127.0.0.1/\n',
  });
  const client = await openLsp({ folders: [root], ...options });
  const uri = uriOf(join(root, 'orders.http'));
  await client.open(uri, text);
  const at = async <T>(method: string, marked: string, params: object = {}): Promise<T> => {
    const [before = '', after = ''] = marked.split('|');
    const offset = text.indexOf(before + after) + before.length;
    const lines = text.slice(0, offset).split('\n');
    const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
    return client.ask<T>(method, { textDocument: { uri }, position, ...params });
  };
  return { ...client, root, uri, at };
}

function placeOf({ uri, range }: Location): string {
  const { start, end } = range;
  return `${uri.slice(uri.lastIndexOf('/') + 1)}:${start.line + 1}:${start.character + 1}-${end.character + 1}`;
}

describe('completion', () => {
  const labels = ({ items }: CompletionList): string[] => items.map(({ label }) => label);

  it('offers words, names, paths and columns with edits', async () => {
    const text = `${ORDERS}\n### x\n# @depends ./\n# @data ./\nGET {{\n\n< ./\n`;
    const { at } = await openOrders({}, text);
    const complete = (marked: string): Promise<CompletionList> => at('textDocument/completion', marked);
    expect(labels(await complete('GET {{|\n\n<'))).toEqual(
      expect.arrayContaining(['host', 'base', 'user', 'login.token', '$uuid']),
    );
    expect(labels(await complete('/{{row.|id'))).toEqual(expect.arrayContaining(['row.id', 'row.name']));
    expect(labels(await complete('@depends ./|\n'))).toEqual(['items.http', 'other/']);
    expect(labels(await complete('@data ./|\nGET {{\n'))).toEqual(['other/', 'rows.csv']);
    expect(labels(await complete('items.http#|items'))).toEqual(['items']);
    const [item] = (await complete('@depends ./|\n')).items;
    expect(item).toMatchObject({
      textEdit: { newText: './items.http', range: { start: { character: 11 } } },
    });
  });

  it('explains an item when it is looked at, and offers whole blocks as snippets', async () => {
    const text = `${ORDERS}\n### x\nGET /\n\n>>>`;
    const capabilities = { textDocument: { completion: { completionItem: { snippetSupport: true } } } };
    const { at, ask } = await openOrders({ capabilities }, text);
    const words = await at<CompletionList>('textDocument/completion', 'expect |status');
    expect(words.items.every(({ documentation }) => documentation === undefined)).toBe(true);
    const status = words.items.find(({ label }) => label === 'status');
    const resolved = await ask<CompletionItem>('completionItem/resolve', status ?? {});
    expect(resolved.documentation).toMatchObject({
      kind: 'markdown',
      value: expect.stringMatching(/\w/) as string,
    });
    const found = await at<CompletionList>('textDocument/completion', '\n\n>>>|', {
      context: { triggerKind: 2, triggerCharacter: '>' },
    });
    expect(found.items.find(({ insertTextFormat }) => insertTextFormat === 2)?.textEdit?.newText).toMatch(
      /<<</,
    );
  });

  it('offers settings in the config in use', async () => {
    const { root, open, ask } = await openOrders();
    const uri = uriOf(join(root, 'service.yaml'));
    await open(uri, `${CONFIG}defaultEnvironment: \ntimeo\n`, 'yaml');
    const complete = (line: number, character: number): Promise<CompletionList> =>
      ask('textDocument/completion', { textDocument: { uri }, position: { line, character } });
    expect(labels(await complete(8, 20))).toEqual(expect.arrayContaining(['dev', 'staging']));
    expect(labels(await complete(9, 5))).toContain('timeout');
  });

  it('is cut at 200 items', async () => {
    const many = Array.from({ length: 300 }, (_, index) => `@name${index} = 1\n`).join('');
    const { at } = await openOrders({}, `${many}\n### a\nGET {{name1`);
    const found = await at<CompletionList>('textDocument/completion', 'GET {{name1|');
    expect(found.isIncomplete).toBe(true);
    expect(found.items.length).toBeLessThanOrEqual(200);
    expect(labels(found)).toContain('name111');
  });
});

describe('hover', () => {
  it.each([
    ['POST {{ho|st}}', ['http://127.0.0.1', 'variable of this file', 'orders.http:1']],
    ['= {{ba|se}}', ['http://127.0.0.1:1', 'environment dev', 'service.yaml:3']],
    ['{{login.tok|en}}', ['captured by login', 'orders.http:16']],
    ['{{HOME|_DIR}}', ['dotenv', '.env:2']],
    ['# @depe|nds', ['depends']],
    ['expect stat|us', ['status']],
    ['status 2|00', ['OK']],
    ['@depends lo|gin', ['POST', '/login', 'token']],
    ['./items.http#it|ems', ['GET http://127.0.0.1/items', 'items.http:1']],
    ['{{$uu|id}}', ['uuid']],
  ])('at %s tells %j', async (marked, words) => {
    const { at } = await openOrders();
    const hover = await at<Hover | null>('textDocument/hover', marked);
    const { value } = (hover?.contents ?? { value: '' }) as { value: string };
    for (const word of words) expect(value.replaceAll('\\', '')).toContain(word);
    expect(value).not.toContain('/tmp');
  });

  it('hides secrets and says nothing elsewhere', async () => {
    const text = '### a\nGET http://127.0.0.1/{{password}}\n';
    const { at } = await openOrders({}, text);
    const hover = await at<Hover | null>('textDocument/hover', '{{pass|word');
    expect(JSON.stringify(hover)).toContain('••••••');
    expect(JSON.stringify(hover)).not.toContain('hidden');
    expect(await at('textDocument/hover', 'GET http|')).toBeNull();
  });
});

describe('the outline', () => {
  it('has symbols, folds and tokens', async () => {
    const { ask, uri } = await openOrders();
    const symbols = await ask<DocumentSymbol[]>('textDocument/documentSymbol', { textDocument: { uri } });
    expect(symbols.map(({ name, kind }) => [name, kind])).toEqual([
      ['host', 13],
      ['host2', 13],
      ['login', 6],
      ['orders', 6],
    ]);
    expect(symbols[2]).toMatchObject({
      range: { start: { line: 3, character: 0 }, end: { line: 16, character: 3 } },
      selectionRange: { start: { line: 4, character: 8 }, end: { line: 4, character: 13 } },
      children: [{ name: 'token', kind: 7 }],
    });
    const folds = await ask<FoldingRange[]>('textDocument/foldingRange', { textDocument: { uri } });
    expect(folds).toContainEqual(expect.objectContaining({ startLine: 7, endLine: 9 }));
    const { data } = await ask<{ data: number[] }>('textDocument/semanticTokens/full', {
      textDocument: { uri },
    });
    expect(data.slice(0, 10)).toEqual([0, 1, 4, 2, 1, 1, 1, 5, 2, 1]);
  });

  it('finds requests of all files', async () => {
    const { ask, open, root } = await openOrders();
    await open(uriOf(join(root, 'new.http')), '### newest\nGET http://127.0.0.1/\n');
    await expect.poll(async () => (await ask<unknown[]>('svc/files', {})).length).toBe(4);
    const found = await ask<SymbolInformation[]>('workspace/symbol', { query: 'OE' });
    expect(found.map(({ name, containerName, kind }) => [name, containerName, kind])).toEqual(
      expect.arrayContaining([
        ['more', 'other/more.http', 6],
        ['orders', 'orders.http', 6],
      ]),
    );
    expect(await ask('svc/environments', {})).toEqual({ names: ['dev', 'staging'], active: 'dev' });
    expect(await ask('svc/files', {})).toContainEqual({ uri: uriOf(join(root, 'orders.http')), requests: 2 });
  });

  it('has lenses, unless they are off or the file has errors', async () => {
    const initializationOptions = { svc: { clientCommands: ['svc.copyAsCurl'], codeLens: true } };
    const client = await openOrders({ initializationOptions });
    const lenses = async (): Promise<unknown[]> =>
      (await client.ask<CodeLens[]>('textDocument/codeLens', { textDocument: { uri: client.uri } })).map(
        ({ range, command }) => [range.start.line, command?.title, command?.command, command?.arguments],
      );
    const { uri } = client;
    expect(await lenses()).toEqual([
      [3, 'Run', 'svc.run', [{ uri, line: 4 }]],
      [3, 'Copy as curl', 'svc.copyAsCurl', [{ uri, line: 4 }]],
      [3, 'Run file', 'svc.runFile', [{ uri }]],
      [18, 'Run', 'svc.run', [{ uri, line: 19 }]],
      [18, 'Copy as curl', 'svc.copyAsCurl', [{ uri, line: 19 }]],
    ]);
    await client.emit('workspace/didChangeConfiguration', { settings: { svc: { codeLens: false } } });
    expect(await lenses()).toEqual([]);
    await client.emit('workspace/didChangeConfiguration', { settings: { svc: { codeLens: true } } });
    await client.change(uri, [{ text: `${ORDERS}>>>\n` }]);
    expect(await lenses()).toEqual([]);
  });
});

describe('names', () => {
  it.each([
    ['{{lo|gin.token}}', ['orders.http:5:9-14']],
    ['{{login.to|ken}}', ['orders.http:16:1-6']],
    ['POST {{ho|st}}', ['orders.http:1:2-6']],
    ['= {{ba|se}}', ['service.yaml:3:5-9']],
    ['{{HOME_|DIR}}', ['.env:2:1-9']],
    ['#it|ems', ['items.http:1:5-10']],
    ['@data ./ro|ws', ['rows.csv:1:1-1']],
    ['{{row.i|d}}', ['rows.csv:1:1-1']],
  ])('are defined: %s', async (marked, places) => {
    const client = await openOrders();
    await expect.poll(async () => (await client.ask<unknown[]>('svc/files', {})).length).toBe(3);
    const found = await client.at<Location[]>('textDocument/definition', marked);
    expect(found.map(placeOf)).toEqual(places);
  });

  it('are used', async () => {
    const client = await openOrders();
    await expect.poll(async () => (await client.ask<unknown[]>('svc/files', {})).length).toBe(3);
    const uses = async (marked: string, includeDeclaration: boolean): Promise<string[]> =>
      (
        await client.at<Location[]>('textDocument/references', marked, { context: { includeDeclaration } })
      ).map(placeOf);
    expect(await uses('@name lo|gin', false)).toEqual([
      'orders.http:20:12-17',
      'orders.http:22:23-28',
      'items.http:2:26-31',
    ]);
    expect(await uses('{{login.tok|en}}', true)).toEqual(['orders.http:16:1-6', 'orders.http:22:29-34']);
    expect(await uses('= {{ba|se}}', true)).toEqual(['service.yaml:3:5-9', 'orders.http:2:12-16']);
  });

  it('are renamed across files', async () => {
    const capabilities = { workspace: { workspaceEdit: { documentChanges: true } } };
    const { at, root } = await openOrders({ capabilities });
    expect(await at('textDocument/prepareRename', '@name lo|gin')).toEqual({
      range: { start: { line: 4, character: 8 }, end: { line: 4, character: 13 } },
      placeholder: 'login',
    });
    const edit = await at<WorkspaceEdit>('textDocument/rename', '@name lo|gin', { newName: 'signIn' });
    expect(edit.documentChanges).toMatchObject([
      {
        textDocument: { uri: uriOf(join(root, 'items.http')), version: null },
        edits: [{ newText: './orders.http#signIn' }],
      },
      { textDocument: { uri: uriOf(join(root, 'orders.http')), version: 1 }, edits: [{}, {}, {}] },
    ]);
  });

  it.each([
    ['@name lo|gin', 'orders', '`orders` is already used on line 19'],
    ['@name lo|gin', 'x}}y', '`x}}y` cannot be written inside {{…}}; it is used on line 22'],
    ['= {{ba|se}}', 'x', '`base` comes from service.yaml; change it there'],
  ])('are not renamed at %s to %s', async (marked, newName, message) => {
    const { at } = await openOrders();
    await expect(at('textDocument/rename', marked, { newName })).rejects.toMatchObject({
      code: -32803,
      message,
    });
  });

  it('are not renamed while the file has errors', async () => {
    const { at } = await openOrders({}, `${ORDERS}>>>\n`);
    const refusal = { code: -32803, message: 'the file has errors' };
    await expect(at('textDocument/rename', '@name lo|gin', { newName: 'x' })).rejects.toMatchObject(refusal);
    await expect(at('textDocument/prepareRename', '@name lo|gin')).rejects.toMatchObject(refusal);
  });
});

describe('code actions', () => {
  const EVERYWHERE = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };

  it('fix one finding each, or all that is safe', async () => {
    const text =
      '### a\n@timeout 3s\nGET http://127.0.0.1/a b\nContent-Length: 3\n\n>>>\nexpect status equls 200\n<<<\n';
    const { ask, uri } = await openOrders({}, text);
    const actions = await ask<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri },
      range: EVERYWHERE,
      context: { diagnostics: [] },
    });
    expect(actions.map(({ kind }) => kind)).toEqual(actions.map(() => 'quickfix'));
    expect(actions.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Write `%20`', 'Remove the header that is not sent', 'Compare as text']),
    );
    const encode = actions.find(({ title }) => title === 'Write `%20`');
    expect(encode).toMatchObject({ isPreferred: true, diagnostics: [{ code: 'blank_in_url' }] });
    const all = await ask<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri },
      range: EVERYWHERE,
      context: { diagnostics: [], only: ['source.fixAll'] },
    });
    expect(all).toHaveLength(1);
    expect(all[0]?.kind).toBe('source.fixAll.svc');
    expect(JSON.stringify(all[0]?.edit)).toContain('/a%20b');
  });
});
