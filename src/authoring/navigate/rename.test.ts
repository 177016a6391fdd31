import { describe, expect, it } from 'vitest';
import { markedTexts, renameInTexts, type Texts } from '../../../test/support/runs/renamed-texts.js';

/** Renames the name at the bar. */
function rename(marked: Texts, newName: string, isComplete = true): Promise<unknown> {
  const { texts, place } = markedTexts(marked);
  return renameInTexts(texts, place, newName, isComplete);
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
    [
      'an element',
      '### a\n# @each {{l}} as x\nGET {{|x.id}}{{each_number}}\n### b\n# @each {{l}} as x\nGET {{x}}',
      '### a\n# @each {{l}} as c\nGET {{c.id}}{{each_number}}\n### b\n# @each {{l}} as x\nGET {{x}}',
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
