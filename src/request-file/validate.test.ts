import { describe, expect, it } from 'vitest';
import type { RequestFile } from './model/model.js';
import { parseText } from './parse-file.js';
import { dedent } from '../../test/support/dedent.js';
import { validateFiles } from './validate.js';

function findings(files: Readonly<Record<string, string>>): Record<string, string[]> {
  const parsed = Object.entries(files).map(([path, text]): RequestFile => parseText(text, path));
  const found = [...validateFiles(parsed)].map(([file, list]): [string, string[]] => [
    file.path,
    list.map((d) => `${d.line}:${d.column}-${d.endColumn} ${d.code}: ${d.message}`),
  ]);
  return Object.fromEntries(found);
}

const capture = (name: string): string =>
  dedent`
    ### ${name}
    GET http://x/
    >>>capture
    token from body.token
    <<<
  `;
const user = (reference: string): string => `###\nGET http://x/{{${reference}}}\n`;

describe('a file without requests', () => {
  it.each(['', '\n\n', '# comment\n', '@a = 1\n', '### title only\n'])('%j has none', (text) => {
    expect(findings({ 'a.http': text })).toEqual({ 'a.http': ['1:1-1 no_requests: file has no requests'] });
  });

  it('has a request otherwise', () => {
    expect(findings({ 'a.http': 'GET http://x/\n' })).toEqual({ 'a.http': [] });
  });
});

describe('captures', () => {
  it.each(['login.token', 'token', 'token.a[0]', ' login.token ', '$base64({{token}})'])(
    'are used by {{%s}}',
    (ref) => {
      expect(findings({ 'a.http': capture('login') + user(ref) })).toEqual({ 'a.http': [] });
    },
  );

  it.each(['other.token', 'tokens', 'login', 'login.response.body.token', 'Token'])(
    'are not used by {{%s}}',
    (reference) => {
      expect(findings({ 'a.http': capture('login') + user(reference) })).toEqual({
        'a.http': ['4:1-6 unused_capture: capture `token` is never used'],
      });
    },
  );

  const unused = '4:1-6 unused_capture: capture `token` is never used';
  const dependent = (depends: string, reference: string): string =>
    `### b\n# @depends ${depends}\nGET http://x/{{${reference}}}\n`;

  it.each([
    ['../a.http#login', 'login.token'],
    ['../a.http#login', 'token'],
    ['../sub/../a.http#login', 'login.token.part'],
  ])('may be used by a file that depends on %s, as {{%s}}', (depends, reference) => {
    const files = { 'a.http': capture('login'), 'sub/b.http': dependent(depends, reference) };
    expect(findings(files)).toEqual({ 'a.http': [], 'sub/b.http': [] });
  });

  it.each([
    ['the same word in a file that does not depend on it', user('login.token')],
    ['the same word in a file that depends on another request', dependent('a.http#other', 'token')],
    ['the same word in a file that depends on another file', dependent('c.http#login', 'token')],
    ['a file that depends on it without using it', dependent('a.http#login', 'other')],
  ])('are not used by %s', (_case, text) => {
    expect(findings({ 'a.http': capture('login'), 'b.http': text })).toEqual({
      'a.http': [unused],
      'b.http': [],
    });
  });

  it('of one file can be checked among the others', () => {
    const [a, b] = [
      parseText(capture('login'), 'a.http'),
      parseText(dependent('a.http#login', 'token'), 'b.http'),
    ];
    expect(validateFiles([a, b], [a]).get(a)).toEqual([]);
    expect(validateFiles([a], [a]).get(a)).toHaveLength(1);
    expect([...validateFiles([a, b], [a]).keys()]).toEqual([a]);
  });

  it('are reported where they stand', () => {
    const text = dedent`
      GET http://x/
      >>>capture
      # ab
      \tabc from body.a
        ab from body.b
      bad line
      <<<
      >>>capture
         a from c
      <<<
    `;
    expect(findings({ 'a.http': text })['a.http']).toEqual([
      '4:2-5 unused_capture: capture `abc` is never used',
      '5:3-5 unused_capture: capture `ab` is never used',
      '9:4-5 unused_capture: capture `a` is never used',
    ]);
  });
});
