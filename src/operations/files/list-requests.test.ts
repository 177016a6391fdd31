import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { listRequests } from './list-requests.js';

it('reads each file only when it is its turn', async () => {
  const root = await temporaryWorkspace({ 'a.http': 'GET /a\n', 'b.http': 'GET /b\n', 'c.http': 'GET /c\n' });
  const problems: string[] = [];
  const listed: string[] = [];
  const all = { names: [], tags: [], excludeTags: [] };
  for await (const { file, requests } of listRequests(['.', 'd'], root, all, (each) => problems.push(each))) {
    listed.push(`${file} ${requests.map(({ url }) => url).join()}`);
    await rm(join(root, 'b.http'), { force: true });
  }
  expect(listed).toEqual(['a.http /a', 'c.http /c']);
  expect(problems).toEqual([
    'd does not exist; expected a .http, .rest or .spec file, or a directory',
    'cannot read b.http: no such file or directory',
  ]);
});
