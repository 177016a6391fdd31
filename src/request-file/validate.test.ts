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

  it('may be used by another file', () => {
    expect(findings({ 'a.http': capture('login'), 'b.http': user('login.token') })).toEqual({
      'a.http': [],
      'b.http': [],
    });
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

describe('cycles through several files', () => {
  it('are reported once, with the way', () => {
    const files = {
      'a.http': dedent`
        ### x
        # @depends ./sub/b.http#y
        GET http://x/
      `,
      'sub/b.http': dedent`
        ### y
        # @depends ../a.http#x
        GET http://x/
      `,
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
      'a.http': dedent`
        ### x
        # @depends z
        GET http://x/
        ### z
        # @depends b.spec#y
        GET http://x/
      `,
      'b.spec': dedent`
        ### y
        # @depends ./a.http#x
        GET http://x/
      `,
    };
    expect(findings(files)['a.http']).toEqual([
      expect.stringMatching(/a\.http#x → a\.http#z → b\.spec#y → a\.http#x$/),
    ]);
  });

  it('are no cycles when they end', () => {
    const files = {
      'a.http': dedent`
        ### x
        # @depends b.http#y
        GET http://x/
        ### end
        GET http://x/
      `,
      'b.http': dedent`
        ### y
        # @depends a.http#end
        GET http://x/
      `,
    };
    expect(findings(files)).toEqual({ 'a.http': [], 'b.http': [] });
  });

  it('of one file alone are found when it is read', () => {
    const cycle = dedent`
      ### x
      # @depends x
      GET http://x/
    `;
    expect(findings({ 'a.http': cycle, 'b.http': cycle })).toEqual({ 'a.http': [], 'b.http': [] });
  });
});
