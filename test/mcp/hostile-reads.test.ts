import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFifo } from '../support/files/fifo.js';
import { openMcp, textOf } from '../support/program/mcp-process.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

it('pipes and links of a repository hold nothing up and show nothing of other files', async () => {
  const outside = await temporaryWorkspace({ key: 'canary: [\n' });
  const cwd = await temporaryWorkspace({
    'a.http': '### one\nGET http://127.0.0.1:1/\n',
    'out/a.http': '### one\nGET http://127.0.0.1:1/\n',
    'piped/a.http': '### one\nGET http://127.0.0.1:1/\n',
  });
  await symlink(join(outside, 'key'), join(cwd, 'out', 'service.yaml'));
  await symlink(join(outside, 'key'), join(cwd, 'link.env'));
  const calls: [object, RegExp][] = [
    [{ file: 'out/a.http' }, /^path_outside_workspace: config_file must stay inside the workspace/],
    [{ file: 'a.http', env_file: 'link.env' }, /^path_outside_workspace: env_file must stay/],
  ];
  const pipes = ['pipe.env', 'pipe.http', 'piped/service.yaml'];
  if (pipes.every((name) => makeFifo(join(cwd, name))))
    calls.push(
      [{ file: 'a.http', env_file: 'pipe.env' }, /^invalid_argument: env_file: not a file/],
      [{ file: 'pipe.http' }, /^invalid_argument: file: not a file/],
      [{ file: 'piped/a.http' }, /^invalid_argument: config_file: not a file/],
    );
  const server = await openMcp({ cwd });
  const responses = await Promise.all(calls.map(([args]) => server.call('svc_fetch', args)));
  for (const [index, response] of responses.entries()) {
    expect(textOf(response)).toMatch(calls[index]?.[1] ?? '');
    expect(textOf(response)).not.toContain('canary');
  }
  expect((await server.call('svc_list_requests', {})).result?.isError).toBeFalsy();
  server.child.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
});
