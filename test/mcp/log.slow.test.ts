import { expect, it } from 'vitest';
import { openMcp } from '../support/program/mcp-process.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { entriesOf } from './log-setup.js';

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
