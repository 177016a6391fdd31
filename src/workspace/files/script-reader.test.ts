import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { FileIndex } from './file-index.js';
import { parseWithScripts, scriptReader } from './script-reader.js';

describe('a script file', () => {
  it.each([
    ['beside the request file', './own.js', 'own'],
    ['in a parent folder inside the workspace', '../shared/check.js', 'shared'],
    ['outside of the workspace', '../../outside.js', undefined],
    ['behind a link that leads out of the workspace', './leak.js', undefined],
    ['that does not exist', './none.js', undefined],
    ['that is a folder', './folder.js', undefined],
  ])('%s', async (_title, name, expected) => {
    const top = await temporaryWorkspace({
      'outside.js': 'outside',
      'root/api/own.js': 'own',
      'root/shared/check.js': 'shared',
    });
    const directory = join(top, 'root/api');
    await symlink(join(top, 'outside.js'), join(directory, 'leak.js'));
    await mkdir(join(directory, 'folder.js'));
    expect(await scriptReader(directory, async () => join(top, 'root'))(name)).toBe(expected);
  });

  it('that is too large is cut behind the limit, so that it is reported', async () => {
    const root = await temporaryWorkspace({ 'large.js': 'x'.repeat(2 * 256 * 1024) });
    const text = await scriptReader(root, async () => root)('./large.js');
    expect(text).toHaveLength(256 * 1024 + 1);
  });

  it('needs the workspace only if there is one', async () => {
    const root = await temporaryWorkspace({ 'a.http': 'GET http://x/\n' });
    const bytes = Buffer.from('GET http://x/\n');
    expect((await parseWithScripts({ path: 'a.http', bytes }, root)).namesScripts).toBe(false);
  });
});

describe('the index of a workspace', () => {
  it('reads scripts again, which may change while the request file stays the same', async () => {
    const request = 'GET http://x/\n\n> ../check.js\n';
    const root = await temporaryWorkspace({ 'api/a.http': request, 'check.js': check(200) });
    const index = new FileIndex(root, () => undefined);
    const expected = async (): Promise<unknown> =>
      (await index.parsed('api/a.http')).file.requests[0]?.scriptAssertions?.[0]?.expected;
    await index.list();
    expect(await expected()).toBe(200);
    await writeFile(join(root, 'check.js'), check(204));
    expect(await expected()).toBe(204);
  });
});

function check(status: number): string {
  return `client.test("status", () => client.assert(response.status === ${status}));`;
}
