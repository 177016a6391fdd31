import { spawn } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { dedent } from '../support/dedent.js';
import { openMcp, textOf } from '../support/program/mcp-process.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

const CALLS = 250;
const INSIDE = '### inside\nGET http://inside.example/\n';
const OUTSIDE = dedent`
  ### outside
  GET http://outside.example/

  ### secret
  GET http://secret.example/
`;
/** Puts a file and a link in each other's place for as long as it lives: a rename is never half done. */
const SWAPPER = `const fs = require('node:fs');
process.chdir(process.argv[1]);
for (;;) for (const kind of ['link', 'file', 'folder-link', 'folder']) {
  const target = kind.startsWith('folder') ? 'sub' : 'a.http';
  fs.rmSync('next', { force: true, recursive: true });
  if (kind === 'file') fs.writeFileSync('next', fs.readFileSync('inside.http'));
  else if (kind === 'link') fs.symlinkSync(fs.readlinkSync('way-out') + '/x.http', 'next');
  else if (kind === 'folder-link') fs.symlinkSync(fs.readlinkSync('way-out'), 'next');
  else { fs.mkdirSync('next'); fs.writeFileSync('next/x.http', fs.readFileSync('inside.http')); }
  if (kind.startsWith('folder')) fs.rmSync('sub', { force: true, recursive: true });
  fs.renameSync('next', target);
}`;

it('a path that changes while it is opened never leads outside', async () => {
  const outside = await temporaryWorkspace({ 'x.http': OUTSIDE });
  const cwd = await temporaryWorkspace({ 'inside.http': INSIDE, 'a.http': INSIDE, 'sub/x.http': INSIDE });
  await symlink(outside, join(cwd, 'way-out'));
  const swapper = spawn(process.execPath, ['-e', SWAPPER, cwd], { stdio: 'ignore' });
  onTestFinished(() => void swapper.kill('SIGKILL'));
  const server = await openMcp({ cwd });
  const found = new Map<string, number>();
  for (let made = 0; made < CALLS; made++) {
    const file = made % 2 === 0 ? 'a.http' : 'sub/x.http';
    const response = await server.call('svc_validate', { file });
    // The file inside has one request, the one outside two.
    const outcome = response.result?.isError
      ? (textOf(response).split(':')[0] ?? '')
      : `${String(response.result?.structuredContent?.['requests'])} read`;
    found.set(outcome, (found.get(outcome) ?? 0) + 1);
  }
  expect(swapper.exitCode).toBeNull();
  expect([...found.keys()].filter((outcome) => outcome.endsWith(' read'))).toEqual(['1 read']);
  expect(found.get('path_outside_workspace')).toBeGreaterThan(0);
});
