/** Symbols, folds, tokens, lenses, actions and folders of the built server, over real streams. */
import { describe, expect, it } from 'vitest';
import type {
  CodeAction,
  CodeLens,
  DocumentSymbol,
  FoldingRange,
  SymbolInformation,
  TextEdit,
} from 'vscode-languageserver-protocol';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { uriOf } from '../support/program/lsp-client.js';
import { useEditor } from '../support/program/lsp-editor.js';
import { shownLocation, shownRange } from '../support/program/shown-lsp.js';

const GET = 'GET http://127.0.0.1:9/';

const LOGIN = `@base = first
@base = http://127.0.0.1:9
### Sign in
# @name login
POST {{base}}/login

>>>capture
token from body.a
<<<

### logout
# @depends login
DELETE {{base}}/{{token}}/{{$uuid}}/{{stage}}
`;

const editor = useEditor({
  files: {
    'login.http': LOGIN,
    'shop/many.http': Array.from({ length: 600 }, (_, index) => `### bulkItem${index}\n${GET}\n`).join('\n'),
  },
  initializationOptions: { svc: { clientCommands: ['svc.copyAsCurl'] } },
  capabilities: { workspace: { workspaceFolders: true, workspaceEdit: { documentChanges: true } } },
});

let opened = 0;

/** Asks about a text of its own. */
async function ask<T>(feature: string, text: string, params: object = {}, name?: string): Promise<T> {
  opened += 1;
  const uri = name ?? editor().uri(`case${opened}.http`);
  await editor().open(uri, text);
  return editor().ask<T>(`textDocument/${feature}`, { textDocument: { uri }, ...params });
}

describe('symbols', () => {
  it('of a document are variables, requests and their captures', async () => {
    const lines = (symbols: readonly DocumentSymbol[], depth = 0): string[] =>
      symbols.flatMap(({ name, kind, range, selectionRange, children = [] }) => [
        `${' '.repeat(depth)}${kind} ${name} ${shownRange(range)} at ${shownRange(selectionRange)}`,
        ...lines(children, depth + 1),
      ]);
    expect(lines(await ask('documentSymbol', LOGIN))).toEqual([
      '13 base 1:1-14 at 1:2-6',
      '13 base 2:1-27 at 2:2-6',
      '6 login 3:1-9:4 at 4:9-14',
      ' 7 token 8:1-18 at 8:1-6',
      '6 logout 11:1-13:46 at 11:5-11',
    ]);
  });

  it('of the workspace match by letters in order, at most 500', async () => {
    const find = (query: string): Promise<SymbolInformation[]> => editor().ask('workspace/symbol', { query });
    await expect.poll(async () => (await find('BULKITEM')).length).toBe(500);
    const found = await find('bKiM599');
    expect(found).toMatchObject([{ name: 'bulkItem599', kind: 6, containerName: 'shop/many.http' }]);
    expect(found.map(({ location }) => shownLocation(location, editor().uri('shop')))).toEqual([
      expect.stringMatching(/^many\.http:1798:/),
    ]);
    expect(await find('no such letters')).toEqual([]);
  });
});

describe('a document', () => {
  it('folds requests, blocks, bodies and comments', async () => {
    const text = `### a\nPOST http://127.0.0.1:9/\n\n{\n}\n\n>>>\nexpect status 200\n<<<\n\n# 1\n# 2\n# 3\n`;
    const ranges = await ask<FoldingRange[]>('foldingRange', text);
    expect(ranges.map(({ startLine, endLine, kind }) => `${kind} ${startLine + 1}-${endLine + 1}`)).toEqual([
      'region 1-13',
      'region 4-5',
      'region 7-9',
      'comment 11-13',
    ]);
  });

  it('has tokens for what a grammar cannot know', async () => {
    const { data } = await ask<{ data: number[] }>('semanticTokens/full', LOGIN);
    const { semanticTokensProvider } = editor().initialized.capabilities;
    expect(semanticTokensProvider).toEqual({
      full: true,
      legend: {
        tokenTypes: ['function', 'property', 'variable', 'macro'],
        tokenModifiers: ['declaration', 'readonly'],
      },
    });
    expect(decoded(data, LOGIN)).toEqual([
      '1:2 base variable declaration',
      '2:2 base variable declaration',
      '4:9 login function declaration',
      '5:8 base variable',
      '8:1 token property declaration',
      '11:5 logout function declaration',
      '12:12 login function',
      '13:10 base variable',
      '13:19 token property',
      '13:30 uuid macro',
      '13:39 stage variable readonly',
    ]);
  });

  it.each([
    [
      'every request',
      `### a\n${GET}\n### b\n${GET}\n`,
      ['1 Run', '1 Copy as curl', '1 Run file', '3 Run', '3 Copy as curl'],
    ],
    [
      'none that is not sent',
      `### a\nWEBSOCKET ws://127.0.0.1:9/\n### b\n${GET}\n`,
      ['3 Run', '3 Copy as curl', '3 Run file'],
    ],
    ['none of a text with errors', `### a\n${GET}\n>>>\n`, []],
    ['none of an empty text', '', []],
  ])('has lenses for %s', async (_name, text, expected) => {
    const lenses = await ask<CodeLens[]>('codeLens', text);
    expect(lenses.map(({ range, command }) => `${range.start.line + 1} ${command?.title}`)).toEqual(expected);
  });

  it.each([
    ['lines of their own', '###   a\nGET   http://127.0.0.1:9/\n\n### b\nGET http://127.0.0.1:9/\nA:b\n', 2],
    ['CRLF', '###   a\r\nGET http://127.0.0.1:9/\r\n', 1],
    ['no end of line', `### a\n${GET}\nA:b`, 1],
    ['what is formatted', `### a\n${GET}\n`, 0],
  ])('is formatted by edits: %s', async (_name, text, count) => {
    const edits = await ask<TextEdit[]>('formatting', text, { options: {} });
    expect(edits).toHaveLength(count);
    const formatted = TextDocument.applyEdits(TextDocument.create('a:b', 'http', 1, text), edits);
    expect(await ask('formatting', formatted, { options: {} })).toEqual([]);
  });

  it('has symbols also without a file, or with another ending', async () => {
    for (const name of ['untitled:Untitled-1', editor().uri('A.SPEC')])
      expect(await ask<unknown[]>('documentSymbol', `### a\n${GET}\n`, {}, name)).toHaveLength(1);
  });
});

describe('actions', () => {
  const RANGE = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
  const actions = (text: string, only?: readonly string[]): Promise<CodeAction[]> =>
    ask('codeAction', text, { range: RANGE, context: { diagnostics: [], ...(only && { only }) } });

  it('are preferred when they are the only one, and name the version', async () => {
    const [found, ...others] = await actions(`${GET}\nContent-Length: 3\n`, ['quickfix']);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      title: 'Remove the header that is not sent',
      kind: 'quickfix',
      isPreferred: true,
      diagnostics: [{ code: 'computed_header', source: 'svc' }],
      edit: { documentChanges: [{ textDocument: { version: 1 }, edits: [{ newText: '' }] }] },
    });
  });

  it('are one for each near name', async () => {
    const found = await actions('PUST http://127.0.0.1:9/\n', ['quickfix']);
    const titles = found.filter(({ title }) => title.startsWith('Change to'));
    expect(titles.length).toBeGreaterThan(1);
    expect(titles.length).toBeLessThanOrEqual(3);
    expect(found.map(({ isPreferred }) => isPreferred ?? false)).toEqual(found.map(() => false));
  });

  it('fix all that is safe, and nothing else', async () => {
    const text = `# @timeout 1 s\n# @timeout 2 s\n${GET}a b\nContent-Length: 3\n\n>>>\nexpect staus 200\n<<<\n`;
    const [all, ...others] = await actions(text, ['source.fixAll.svc']);
    expect([others, all?.kind]).toEqual([[], 'source.fixAll.svc']);
    const [change] = all?.edit?.documentChanges ?? [];
    const edits = change && 'edits' in change ? (change.edits as TextEdit[]) : [];
    const fixed = TextDocument.applyEdits(TextDocument.create('a:b', 'http', 1, text), edits);
    expect(fixed).toBe(`# @timeout 2 s\n${GET}a%20b\n\n>>>\nexpect staus 200\n<<<\n`);
    expect(await actions(`### a\n${GET}\n`, ['source.fixAll'])).toEqual([]);
  });
});

describe('folders', () => {
  it('are added and removed while the editor runs', async () => {
    const files = async (): Promise<string[]> =>
      (await editor().ask<{ uri: string }[]>('svc/files', {})).map(({ uri }) => uri);
    const uri = uriOf(await temporaryWorkspace({ 'b.http': `### only here\n${GET}\n` }));
    const change = (added: readonly object[], removed: readonly object[]): Promise<void> =>
      editor().emit('workspace/didChangeWorkspaceFolders', { event: { added, removed } });
    await change([{ uri, name: 'other' }], []);
    await expect.poll(files).toContain(`${uri}/b.http`);
    expect(await editor().ask('workspace/symbol', { query: 'onlyhere' })).toMatchObject([
      { name: 'only here', containerName: 'b.http' },
    ]);
    await change([], [{ uri, name: 'other' }]);
    await expect.poll(files).not.toContain(`${uri}/b.http`);
    expect(await files()).toContain(editor().uri('login.http'));
  });
});

/** With the text of each token, so that its place is seen to be right. */
function decoded(data: readonly number[], written: string): string[] {
  const shown: string[] = [];
  let [line, character] = [0, 0];
  for (let at = 0; at < data.length; at += 5) {
    const [lines = 0, characters = 0, length = 0, type = 0, bits = 0] = data.slice(at, at + 5);
    character = lines === 0 ? character + characters : characters;
    line += lines;
    const text = (written.split('\n')[line] ?? '').slice(character, character + length);
    const modifiers = ['declaration', 'readonly'].filter((_, bit) => Math.floor(bits / 2 ** bit) % 2 === 1);
    const name = ['function', 'property', 'variable', 'macro'][type];
    shown.push([`${line + 1}:${character + 1}`, text, name, ...modifiers].join(' '));
  }
  return shown;
}
