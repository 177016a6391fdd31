/** Definition, references and rename of the built server, over real streams. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Location, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { marked, useEditor } from '../support/program/lsp-editor.js';
import { shownLocation, shownRange, shownUri } from '../support/program/shown-lsp.js';

const GET = 'GET http://127.0.0.1:9/';
const CAPTURE = (name: string): string => `>>>capture\n${name} from body.a\n<<<\n`;

const LOGIN = `@base = first
@base = http://127.0.0.1:9
### Sign in
# @name login
POST {{base}}/login

${CAPTURE('token')}
### logout
# @depends login
DELETE {{base}}/{{token}}
`;

const ORDERS = `### list
# @depends ./login.http#login
# @data ./data/rows.csv
${GET}{{login.token}}/{{row.id}}/{{stage}}/{{$FROM_FILE}}

>>>
expect body schema ./data/schema.json
<<<

### add
# @depends list
# see {{stage}}
POST {{stage}}/\\{{stage}}

< ./data/body.json
`;

const editor = useEditor({
  files: {
    'service.yaml': 'envFile: .env\nenvironments:\n  dev:\n    other: 1\n    stage: two\n',
    '.env': 'A=1\nFROM_FILE=1\n',
    'login.http': LOGIN,
    'orders.http': ORDERS,
    'data/rows.csv': 'id\n1\n',
    'data/schema.json': '{}\n',
    'data/body.json': '{}\n',
    'stage.http': `${GET}{{stage}}\n`,
  },
});

let opened = 0;

beforeAll(async () => {
  // Everything is indexed from here on.
  await vi.waitUntil(async () => (await editor().ask<unknown[]>('svc/files', {})).length === 3, 30_000);
  for (const [name, text] of [
    ['login.http', LOGIN],
    ['orders.http', ORDERS],
  ] as const)
    await editor().open(editor().uri(name), text);
});

const TEXTS: Readonly<Record<string, string>> = { 'login.http': LOGIN, 'orders.http': ORDERS };

/** Asks at the bar in a part of one of the files. */
function askIn<T>(method: string, path: string, part: string, params: object = {}): Promise<T> {
  const text = TEXTS[path] ?? '';
  const at = text.indexOf(part.replace('|', ''));
  const { position } = marked(`${text.slice(0, at)}${part}`);
  return editor().ask<T>(method, { textDocument: { uri: editor().uri(path) }, position, ...params });
}

/** Asks at the bar in a text of its own. */
async function askAt<T>(method: string, text: string, params: object = {}): Promise<T> {
  opened += 1;
  const uri = editor().uri(`case${opened}.http`);
  const { text: plain, position } = marked(text);
  await editor().open(uri, plain);
  try {
    return await editor().ask<T>(method, { textDocument: { uri }, position, ...params });
  } finally {
    await editor().emit('textDocument/didClose', { textDocument: { uri } });
  }
}

function folder(): string {
  return editor().uri('').replace(/\/$/, '');
}

function shown(locations: readonly Location[]): string[] {
  return locations.map((location) => shownLocation(location, folder()));
}

describe('the definition', () => {
  it.each([
    ['of a request in a placeholder', 'orders.http', '{{log|in.token}}', ['login.http:4:9-14']],
    ['of a capture', 'orders.http', '{{login.tok|en}}', ['login.http:8:1-6']],
    ['of a bare capture', 'login.http', '{{tok|en}}', ['login.http:8:1-6']],
    ['of a variable is the last one', 'login.http', 'POST {{ba|se}}', ['login.http:2:2-6']],
    ['of a name of the environment', 'orders.http', 'POST {{sta|ge}}', ['service.yaml:5:5-10']],
    ['of a name of the dotenv file', 'orders.http', '{{$FROM|_FILE}}', ['.env:2:1-10']],
    ['of a dependency', 'login.http', '@depends log|in', ['login.http:4:9-14']],
    ['of a dependency elsewhere', 'orders.http', 'http#lo|gin', ['login.http:4:9-14']],
    ['of the file of a dependency', 'orders.http', './log|in.http', ['login.http:1:1-1']],
    ['of a data file', 'orders.http', '@data ./da|ta', ['data/rows.csv:1:1-1']],
    ['of a column', 'orders.http', '{{row.i|d}}', ['data/rows.csv:1:1-1']],
    ['of a schema', 'orders.http', 'schema ./da|ta', ['data/schema.json:1:1-1']],
    ['of a body', 'orders.http', '< ./data/bo|dy', ['data/body.json:1:1-1']],
    ['of what is escaped', 'orders.http', '\\{{sta|ge}}', []],
    ['of a part of a comment', 'orders.http', '# see {{sta|ge}}', []],
    ['of a method', 'orders.http', 'PO|ST', []],
  ])('%s', async (_name, path, part, expected) => {
    expect(shown(await askIn('textDocument/definition', path, part))).toEqual(expected);
  });
});

describe('references', () => {
  it.each([
    [
      'a request',
      'login.http',
      '@name lo|gin',
      ['login.http:4:9-14'],
      ['login.http:12:12-17', 'orders.http:2:25-30', 'orders.http:4:26-31'],
    ],
    [
      'a capture',
      'orders.http',
      '{{login.tok|en}}',
      ['login.http:8:1-6'],
      ['login.http:13:19-24', 'orders.http:4:32-37'],
    ],
    [
      'a variable',
      'login.http',
      'POST {{ba|se}}',
      ['login.http:1:2-6', 'login.http:2:2-6'],
      ['login.http:5:8-12', 'login.http:13:10-14'],
    ],
    [
      'an environment',
      'orders.http',
      'POST {{sta|ge}}',
      ['service.yaml:5:5-10'],
      ['orders.http:4:53-58', 'orders.http:13:8-13', 'stage.http:1:26-31'],
    ],
  ])('of %s', async (_name, path, part, declared, used) => {
    const find = async (includeDeclaration: boolean): Promise<string[]> =>
      shown(
        await askIn('textDocument/references', path, part, { context: { includeDeclaration } }),
      ).toSorted();
    expect(await find(false)).toEqual(used.toSorted());
    expect(await find(true)).toEqual([...declared, ...used].toSorted());
  });
});

describe('a rename', () => {
  it.each([
    [
      'of a request',
      'login.http',
      '@name lo|gin',
      'sign in',
      {
        'login.http': ['4:9-14 sign in', '12:12-17 sign in'],
        'orders.http': ['2:12-30 ./login.http#sign in', '4:26-31 sign in'],
      },
    ],
    [
      'of a request whose new name needs quotes',
      'login.http',
      '@depends lo|gin',
      'a, b',
      {
        'login.http': ['4:9-14 a, b', '12:12-17 "a, b"'],
        'orders.http': ['2:12-30 "./login.http#a, b"', '4:26-31 a, b'],
      },
    ],
    [
      'of a capture',
      'orders.http',
      '{{login.to|ken}}',
      'key',
      { 'login.http': ['8:1-6 key', '13:19-24 key'], 'orders.http': ['4:32-37 key'] },
    ],
    [
      'of a variable',
      'login.http',
      'POST {{ba|se}}',
      'root',
      { 'login.http': ['1:2-6 root', '2:2-6 root', '5:8-12 root', '13:10-14 root'] },
    ],
  ])('%s', async (_name, path, part, newName, expected) => {
    const edit = await askIn<WorkspaceEdit>('textDocument/rename', path, part, { newName });
    const changes = Object.entries(edit.changes ?? {}).map(([uri, edits]) => [
      shownUri(uri, folder()),
      edits.map(({ range, newText }) => `${shownRange(range)} ${newText}`),
    ]);
    expect(Object.fromEntries(changes)).toEqual(expected);
  });

  const TWO = `### a\n${GET}\n${CAPTURE('id')}### b\n${GET}\n${CAPTURE('id')}`;

  it.each([
    ['a request', `### |a\n${GET}\n### b\n${GET}\n`, 'b', '`b` is already used on line 3'],
    [
      'a capture',
      `### a\n${GET}\n${CAPTURE('|x').replace('<<<', 'y from body.b\n<<<')}`,
      'y',
      '`y` is already used on line 5',
    ],
    ['a variable', `@|x = 1\n@y = 2\n${GET}{{x}}{{y}}\n`, 'y', '`y` is already used on line 2'],
    [
      'a name that ends the placeholder',
      `### |a\n${GET}\n### b\n# @depends a\n${GET}{{a.response.status}}\n`,
      'x}}',
      '`x}}` cannot be written inside {{…}}; it is used on line 5',
    ],
    [
      'a variable with a blank',
      `@|x = 1\n${GET}{{x}}\n`,
      'x y',
      '`x y` cannot be written inside {{…}}; it is used on line 2',
    ],
    [
      'a capture of several requests',
      `${TWO}### c\n${GET}{{|id}}\n`,
      'key',
      '`id` is captured by several requests (lines 4, 9); rename the qualified uses',
    ],
    [
      'a name of the environment',
      `${GET}{{|stage}}\n`,
      'x',
      '`stage` comes from service.yaml; change it there',
    ],
    ['a text with errors', `### |a\n${GET}\n>>>\n`, 'b', 'the file has errors'],
  ])('of %s is refused', async (_name, text, newName, message) => {
    await expect(askAt('textDocument/rename', text, { newName })).rejects.toMatchObject({
      code: -32803,
      message,
    });
  });

  it.each([
    [`@ho|st = 1\n${GET}{{host}}\n`, '1:2-6 host'],
    [`### read |order\n${GET}\n`, '1:5-15 read order'],
    [`${GET}{{$uu|id}}\n`, null],
    [`# @data ./data/ro|ws.csv\n${GET}\n`, null],
    [`GE|T http://127.0.0.1:9/\n`, null],
  ])('of %j is prepared', async (text, expected) => {
    const found = await askAt<{ range: Location['range']; placeholder: string } | null>(
      'textDocument/prepareRename',
      text,
    );
    expect(found && `${shownRange(found.range)} ${found.placeholder}`).toBe(expected);
  });
});
