import { chmod, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { parseText } from '../../request-file/parse-file.js';
import type { Suggestion } from '../../strength/model/advice.js';
import { applyFix, planFix } from './plan-fix.js';

const TEXT = '### a\nGET /a\n\n### b\nGET /b\n\n>>>\nexpect status == 200\n<<<\n';

function suggestionsFor(file: string, text: string, ...assertions: readonly string[]): Suggestion[] {
  return parseText(text, file).requests.flatMap((request) =>
    assertions.map((assertion) => ({ file, request, assertion, catches: 1 })),
  );
}

async function workspaceWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const root = await temporaryWorkspace();
  for (const [name, content] of Object.entries(files)) await writeFile(join(root, name), content);
  return root;
}

describe('the plan of a fix', () => {
  it('has the new text of each file, and changes nothing', async () => {
    const root = await workspaceWith({ 'a.http': TEXT, 'b.http': '\ufeffGET /x\r\n' });
    const suggestions = [
      ...suggestionsFor('a.http', TEXT, 'expect status == 200', 'expect body.id type integer'),
      ...suggestionsFor('b.http', 'GET /x\n', 'expect status == 204'),
    ];
    const { fixes, refusals } = await planFix(suggestions, root);
    expect(refusals).toEqual([]);
    expect(fixes.map(({ file, added, after }) => [file, added, after])).toEqual([
      [
        'a.http',
        3,
        '### a\nGET /a\n\n>>>\nexpect status == 200\nexpect body.id type integer\n<<<\n\n' +
          '### b\nGET /b\n\n>>>\nexpect status == 200\nexpect body.id type integer\n<<<\n',
      ],
      ['b.http', 1, '\ufeffGET /x\r\n\r\n>>>\r\nexpect status == 204\r\n<<<\r\n'],
    ]);
    expect(await readFile(join(root, 'a.http'), 'utf8')).toBe(TEXT);
  });

  it.each<readonly [string, string | Uint8Array, string]>([
    [
      'changed',
      TEXT.replace('GET /a', 'GET /other'),
      'a.http has changed since its responses were checked: line 1 has another request now; run svc strength again',
    ],
    [
      'longer',
      `### new\nGET /new\n\n${TEXT}`,
      'a.http has changed since its responses were checked: line 1 has another request now; run svc strength again',
    ],
    [
      'written for another client',
      `${TEXT.slice(0, TEXT.indexOf('>>>'))}> {%\nclient.log(1)\n%}\n`,
      'a.http is written for another client (line 7), which cannot read `>>>` blocks; nothing was added to it',
    ],
    ['broken', 'GET /a\n\n>>>\nexpect\n', 'a.http:3:1'],
    ['no text', Buffer.from([0x47, 0x45, 0x54, 0x20, 0x2f, 0xff]), 'a.http is not valid UTF-8'],
  ])('leaves a file alone that is %s', async (_, content, reason) => {
    const root = await workspaceWith({ 'a.http': content });
    const { fixes, refusals } = await planFix(suggestionsFor('a.http', TEXT, 'expect size > 1'), root);
    expect(fixes).toEqual([]);
    expect(refusals).toHaveLength(1);
    expect(refusals[0]).toContain(reason);
  });

  it('says which file is gone', async () => {
    const root = await workspaceWith({});
    const { refusals } = await planFix(suggestionsFor('a.http', TEXT, 'expect size > 1'), root);
    expect(refusals[0]).toContain('cannot read a.http');
  });
});

describe('a fix', () => {
  it('is written', async () => {
    const root = await workspaceWith({ 'a.http': TEXT });
    const { fixes } = await planFix(suggestionsFor('a.http', TEXT, 'expect size > 1'), root);
    for (const fix of fixes) await applyFix(fix, [root]);
    expect(await readFile(join(root, 'a.http'), 'utf8')).toBe(fixes[0]?.after);
  });

  it('is not written over a change that came after the plan', async () => {
    const root = await workspaceWith({ 'a.http': TEXT });
    const { fixes } = await planFix(suggestionsFor('a.http', TEXT, 'expect size > 1'), root);
    await writeFile(join(root, 'a.http'), `${TEXT}# more\n`);
    for (const fix of fixes) await expect(applyFix(fix, [root])).rejects.toThrow('a.http has changed');
    expect(await readFile(join(root, 'a.http'), 'utf8')).toBe(`${TEXT}# more\n`);
  });

  it('is not written to a file that may not be changed, or through a link out of the workspace', async () => {
    const outside = await workspaceWith({ 'b.http': TEXT });
    const root = await workspaceWith({ 'a.http': TEXT });
    await symlink(join(outside, 'b.http'), join(root, 'b.http'));
    const suggestions = [
      ...suggestionsFor('a.http', TEXT, 'expect size > 1'),
      ...suggestionsFor('b.http', TEXT, 'expect size > 1'),
    ];
    const { fixes } = await planFix(suggestions, root);
    await chmod(join(root, 'a.http'), 0o444);
    const isRoot = process.getuid?.() === 0;
    for (const fix of fixes.filter(({ file }) => file === 'b.http' || !isRoot))
      await expect(applyFix(fix, [root])).rejects.toThrow(/^could not write|outside/);
    expect(await readFile(join(outside, 'b.http'), 'utf8')).toBe(TEXT);
  });
});
