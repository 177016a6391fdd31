import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type {
  CodeAction,
  CodeLens,
  CompletionItem,
  CompletionList,
  DocumentSymbol,
  FoldingRange,
  Location,
  SymbolInformation,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import { uriOf } from '../support/program/lsp-client.js';
import { FEATURE_ORDERS, labelsOf, openOrders, placeOf } from './features-setup.js';

describe('completion', () => {
  it('offers words, names, paths and columns with edits', async () => {
    const text = `${FEATURE_ORDERS}\n### x\n# @depends ./\n# @data ./\nGET {{\n\n< ./\n`;
    const { at } = await openOrders({}, text);
    const complete = (marked: string): Promise<CompletionList> => at('textDocument/completion', marked);
    expect(labelsOf(await complete('GET {{|\n\n<'))).toEqual(
      expect.arrayContaining(['host', 'base', 'user', 'login.token', '$uuid']),
    );
    expect(labelsOf(await complete('/{{row.|id'))).toEqual(expect.arrayContaining(['row.id', 'row.name']));
    expect(labelsOf(await complete('@depends ./|\n'))).toEqual(['items.http', 'other/']);
    expect(labelsOf(await complete('@data ./|\nGET {{\n'))).toEqual(['other/', 'rows.csv']);
    expect(labelsOf(await complete('items.http#|items'))).toEqual(['items']);
    const [item] = (await complete('@depends ./|\n')).items;
    expect(item).toMatchObject({
      textEdit: { newText: './items.http', range: { start: { character: 11 } } },
    });
  });

  it('explains an item when it is looked at, and offers whole blocks as snippets', async () => {
    const text = `${FEATURE_ORDERS}\n### x\nGET /\n\n>>>`;
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
    await client.change(uri, [{ text: `${FEATURE_ORDERS}>>>\n` }]);
    expect(await lenses()).toEqual([]);
  });
});

describe('names', () => {
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
    const { ask, at, root } = await openOrders({ capabilities });
    expect(await at('textDocument/prepareRename', '@name lo|gin')).toEqual({
      range: { start: { line: 4, character: 8 }, end: { line: 4, character: 13 } },
      placeholder: 'login',
    });
    // A rename waits for the index itself, but for five seconds only.
    await expect.poll(async () => (await ask<unknown[]>('svc/files', {})).length).toBe(3);
    const edit = await at<WorkspaceEdit>('textDocument/rename', '@name lo|gin', { newName: 'signIn' });
    expect(edit.documentChanges).toMatchObject([
      {
        textDocument: { uri: uriOf(join(root, 'items.http')), version: null },
        edits: [{ newText: './orders.http#signIn' }],
      },
      { textDocument: { uri: uriOf(join(root, 'orders.http')), version: 1 }, edits: [{}, {}, {}] },
    ]);
  });
});

describe('code actions', () => {
  const EVERYWHERE = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };

  it('fix one finding each, or all that is safe', async () => {
    const text =
      '### a\n@timeout 30s\nGET http://127.0.0.1/a b\nContent-Length: 3\n\n>>>\nexpect status equls 200\n<<<\n';
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
