import { describe, expect, it } from 'vitest';
import type { RequestFile } from './model/model.js';
import { parseText } from './parse-file.js';
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
  `### ${name}\nGET http://x/\n>>>capture\ntoken from body.token\n<<<\n`;
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

  it('may be used by another file', () => {
    expect(findings({ 'a.http': capture('login'), 'b.http': user('login.token') })).toEqual({
      'a.http': [],
      'b.http': [],
    });
  });

  it('are reported where they stand', () => {
    const text =
      'GET http://x/\n>>>capture\n# ab\n\tabc from body.a\n  ab from body.b\nbad line\n<<<\n>>>capture\n   a from c\n<<<\n';
    expect(findings({ 'a.http': text })['a.http']).toEqual([
      '4:2-5 unused_capture: capture `abc` is never used',
      '5:3-5 unused_capture: capture `ab` is never used',
      '9:4-5 unused_capture: capture `a` is never used',
    ]);
  });
});

describe('cycles through several files', () => {
  it('are reported once, with the way', () => {
    const files = {
      'a.http': '### x\n# @depends ./sub/b.http#y\nGET http://x/\n',
      'sub/b.http': '### y\n# @depends ../a.http#x\nGET http://x/\n',
    };
    expect(findings(files)).toEqual({
      'a.http': [
        expect.stringMatching(
          /^\d+:\d+-\d+ dependency_cycle: dependency cycle: a\.http#x → sub\/b\.http#y → a\.http#x$/,
        ),
      ],
      'sub/b.http': [],
    });
  });

  it('may pass through requests of one file', () => {
    const files = {
      'a.http': '### x\n# @depends z\nGET http://x/\n### z\n# @depends b.spec#y\nGET http://x/\n',
      'b.spec': '### y\n# @depends ./a.http#x\nGET http://x/\n',
    };
    expect(findings(files)['a.http']).toEqual([
      expect.stringMatching(/a\.http#x → a\.http#z → b\.spec#y → a\.http#x$/),
    ]);
  });

  it('are no cycles when they end', () => {
    const files = {
      'a.http': '### x\n# @depends b.http#y\nGET http://x/\n### end\nGET http://x/\n',
      'b.http': '### y\n# @depends a.http#end\nGET http://x/\n',
    };
    expect(findings(files)).toEqual({ 'a.http': [], 'b.http': [] });
  });

  it('of one file alone are found when it is read', () => {
    const cycle = '### x\n# @depends x\nGET http://x/\n';
    expect(findings({ 'a.http': cycle, 'b.http': cycle })).toEqual({ 'a.http': [], 'b.http': [] });
  });
});
