import { expect, it } from 'vitest';
import { openMcp, type McpProcess } from '../support/program/mcp-process.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

interface Entry {
  readonly level: string;
  readonly event: string;
}

async function entriesOf(server: McpProcess): Promise<Entry[]> {
  server.child.stdin.end();
  expect((await server.ended).code).toBe(0);
  const lines = server
    .stderr()
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Entry);
}

it.each([
  ['error', []],
  ['warn', ['protocol']],
  ['info', ['start', 'call', 'protocol', 'stop']],
  ['debug', ['start', 'call', 'protocol', 'stop']],
])('at level %s tells %j', async (level, events) => {
  const cwd = await temporaryWorkspace({ 'a.http': 'GET http://a.example/\n' });
  const server = await openMcp({ cwd, args: ['--log-level', level] });
  await server.call('svc_validate', { file: 'a.http' });
  server.write('[1]\n');
  await server.ask('ping');
  expect((await entriesOf(server)).map(({ event }) => event)).toEqual(events);
});

it('warns at its start that every network is open', async () => {
  const cwd = await temporaryWorkspace();
  const server = await openMcp({ cwd, args: ['--allow-private-network', '--log-level', 'warn'] });
  expect(await entriesOf(server)).toMatchObject([{ level: 'warn', event: 'start', policy: 'any-network' }]);
});
