import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { openLsp, uriOf } from '../support/program/lsp-client.js';

it('folders come and go while documents are open', async () => {
  const root = await temporaryWorkspace({
    'one/a.http': '### a\n# @depends ../two/b.http#b\nGET http://127.0.0.1/\n',
    'two/b.http': '### b\nGET http://127.0.0.1/\n',
  });
  const client = await openLsp({
    folders: [join(root, 'one')],
    capabilities: { workspace: { workspaceFolders: true } },
  });
  expect(client.initialized.capabilities.workspace?.workspaceFolders).toMatchObject({ supported: true });
  const uri = uriOf(join(root, 'one', 'a.http'));
  const text = '### a\n# @depends ../two/b.http#b\nGET http://127.0.0.1/\n';
  expect(await client.open(uri, text)).toMatchObject([{ code: 'missing_file' }]);
  const folder = (path: string): object => ({ uri: uriOf(path), name: 'folder' });
  const found = client.published(uri, ({ diagnostics }) => diagnostics.length === 0);
  await client.emit('workspace/didChangeWorkspaceFolders', {
    event: { added: [folder(root)], removed: [folder(join(root, 'one'))] },
  });
  expect(await found).toEqual([]);
  await expect.poll(async () => (await client.ask<unknown[]>('svc/files', {})).length).toBe(2);
  const lost = client.published(uri, ({ diagnostics }) => diagnostics.length === 1);
  await client.emit('workspace/didChangeWorkspaceFolders', { event: { added: [], removed: [folder(root)] } });
  expect(await lost).toMatchObject([{ code: 'missing_file' }]);
  expect(await client.ask('svc/files', {})).toEqual([]);
});
