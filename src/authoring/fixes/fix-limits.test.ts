import { describe, expect, it } from 'vitest';
import { findingOf, fixedText, fixesOf } from '../../../test/support/runs/fix-texts.js';
import { fixesFor } from './fixes.js';

const USE = 'GET http://x/{{login.token}}\n';
const EARLIER = 'Remove the earlier one, which has no effect';

describe('a fix', () => {
  it('changes to at most three near words, none of which takes more than two edits', async () => {
    const names = ['abcd1', 'abcd2', 'abcd3', 'abcd4', 'xyzabcd'];
    const text = `${names.map((name) => `### ${name}\nGET http://x/\n`).join('\n')}
### use\n# @depends abcd\nGET http://x/\n`;
    expect(Object.keys(await fixesOf(text, 'unknown_dependency'))).toEqual(
      ['abcd1', 'abcd2', 'abcd3'].map((name) => `Change to \`${name}\``),
    );
  });

  it('removes every earlier line, since the finding would stay otherwise', async () => {
    const text = '@a = 1\n@a = 2\n@a = 3\nGET http://x/{{a}}\n';
    expect(await fixesOf(text, 'duplicate_variable')).toEqual({ [EARLIER]: '@a = 3\nGET http://x/{{a}}\n' });
  });

  it('of a name in another file needs the names of that file', async () => {
    const text = '# @depends ./auth.http#lgoin\nGET http://x/\n';
    const finding = {
      code: 'unknown_dependency',
      message: '`@depends ./auth.http#lgoin`: no such request; this request will be skipped',
      ...{ line: 1, column: 12, endColumn: 29 },
    };
    expect(await fixesFor(finding, text)).toEqual([]);
    const requestNames = (path: string): readonly string[] => (path === './auth.http' ? ['login', 'x'] : []);
    const [fix, ...others] = await fixesFor(finding, text, { requestNames });
    expect(others).toEqual([]);
    expect(fix?.title).toBe('Change to `login`');
    expect(fixedText(text, fix?.edits ?? [])).toBe('# @depends ./auth.http#login\nGET http://x/\n');
    // The text has changed since the other file was looked at.
    expect(await fixesFor(finding, text.replace('lgoin', 'lgion'), { requestNames })).toEqual([]);
  });
});

describe('no fix', () => {
  it.each([
    {
      reason: 'closes a circle',
      code: 'missing_depends',
      text: `### login\n# @depends use\nPOST http://x/\n>>>capture\ntoken from body.token\n<<<\n\n### use\n${USE}`,
    },
    {
      reason: 'takes a circle for a name that is near',
      code: 'unknown_dependency',
      text: '### alone\n# @depends alon\nGET http://x/\n',
    },
    {
      reason: 'changes to a word that is too far away',
      code: 'unknown_directive',
      text: '# @tmoot 5 s\nGET http://x/\n',
    },
    {
      reason: 'unmasks a secret',
      code: 'duplicate_variable',
      text: '@secret a = 1\n@a = 2\nGET http://x/{{a}}\n',
    },
    {
      reason: 'takes a value from other files',
      code: 'duplicate_capture',
      text: 'GET http://x/{{a}}\n>>>capture\nglobal a from body.a\na from body.b\n<<<\n',
    },
    {
      reason: 'causes another error',
      code: 'indented_delimiter',
      text: 'GET http://x/\n\n{\n  ### b\n}\n',
    },
    {
      reason: 'quotes what is no assertion',
      code: 'suspicious_value',
      text: '# @set a = call me when ready\nGET http://x/\n',
    },
    {
      reason: 'is for a code without a row',
      code: 'empty_url',
      text: 'GET\n',
    },
  ])('$reason', async ({ code, text }) => {
    expect(await fixesOf(text, code)).toEqual({});
  });

  it('is made for a finding that the text does not have, or a code that is none', async () => {
    const text = '# @timeuot 5 s\nGET http://x/\n';
    const finding = await findingOf(text, 'unknown_directive');
    expect(await fixesFor(finding, text)).toHaveLength(1);
    expect(await fixesFor({ ...finding, line: 2 }, text)).toEqual([]);
    expect(await fixesFor(finding, 'GET http://x/\n')).toEqual([]);
    for (const code of ['constructor', 'toString', '__proto__', 'undefined_variable'])
      expect(await fixesFor({ ...finding, code }, text)).toEqual([]);
  });
});
