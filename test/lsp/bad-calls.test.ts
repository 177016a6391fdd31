/** What a careless or hostile client may send: nothing of it ends the server, and nothing of a text is logged. */
import { describe, expect, it } from 'vitest';
import { openEditor, useEditor } from '../support/program/lsp-editor.js';

const TEXT =
  '### planted-title\n# @depends planted-name\nGET http://127.0.0.1:9/{{planted}}\n\n>>>\nexpct planted\n<<<\n';
const INTERNAL_ERROR = -32603;

describe('calls with bad parameters', () => {
  const editor = useEditor({ files: { 'a.http': TEXT }, args: ['--log-level', 'error'] });
  let isOpen = false;

  const METHODS = [
    ...['hover', 'completion', 'definition', 'references', 'prepareRename', 'rename'],
    ...['documentSymbol', 'foldingRange', 'codeLens', 'codeAction', 'formatting', 'semanticTokens/full'],
  ].map((name) => `textDocument/${name}`);
  const OTHERS = [
    'workspace/symbol',
    'workspace/executeCommand',
    'completionItem/resolve',
    'svc/files',
    'svc/environments',
  ];

  const uri = (): string => editor().uri('a.http');
  const PARAMETERS: readonly (readonly [string, () => object])[] = [
    ['none', () => ({})],
    ['a list', () => []],
    ['no document', () => ({ textDocument: null, position: null })],
    ['a URI of another type', () => ({ textDocument: { uri: 7 } })],
    ['a URI that is none', () => ({ textDocument: { uri: '%%%' }, position: { line: 0, character: 0 } })],
    [
      'a document that is not open',
      () => ({ textDocument: { uri: 'file:///b.http' }, position: { line: 0, character: 0 } }),
    ],
    ['no position', () => ({ textDocument: { uri: uri() } })],
    [
      'a position before the text',
      () => ({ textDocument: { uri: uri() }, position: { line: -5, character: -5 } }),
    ],
    [
      'a position after the text',
      () => ({ textDocument: { uri: uri() }, position: { line: 1e15, character: 1e15 } }),
    ],
    [
      'a position of another type',
      () => ({ textDocument: { uri: uri() }, position: { line: '0', character: {} } }),
    ],
    [
      'a position between characters',
      () => ({ textDocument: { uri: uri() }, position: { line: 0.5, character: 1.5 } }),
    ],
    [
      'a range and a context of another type',
      () => ({
        textDocument: { uri: uri() },
        range: 5,
        context: 'x',
        newName: {},
        position: { line: 0, character: 5 },
        query: [],
        command: {},
        arguments: 5,
        data: { list: 'x', index: {} },
      }),
    ],
  ];

  it.each(PARAMETERS)('%s', async (_name, parameters) => {
    if (!isOpen) await editor().open(uri(), TEXT);
    isOpen = true;
    const codes = await Promise.all(
      [...METHODS, ...OTHERS].map(async (method) => {
        const code = await editor()
          .ask(method, parameters())
          .then(
            () => 'response',
            (error: { readonly code: number }) => error.code,
          );
        return [method, code] as const;
      }),
    );
    expect(codes.filter(([, code]) => code === INTERNAL_ERROR)).toEqual([]);
  });

  it('positions outside the text mean the nearest ones', async () => {
    const ask = (position: object): Promise<unknown> =>
      editor().ask('textDocument/completion', { textDocument: { uri: uri() }, position });
    const last = TEXT.split('\n').length - 1;
    expect(await ask({ line: 900, character: 900 })).toEqual(await ask({ line: last, character: 0 }));
    const hover = await editor().ask('textDocument/hover', {
      textDocument: { uri: uri() },
      position: { line: 1, character: 900 },
    });
    expect(hover).toEqual(
      await editor().ask('textDocument/hover', {
        textDocument: { uri: uri() },
        position: { line: 1, character: 23 },
      }),
    );
  });
});

it('notices with bad parameters are logged without any text, and change nothing', async () => {
  const editor = await openEditor({ args: ['--log-level', 'debug'] });
  const uri = editor.uri('a.http');
  const before = await editor.open(uri, TEXT);
  expect(before.length).toBeGreaterThan(0);
  const document = { uri, version: 2 };
  const range = { start: { line: 0, character: 0 }, end: { line: 'planted', character: 0 } };
  for (const [method, params] of [
    ['textDocument/didOpen', {}],
    ['textDocument/didOpen', { textDocument: { uri: 'planted', languageId: 5, version: 'x', text: null } }],
    ['textDocument/didChange', { textDocument: document }],
    ['textDocument/didChange', { textDocument: document, contentChanges: [null, 5, { text: {} }] }],
    ['textDocument/didChange', { textDocument: document, contentChanges: [{ range, text: 'planted' }] }],
    ['textDocument/didChange', { textDocument: null, contentChanges: [{ text: 'planted' }] }],
    ['textDocument/didClose', { textDocument: { uri: 'file:///planted.http' } }],
    ['textDocument/didSave', { textDocument: {} }],
    ['workspace/didChangeConfiguration', { settings: 'planted' }],
    ['workspace/didChangeConfiguration', {}],
    ['workspace/didChangeWatchedFiles', { changes: [null, { uri: 5 }] }],
    ['workspace/didChangeWorkspaceFolders', { event: { added: 'planted' } }],
    ['window/workDoneProgress/cancel', { token: 'planted' }],
    ['$/cancelRequest', { id: 900 }],
    ['$/setTrace', { value: 'planted' }],
    ['planted/unknown', { text: 'planted' }],
  ] as const)
    await editor.emit(method, params);
  const position = { line: 2, character: 25 };
  expect(await editor.ask('textDocument/documentSymbol', { textDocument: { uri }, position })).toHaveLength(
    1,
  );
  const again = editor.published(uri);
  await editor.emit('textDocument/didSave', { textDocument: { uri } });
  expect(await again).toEqual(before);
  await editor.close();
  expect((await editor.process.ended).code).toBe(0);
  const log = editor.process.stderr();
  expect(log.split('\n').filter((line) => line !== '' && !line.startsWith('{"time":'))).toEqual([]);
  expect(log).toContain('"level":"warn"');
  expect(log).not.toContain('planted');
});

it('the handshake says what the server is', async () => {
  const editor = await openEditor();
  const { serverInfo, capabilities } = editor.initialized;
  expect(serverInfo).toEqual({ name: 'svc', version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string });
  expect(capabilities).toMatchObject({
    positionEncoding: 'utf-16',
    textDocumentSync: { openClose: true, change: 2, save: { includeText: false } },
    completionProvider: {
      triggerCharacters: ['{', '@', '$', '.', '#', '/', '<', '>'],
      resolveProvider: true,
    },
    renameProvider: { prepareProvider: true },
    executeCommandProvider: { commands: ['svc.run', 'svc.runFile', 'svc.exportCurl', 'svc.response'] },
  });
  expect(capabilities).not.toHaveProperty('documentRangeFormattingProvider');
  expect(capabilities).not.toHaveProperty('documentOnTypeFormattingProvider');
  expect(capabilities).not.toHaveProperty('diagnosticProvider');
  await editor.end();
});
