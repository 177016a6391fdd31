import { describe, expect, it } from 'vitest';
import { FIXABLE_CODES } from './fix-makers.js';
import { findingOf, fixesOf } from '../../../test/support/runs/fix-texts.js';
import { fixesFor } from './fixes.js';

interface Row {
  readonly code: string;
  readonly before: string;
  /** By title, the text with the fix. */
  readonly fixes: Readonly<Record<string, string>>;
  readonly safe?: boolean;
}

const LOGIN = '### login\nPOST http://x/\n>>>capture\ntoken from body.token\n<<<\n\n';
const USE = 'GET http://x/{{login.token}}\n';
const EARLIER = 'Remove the earlier one, which has no effect';
const CHECK = (line: string): string => `GET http://x/\n>>>\n${line}\n<<<\n`;

const ROWS: readonly Row[] = [
  {
    code: 'missing_depends',
    before: `${LOGIN}### use\n${USE}`,
    fixes: { 'Add `# @depends login`': `${LOGIN}### use\n# @depends login\n${USE}` },
  },
  {
    code: 'missing_depends',
    before: `${LOGIN}### use\n# @name use\n# @timeout 5 s\n${USE}`,
    fixes: {
      'Add `# @depends login`': `${LOGIN}### use\n# @name use\n# @depends login\n# @timeout 5 s\n${USE}`,
    },
  },
  {
    code: 'missing_depends',
    before: `${LOGIN}### a\nGET http://x/\n\n### use\n# @depends a\n# @name use\n${USE}`,
    fixes: {
      'Add `# @depends login`': `${LOGIN}### a\nGET http://x/\n\n### use\n# @depends a\n# @depends login\n# @name use\n${USE}`,
    },
  },
  {
    code: 'extra_mock',
    before: '### a\n# @name a\nGET http://x/\n>>>mock\n1\n<<<\n>>>mock\n2\n<<<\n',
    fixes: {
      'Add `# @mock.sequence cycle`':
        '### a\n# @name a\n# @mock.sequence cycle\nGET http://x/\n>>>mock\n1\n<<<\n>>>mock\n2\n<<<\n',
    },
  },
  {
    code: 'bare_directive',
    before: 'GET http://x/\n\n###\n  @timeout 5 s\nGET http://x/\n',
    fixes: { 'Write `# @timeout`': 'GET http://x/\n\n###\n  # @timeout 5 s\nGET http://x/\n' },
    safe: true,
  },
  {
    code: 'missing_separator',
    before: `${CHECK('expect status 200')}# @timeout 5 s\nGET http://x/\n`,
    fixes: {
      'Start the request with `###`': `${CHECK('expect status 200')}###\n# @timeout 5 s\nGET http://x/\n`,
    },
    safe: true,
  },
  {
    code: 'unclosed_block',
    before: 'GET http://x/\n>>>\nexpect status 200\n\n### b\nGET http://x/\n',
    fixes: { 'Close the block': 'GET http://x/\n>>>\nexpect status 200\n<<<\n\n### b\nGET http://x/\n' },
  },
  {
    code: 'unclosed_block',
    before: 'GET http://x/\n>>>\nexpect status 200',
    fixes: { 'Close the block': 'GET http://x/\n>>>\nexpect status 200\n<<<' },
  },
  {
    code: 'unexpected_close',
    before: '<<<\nGET http://x/\n',
    fixes: { 'Remove this line': 'GET http://x/\n' },
  },
  {
    code: 'orphan_directive',
    before: 'GET http://x/\n\n###\n# @timeout 5 s',
    fixes: { 'Remove this line': 'GET http://x/\n\n###' },
  },
  {
    code: 'unused_capture',
    before: 'GET http://x/\n>>>capture\na from body.a\n<<<\n',
    fixes: { 'Remove this line': 'GET http://x/\n>>>capture\n<<<\n' },
  },
  {
    code: 'computed_header',
    before: 'GET http://x/\nAccept: */*\nContent-Length: 5\n',
    fixes: { 'Remove the header that is not sent': 'GET http://x/\nAccept: */*\n' },
    safe: true,
  },
  {
    code: 'auth_overrides_header',
    before: '# @auth bearer abc\nGET http://x/\nAuthorization: x\n',
    fixes: { 'Remove the header that is not sent': '# @auth bearer abc\nGET http://x/\n' },
    safe: true,
  },
  {
    code: 'indented_delimiter',
    before: 'GET http://x/\n\ntext\n \t### b\nGET http://x/\n',
    fixes: { 'Move `###` to column 1': 'GET http://x/\n\ntext\n### b\nGET http://x/\n' },
  },
  {
    code: 'unknown_operator',
    before: CHECK('expect body.a !contians b'),
    fixes: { 'Change to `contains`': CHECK('expect body.a !contains b') },
  },
  {
    code: 'unknown_method',
    before: 'GTE http://x/\n',
    fixes: { 'Change to `GET`': 'GET http://x/\n' },
  },
  {
    code: 'unknown_directive',
    before: '# @timeuot 5 s\nGET http://x/\n',
    fixes: { 'Change to `timeout`': '# @timeout 5 s\nGET http://x/\n' },
  },
  {
    code: 'unknown_function',
    before: 'GET http://x/{{$base46(a)}}\n',
    fixes: { 'Change to `base64`': 'GET http://x/{{$base64(a)}}\n' },
  },
  {
    code: 'unknown_auth_method',
    before: '# @auth baerer abc\nGET http://x/\n',
    fixes: { 'Change to `bearer`': '# @auth bearer abc\nGET http://x/\n' },
  },
  {
    code: 'unknown_block',
    before: 'GET http://x/\n>>>captur\n<<<\n',
    fixes: { 'Change to `capture`': 'GET http://x/\n>>>capture\n<<<\n' },
  },
  {
    code: 'suspicious_subject',
    before: CHECK('expect staus 200'),
    fixes: { 'Change to `status`': CHECK('expect status 200') },
  },
  {
    code: 'unknown_dependency',
    before: `${LOGIN}### use\n# @depends lgoin\n${USE}`,
    fixes: { 'Change to `login`': `${LOGIN}### use\n# @depends login\n${USE}` },
  },
  {
    code: 'unknown_dependency',
    before: '### log in\nGET http://x/\n\n### use\n# @depends "log-in"\nGET http://x/\n',
    fixes: {
      'Change to `log in`': '### log in\nGET http://x/\n\n### use\n# @depends "log in"\nGET http://x/\n',
    },
  },
  {
    code: 'duplicate_directive',
    before: '# @timeout 5 s\n# @tags a\n# @TIMEOUT 6 s\nGET http://x/\n',
    fixes: { [EARLIER]: '# @tags a\n# @TIMEOUT 6 s\nGET http://x/\n' },
    safe: true,
  },
  {
    code: 'duplicate_directive',
    before: `${CHECK('expect status 200')}# @timeout 5 s\n# @timeout 6 s\nGET http://x/\n`,
    fixes: { [EARLIER]: `${CHECK('expect status 200')}# @timeout 6 s\nGET http://x/\n` },
    safe: true,
  },
  {
    code: 'duplicate_variable',
    before: '@a = 1\n@b = 2\n@a = 3\nGET http://x/{{a}}\n',
    fixes: { [EARLIER]: '@b = 2\n@a = 3\nGET http://x/{{a}}\n' },
    safe: true,
  },
  {
    code: 'duplicate_capture',
    before: 'GET http://x/{{a}}\n>>>capture\na from body.a\na from body.b\n<<<\n',
    fixes: { [EARLIER]: 'GET http://x/{{a}}\n>>>capture\na from body.b\n<<<\n' },
    safe: true,
  },
  {
    code: 'duplicate_title',
    before: '### a\nGET http://x/\n\n### a 2\nGET http://x/\n\n### a\nGET http://x/\n',
    fixes: {
      'Give this request a name of its own':
        '### a\nGET http://x/\n\n### a 2\nGET http://x/\n\n### a\n# @name a 3\nGET http://x/\n',
    },
  },
  {
    code: 'duplicate_title',
    before: '###\n# @name a\nGET http://x/\n\n###\n# @tags b\n# @name a\nGET http://x/\n',
    fixes: {
      'Give this request a name of its own':
        '###\n# @name a\nGET http://x/\n\n###\n# @tags b\n# @name a 2\nGET http://x/\n',
    },
  },
  {
    code: 'duplicate_directive',
    before: '###\n# @retry 1\n# @timeout 5 s\n# @retry 2\nGET http://x/\n\n> {%\nfoo()\n%}\n',
    fixes: { [EARLIER]: '###\n# @timeout 5 s\n# @retry 2\nGET http://x/\n\n> {%\nfoo()\n%}\n' },
    safe: true,
  },
  {
    code: 'orphan_directive',
    before: '# @timeout 5 s\n# @auth none\n',
    fixes: { 'Remove this line': '# @timeout 5 s\n' },
  },
  {
    code: 'dialect_authorization',
    before: 'GET http://x/\nAuthorization: Basic ada lovelace\nAccept: */*\n',
    fixes: {
      'Write it as `# @auth basic ada, lovelace`':
        'GET http://x/\n# @auth basic ada, lovelace\nAccept: */*\n',
    },
  },
  {
    code: 'suspicious_value',
    before: CHECK('expect body.a not there yet # why'),
    fixes: { 'Compare as text': CHECK('expect body.a "not there yet" # why') },
  },
  {
    code: 'suspicious_value',
    before: CHECK('expect body.a eqals "x" when status == 200 # why'),
    fixes: { 'Compare as text': CHECK('expect body.a "eqals \\"x\\"" when status == 200 # why') },
  },
  {
    code: 'suspicious_value',
    before: CHECK('expect body.a == call me when ready # why'),
    fixes: { 'Compare as text': CHECK('expect body.a == "call me when ready" # why') },
  },
  {
    code: 'bad_value',
    before: CHECK('expect body.a == {"b": # why'),
    fixes: { 'Compare as text': CHECK('expect body.a == "{\\"b\\":" # why') },
  },
  {
    code: 'unexpected_value',
    before: CHECK('expect body.a exists  now # why'),
    fixes: { 'Remove the value': CHECK('expect body.a exists # why') },
  },
  {
    code: 'blank_in_url',
    before: 'GET http://x/a b\tc {{ d }} e HTTP/1.1\n',
    fixes: { 'Write `%20`': 'GET http://x/a%20b%20c%20{{ d }}%20e HTTP/1.1\n' },
    safe: true,
  },
  {
    code: 'blank_in_url',
    before: 'GET http://x\n  /a b\n  /c HTTP/1.1\n',
    fixes: { 'Write `%20`': 'GET http://x\n  /a%20b\n  /c HTTP/1.1\n' },
    safe: true,
  },
];

describe('a fix', () => {
  it.each(ROWS)(
    'of $code has its title and its text: $before',
    async ({ code, before, fixes, safe = false }) => {
      expect(await fixesOf(before, code)).toEqual(fixes);
      const made = await fixesFor(await findingOf(before, code), before);
      expect(made.map((each) => each.safe)).toEqual(made.map(() => safe));
    },
  );

  it('is made for every code with a row', () => {
    expect(new Set(ROWS.map(({ code }) => code))).toEqual(new Set(FIXABLE_CODES));
  });

  it.each(ROWS)('of $code keeps the line ends of Windows: $before', async ({ code, before, fixes }) => {
    const other = (text: string): string => text.replaceAll('\n', '\r\n');
    const expected = Object.entries(fixes).map(([title, text]) => [title, other(text)]);
    expect(await fixesOf(other(before), code)).toEqual(Object.fromEntries(expected));
  });

  it.each(ROWS)(
    'of $code counts columns after a byte order mark: $before',
    async ({ code, before, fixes }) => {
      const expected = Object.entries(fixes).map(([title, text]) => [title, `\uFEFF${text}`]);
      expect(await fixesOf(`\uFEFF${before}`, code)).toEqual(Object.fromEntries(expected));
    },
  );
});
