/** Completion and hover of the built server, over real streams. */
import { describe, expect, it } from 'vitest';
import { CompletionItemKind, type CompletionItem, type CompletionList } from 'vscode-languageserver-protocol';
import { marked, useEditor } from '../support/program/lsp-editor.js';
import { shownRange } from '../support/program/shown-lsp.js';

const URL = 'http://127.0.0.1:9';
const HIDDEN = '••••••';
/** Values that no hover may show. */
const PLANTED = ['planted-listed', 'planted-word', 'planted-password', 'planted-dotenv', 'planted-process'];

const editor = useEditor({
  files: {
    'service.yaml': `envFile: .env
secrets: [listed, login.session]
defaultEnvironment: dev
environments:
  dev:
    base: ${URL}
    listed: planted-listed
    password: planted-password
    account: { name: Ada, apiKey: planted-password }
    long: ${'x'.repeat(300)}
`,
    '.env': 'FROM_FILE=planted-dotenv\n',
    'auth/login.http': `### login\nPOST ${URL}/login\n\n>>>capture\ntoken from body.token\n<<<\n`,
    'data/rows.csv': 'id,sku\n1,a\n',
    'data/schema.json': '{}\n',
    ...Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`many/file${index}.json`, '{}'])),
  },
  env: { FROM_PROCESS: 'planted-process' },
  capabilities: { textDocument: { completion: { completionItem: { snippetSupport: true } } } },
});

let opened = 0;

async function askAt<T>(method: string, text: string, params: object = {}): Promise<T> {
  opened += 1;
  const uri = editor().uri(`case${opened}.http`);
  const { text: plain, position } = marked(text);
  await editor().open(uri, plain);
  return editor().ask<T>(method, { textDocument: { uri }, position, ...params });
}

function complete(text: string, triggerCharacter?: string): Promise<CompletionList | null> {
  const context = triggerCharacter ? { triggerKind: 2, triggerCharacter } : { triggerKind: 1 };
  return askAt('textDocument/completion', text, { context });
}

const LOGIN = `### login\n# @set session = 1\nPOST ${URL}/\n\n>>>capture\ntoken from body.token\n<<<\n\n`;

describe('completion', () => {
  it.each([
    ['{', `@host = 1\nGET {{|`, ['host', 'base', '$uuid'], '2:7-7'],
    ['$', `GET {{$|`, ['$uuid', '$random'], '1:7-8'],
    ['@', `# @|\nGET ${URL}/\n`, ['depends', 'timeout', 'auth'], '1:4-4'],
    ['.', `${LOGIN}### b\n# @depends login\nGET {{login.|`, ['login.token'], '11:7-13'],
    ['.', `# @data ./data/rows.csv\nGET {{row.|}}`, ['row.id', 'row.sku'], '2:7-11'],
    ['/', `# @depends ./auth/|\nGET ${URL}/\n`, ['login.http'], '1:12-19'],
    ['#', `# @depends ./auth/login.http#|\nGET ${URL}/\n`, ['login'], '1:30-30'],
    ['/', `# @data ./data/|\nGET ${URL}/\n`, ['rows.csv'], '1:9-16'],
    ['/', `POST ${URL}/\n\n< ./data/|`, ['rows.csv', 'schema.json'], '3:3-10'],
    ['/', `GET ${URL}/\n\n>>>\nexpect body schema ./data/|\n<<<\n`, ['schema.json'], '4:20-27'],
    ['/', `POST ${URL}/\n\n>>>multipart\nfile scan @./data/|\n<<<\n`, ['schema.json'], '4:12-19'],
    ['>', `GET ${URL}/\n\n>>>|`, ['capture', 'shell'], '3:4-4'],
    [undefined, `GET ${URL}/\n\n>>>\nexpect body.id |\n<<<\n`, ['==', 'contains'], '4:16-16'],
    [undefined, `GET ${URL}/\nX-🙂: {{ba|`, ['base'], '2:9-11'],
  ])('after %s of %j', async (trigger, text, labels, range) => {
    const list = await complete(text, trigger);
    expect(list?.items.map(({ label }) => label)).toEqual(expect.arrayContaining(labels));
    for (const { textEdit } of list?.items ?? [])
      expect(textEdit && 'range' in textEdit && shownRange(textEdit.range)).toBe(range);
  });

  it.each([
    ['{', '{ "a": {|'],
    ['@', `GET ${URL}/\n\nada@|`],
    ['.', `GET ${URL}/a.|`],
    ['#', `###|`],
    ['<', `POST ${URL}/\n\n<|b>`],
    ['/', `# @depends ../../../|\nGET ${URL}/\n`],
    ['/', `POST ${URL}/\n\n< /etc/|`],
  ])('offers nothing after %s of %j', async (trigger, text) => {
    expect((await complete(text, trigger))?.items ?? []).toEqual([]);
  });

  it('gives kind, detail, and Markdown when an item is looked at', async () => {
    const list = await complete(`# @|\nGET ${URL}/\n`, '@');
    const timeout = list?.items.find(({ label }) => label === 'timeout');
    expect(timeout).toMatchObject({
      kind: CompletionItemKind.Keyword,
      detail: expect.stringMatching(/\w/) as string,
    });
    expect(timeout).not.toHaveProperty('documentation');
    const { documentation, ...resolved } = await editor().ask<CompletionItem>(
      'completionItem/resolve',
      timeout as CompletionItem,
    );
    expect(resolved).toEqual(timeout);
    expect(documentation).toEqual({
      kind: 'markdown',
      value: expect.stringContaining('```http\n# @timeout 5 s\n```') as string,
    });
  });

  it('gives at most 200, and says that there are more', async () => {
    const all = await complete(`POST ${URL}/\n\n< ./many/|`);
    expect([all?.items.length, all?.isIncomplete]).toEqual([200, true]);
    const few = await complete(`POST ${URL}/\n\n< ./many/file24|`);
    expect(few?.items.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['file24.json', 'file249.json']),
    );
    expect((await complete(`POST ${URL}/\n\n< ./data/|`))?.isIncomplete).toBe(false);
  });

  it('offers whole blocks to editors with snippets', async () => {
    const items = (await complete(`GET ${URL}/\n\n>>>|`, '>'))?.items ?? [];
    const capture = items.find(({ label }) => label === 'capture');
    expect(capture).toMatchObject({
      insertTextFormat: 2,
      textEdit: { newText: expect.stringMatching(/^capture\n\$\{1:.+\}\n<<<\n\$0$/s) as string },
    });
  });
});

describe('hover', () => {
  const hover = async (text: string): Promise<string> => {
    const found = await askAt<{ contents: { value: string } } | null>('textDocument/hover', text);
    return found?.contents.value.replaceAll('\\', '') ?? '';
  };

  it.each([
    ['a variable', `@host = here\nGET {{ho|st}}`, '**`host`** = `here`', 'variable of this file, case'],
    ['one of an environment', 'GET {{ba|se}}', `= \`${URL}\``, 'environment dev, service.yaml:6'],
    ['a capture', `${LOGIN}### b\n# @depends login\nGET {{login.to|ken}}`, 'token', 'captured by login'],
    ['a name of the dotenv file', 'GET {{$FROM_|FILE}}', 'FROM_FILE', 'dotenv, .env:1'],
    ['a name of the process', 'GET {{$FROM_PRO|CESS}}', 'FROM_PROCESS', 'process environment'],
    ['a listed secret', 'GET {{list|ed}}', HIDDEN, 'environment dev, service.yaml:7'],
    ['a name that looks secret', 'GET {{pass|word}}', HIDDEN, 'environment dev'],
    ['a secret of the file', '@secret note = planted-word\nGET {{no|te}}', HIDDEN, 'variable of this file'],
    ['a part that looks secret', 'GET {{acc|ount}}', '"name":"Ada","apiKey":"••••••"', 'environment dev'],
    ['a long value', 'GET {{lo|ng}}', `\`${'x'.repeat(200)}…\``, 'environment dev'],
    ['a value that is random', '@id = {{$uuid}}\nGET {{i|d}}', '`{{$uuid}}`', 'variable of this file'],
    ['a function', 'GET {{$rand|om(1, 6)}}', '`$random`', '([min, max])'],
    ['a directive', `# @time|out 5 s\nGET ${URL}/`, '`@timeout`', 'duration'],
    ['a subject', `GET ${URL}/\n>>>\nexpect bo|dy.id == 1\n<<<\n`, '`body`', 'expect body'],
    ['an operator', `GET ${URL}/\n>>>\nexpect body.id exi|sts\n<<<\n`, '`exists`', 'Present and not null.'],
    ['a kind of block', `GET ${URL}/\n>>>cap|ture\n<<<\n`, '`>>>capture`', '```http'],
    ['a status', `GET ${URL}/\n>>>\nexpect status == 4|04\n<<<\n`, '`404`', 'Not Found'],
    ['a dependency', `${LOGIN}### b\n# @depends lo|gin\nGET ${URL}/`, `POST ${URL}/`, 'Captures `token`'],
    [
      'one of another file',
      `# @depends ./auth/login.http#log|in\nGET ${URL}/`,
      `POST ${URL}/login`,
      'auth/login.http:1',
    ],
  ])('over %s', async (_name, text, ...parts) => {
    const value = await hover(text);
    for (const part of parts) expect(value).toContain(part);
    for (const secret of PLANTED) expect(value).not.toContain(secret);
  });

  it.each([
    ['a comment', `# see {{ba|se}}\nGET ${URL}/`],
    ['what is escaped', 'GET \\{{ba|se}}'],
    ['a name without a value', 'GET {{no|thing}}'],
    ['a part of a value that is not there', 'GET {{base.le|ngth}}'],
    ['an address', 'GET http://127.|0.0.1/'],
    ['an empty line', `GET ${URL}/\n|\n`],
  ])('says nothing over %s', async (_name, text) => {
    expect(await hover(text)).toBe('');
  });

  it('marks the whole placeholder', async () => {
    const found = await askAt<{ range: Parameters<typeof shownRange>[0] }>(
      'textDocument/hover',
      'GET 🙂{{ ba|se }}',
    );
    expect(shownRange(found.range)).toBe('1:7-17');
  });
});
