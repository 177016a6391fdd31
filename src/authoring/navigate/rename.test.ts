import { describe, expect, it } from 'vitest';
import { applyEdits, TextLines } from '../fixes/text-edit.js';
import { memoryIndex } from './memory-index.js';
import { prepareRename, renameAt } from './rename.js';

type Texts = Readonly<Record<string, string>>;

/** A bar in one of the texts marks the place, and is no part of it. */
function marked(texts: Texts): { texts: Texts; path: string; line: number; column: number } {
  const [path, text] = Object.entries(texts).find(([, each]) => each.includes('|')) ?? ['', ''];
  const before = text.slice(0, text.indexOf('|')).split('\n');
  const plain = { ...texts, [path]: text.replace('|', '') };
  return { texts: plain, path, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** The changed texts, or the refusal. */
async function rename(from: Texts, newName: string, isComplete = true): Promise<unknown> {
  const { texts, path, line, column } = marked(from);
  const index = memoryIndex(texts, isComplete);
  const analysed = await index.analyse(path);
  const result = analysed && (await renameAt(analysed, index, { line, column }, newName));
  if (result === undefined) return undefined;
  if ('refusal' in result) return result.refusal;
  return Object.fromEntries(
    result.map((each) => [each.path, applyEdits(new TextLines(texts[each.path] ?? ''), each.edits).lines.text]),
  );
}

const CAPTURE = '\n>>>capture\n';
const LOGIN = `### in\n# @name login\nPOST a${CAPTURE}token from body.token\n<<<\n`;

describe('a new name of a request', () => {
  it('is written wherever the request is meant', async () => {
    const files = {
      'auth.http': `${LOGIN.replace('login', 'log|in')}### b\n# @depends login\nGET {{login.token}}{{login.response.body.x}}{{token}}\n`,
      'shop/a.http': '### a\n# @depends other, "../auth.http#login"\nGET {{ login.token }}\n### other\nGET a',
      'shop/b.http':
        '### login\nGET a\n### c\n# @depends ../auth.http#login, login\nGET {{login.response.status}}',
      'shop/c.http': '### login\nGET {{login.token}}',
    };
    expect(await rename(files, 'sign in, now')).toEqual({
      'auth.http':
        '### in\n# @name sign in, now\nPOST a\n>>>capture\ntoken from body.token\n<<<\n### b\n# @depends "sign in, now"\nGET {{sign in, now.token}}{{sign in, now.response.body.x}}{{token}}\n',
      'shop/a.http':
        '### a\n# @depends other, "../auth.http#sign in, now"\nGET {{ sign in, now.token }}\n### other\nGET a',
      'shop/b.http':
        '### login\nGET a\n### c\n# @depends "../auth.http#sign in, now", login\nGET {{login.response.status}}',
    });
  });

  it.each([
    ['the title', '### |a\nGET x\n### b\n# @depends a\nGET x', '### c\nGET x\n### b\n# @depends c\nGET x'],
    [
      'a name with quotes',
      '### |a, "b"\nGET x\n###\n# @depends "a, \\"b\\"", "z"\nGET x\n### z\nGET x',
      '### c\nGET x\n###\n# @depends c, "z"\nGET x\n### z\nGET x',
    ],
    ['a title beside a name', '### a\n# @name |a\nGET x', '### a\n# @name c\nGET x'],
    [
      'other clients',
      'run #a\n###\n# @title |a\nGET x\n### b\n# @ref a\n# @forceRef a\nGET x',
      'run #c\n###\n# @title c\nGET x\n### b\n# @ref c\n# @forceRef c\nGET x',
    ],
    [
      'a bare directive and one among headers',
      '### |a\nGET x\n###\n@depends a\nGET x\n###\nGET x\nA: 1\n// @depends=a\n\n# @depends a',
      '### c\nGET x\n###\n@depends c\nGET x\n###\nGET x\nA: 1\n// @depends=c\n\n# @depends a',
    ],
    [
      'what is compared and captured',
      `### |a\nGET x${CAPTURE}t from body\n<<<\n### b\n# @depends a\nGET x\n>>>\nexpect variable "a.t" == 1\n<<<${CAPTURE}u from variable a.t\n<<<\n`,
      `### c\nGET x${CAPTURE}t from body\n<<<\n### b\n# @depends c\nGET x\n>>>\nexpect variable "c.t" == 1\n<<<${CAPTURE}u from variable c.t\n<<<\n`,
    ],
    [
      'CRLF',
      '### |a\r\nGET x\r\n###\r\n# @depends a\r\nGET x',
      '### c\r\nGET x\r\n###\r\n# @depends c\r\nGET x',
    ],
  ])('replaces %s', async (_name, text, expected) => {
    expect(await rename({ 'a.http': text }, ' c ')).toEqual({ 'a.http': expected });
  });

  it('reaches requests of imported files', async () => {
    const files = {
      'a.http': '### |a\nGET x',
      'b.http': 'import ./a.http\nrun #a\n### b\n# @depends a\nGET x',
      'c.http': 'import ./a.http\n### a\nGET x\n### b\n# @depends a\nGET x',
    };
    expect(await rename(files, 'c')).toEqual({
      'a.http': '### c\nGET x',
      'b.http': 'import ./a.http\nrun #c\n### b\n# @depends c\nGET x',
    });
  });
});

describe('a new name of a capture', () => {
  it('is written to its line and to all uses that mean it', async () => {
    const files = {
      'auth.http': `${LOGIN}### b\n# @depends login\nGET {{login.|token}}{{token.x}}{{login.response.body.token}}\n`,
      'b.http': '### a\n# @depends auth.http#login\nGET {{token}}{{login.token[0]}}\n',
      'c.http': '### c\nGET {{token}}',
    };
    expect(await rename(files, 'key')).toEqual({
      'auth.http':
        '### in\n# @name login\nPOST a\n>>>capture\nkey from body.token\n<<<\n### b\n# @depends login\nGET {{login.key}}{{key.x}}{{login.response.body.token}}\n',
      'b.http': '### a\n# @depends auth.http#login\nGET {{key}}{{login.key[0]}}\n',
    });
  });

  it('reaches all files for a global one', async () => {
    const files = {
      'a.http': '### a\n# @set global |n = 1\nGET x',
      'b.http': '### b\nGET {{n}}',
      'c.http': '@n = 1\n### b\nGET {{n}}',
    };
    expect(await rename(files, 'm')).toEqual({
      'a.http': '### a\n# @set global m = 1\nGET x',
      'b.http': '### b\nGET {{m}}',
    });
  });

  it('leaves alone what another request gives later', async () => {
    const text = `### a\nGET x${CAPTURE}|t from body\n<<<\n### b\nGET {{t}}${CAPTURE}t from body\n<<<\n### c\n# @depends a, b\nGET {{t}}{{a.t}}{{b.t}}\n`;
    const once = await rename({ 'a.http': text.replace('GET {{t}}\n>>>', 'GET y\n>>>') }, 'u');
    expect(once).toEqual({
      'a.http': `### a\nGET x${CAPTURE}u from body\n<<<\n### b\nGET y${CAPTURE}t from body\n<<<\n### c\n# @depends a, b\nGET {{t}}{{a.u}}{{b.t}}\n`,
    });
  });
});

describe('a new name of a variable', () => {
  it('is written to its definitions and uses', async () => {
    const files = {
      'a.http': '@host = a\n@host = b\n@url = {{|host}}/x\n### a\nGET {{url}}{{host}}\n# @timeout {{host}}',
      'b.http': '@host = c\n### b\nGET {{host}}',
    };
    expect(await rename(files, 'base.url')).toEqual({
      'a.http':
        '@base.url = a\n@base.url = b\n@url = {{base.url}}/x\n### a\nGET {{url}}{{base.url}}\n# @timeout {{base.url}}',
    });
  });

  it.each([
    ['asked', '# @prompt |a Which?\nGET {{a}}', '# @prompt c Which?\nGET {{c}}'],
    [
      'repeated',
      '### a\n# @loop for x of {{l}}\nGET {{|x.id}}\n### b\n# @loop for x of {{l}}\nGET {{x}}',
      '### a\n# @loop for c of {{l}}\nGET {{c.id}}\n### b\n# @loop for x of {{l}}\nGET {{x}}',
    ],
  ])('is written where it is %s', async (_name, text, expected) => {
    expect(await rename({ 'a.http': text }, 'c')).toEqual({ 'a.http': expected });
  });

  it('reaches files that share it', async () => {
    const files = { 'a.http': '@|a = 1', 'b.http': '# @import a.http\n###\nGET {{a}}' };
    expect(await rename(files, 'c')).toEqual({
      'a.http': '@c = 1',
      'b.http': '# @import a.http\n###\nGET {{c}}',
    });
  });
});

describe('a rename is refused', () => {
  const two = `### a\nGET x${CAPTURE}t from body\n<<<\n### b\nGET x${CAPTURE}t from body\n<<<\n`;

  it.each([
    ['a request', '### |a\nGET x\n###\n# @name b\nGET x', 'b', '`b` is already used on line 4'],
    [
      'a capture',
      `### a\nGET x${CAPTURE}|t from body\nu from body\n<<<\n`,
      'u',
      '`u` is already used on line 5',
    ],
    ['a variable', '@|a = 1\n@b = 2\nGET {{a}}', 'b', '`b` is already used on line 2'],
    ['a name of an environment', '@|a = 1\nGET {{a}}\nA: {{b.x}}', 'b', '`b` is already used on line 3'],
    ['a use that would mean it', '### |a\nGET x\n### c\nGET {{b.x}}', 'b', '`b` is already used on line 4'],
    [
      'a variable that a capture would hide',
      `@u = 1\n### a\nGET {{u}}${CAPTURE}|t from body\n<<<\n`,
      'u',
      '`u` is already used on line 1',
    ],
    [
      'a capture that would hide it',
      `@|u = 1\n### a\nGET {{u}}${CAPTURE}t from body\n<<<\n`,
      't',
      '`t` is already used on line 5',
    ],
    [
      'an unwritable name',
      '### |a\nGET x\n### b\n# @depends a\nGET {{a.response.status}}',
      'x}}y',
      '`x}}y` cannot be written inside {{…}}; it is used on line 5',
    ],
    [
      'a function',
      '### |a\nGET x\n### b\n# @depends a\nGET {{a.response.status}}',
      '$a',
      '`$a` cannot be written inside {{…}}; it is used on line 5',
    ],
    ['an empty name', '### |a\nGET x', ' ', '`` cannot be written inside {{…}}; it is used on line 1'],
    ['two lines', '### |a\nGET x', 'b\nc', '`b\nc` cannot be written inside {{…}}; it is used on line 1'],
    [
      'a capture with blanks',
      `### a\nGET x${CAPTURE}|t from body\n<<<\n### b\n# @depends a\nGET {{t}}`,
      'my t',
      '`my t` cannot be written inside {{…}}; it is used on line 8',
    ],
    [
      'a variable with blanks',
      '@|a = 1\nGET {{a}}',
      'my a',
      '`my a` cannot be written inside {{…}}; it is used on line 2',
    ],
    [
      'several captures',
      `${two}### c\nGET {{|t}}`,
      'u',
      '`t` is captured by several requests (lines 4, 9); rename the qualified uses',
    ],
    [
      'the latest of several captures',
      `${two.replace('b\nGET', 'b\n# @set t = |1\nGET')}### c\nGET {{t}}`,
      'u',
      undefined,
    ],
    [
      'a variable that is captured',
      `@t = 1\n### a\nGET x${CAPTURE}t from body\n<<<\n### b\nGET {{|t}}`,
      'u',
      '`t` is captured by several requests (lines 1, 5); rename the qualified uses',
    ],
    ['an environment', 'GET {{|stage.url}}', 'u', '`stage` comes from service.yaml; change it there'],
    ['a file with errors', '### |a\nGET x\n>>>', 'u', 'the file has errors'],
    ['a function name', 'GET {{$|uuid}}', 'u', undefined],
    ['a path', '# @data |a.csv\nGET x', 'u', undefined],
    ['the process', 'GET {{$|HOME}}', 'u', undefined],
    ['a request that does not exist', '# @depends |a\nGET x', 'u', undefined],
    ['no name', 'GET |x', 'u', undefined],
  ])('for %s', async (_name, text, newName, expected) => {
    expect(await rename({ 'a.http': text }, newName)).toBe(expected);
  });

  it.each([
    [
      'the last of several captures',
      `${two.replace(/t from body\n<<<\n$/, '|t from body\n<<<\n')}### c\nGET {{t}}`,
    ],
    [
      'one that a request of an unusual order uses',
      `${two.replace('t from', '|t from').replace('### a', '### a\n# @depends b')}### c\nGET {{t}}`,
    ],
  ])('for %s', async (_name, text) => {
    expect(await rename({ 'a.http': text }, 'u')).toMatch(
      /^`t` is captured by several requests \(lines \d+, \d+\); rename the qualified uses$/,
    );
  });

  it('while files are still unread', async () => {
    const text = '### |a\nGET x';
    expect(await rename({ 'a.http': text }, 'b', false)).toBe(
      'the index is not complete yet; try again in a moment',
    );
  });

  it('where another file would mean something else', async () => {
    const files = {
      'a.http': '### |a\nGET x',
      'b.http': '###\n# @depends a.http#a\nGET {{a.response.status}}\n### z\nGET x',
    };
    expect(await rename(files, 'z')).toBe('`z` is already used on line 4');
  });

  it('where a dependent has errors', async () => {
    const files = { 'a.http': '### |a\nGET x', 'b.http': '###\n# @depends a.http#a\nGET x\n>>>' };
    expect(await rename(files, 'z')).toBe('the file has errors');
  });

  it('not for a name that stays', async () => {
    expect(await rename({ 'a.http': '### |a\nGET x' }, 'a')).toEqual({});
  });
});

describe('the range of a rename', () => {
  it.each([
    ['GET x\n### |a\nGET x', { name: 'a', line: 2, column: 5, endColumn: 6 }],
    ['@host = 1\nGET {{host|}}', { name: 'host', line: 2, column: 7, endColumn: 11 }],
    ['GET {{|stage}}', { refusal: '`stage` comes from service.yaml; change it there' }],
    ['### |a\nGET x\n>>>', { refusal: 'the file has errors' }],
    ['GET |x', undefined],
    ['run #|a\n### a\n# @name b\nGET x', undefined],
  ])('in %j', async (text, expected) => {
    const { texts, path, line, column } = marked({ 'a.http': text });
    const index = memoryIndex(texts);
    const analysed = await index.analyse(path);
    expect(analysed && prepareRename(analysed, index, { line, column })).toEqual(expected);
  });

  it('is none for a name that nothing gives', async () => {
    const index = { ...memoryIndex({ 'a.http': 'GET {{x}}' }), hasEnvironmentKey: () => false };
    const analysed = await index.analyse('a.http');
    expect(analysed && prepareRename(analysed, index, { line: 1, column: 7 })).toBeUndefined();
  });
});
