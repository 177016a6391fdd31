import { expect, it } from 'vitest';
import { openMcp } from '../support/program/mcp-process.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { entriesOf } from './log-setup.js';

it('warns at its start that every network is open', async () => {
  const cwd = await temporaryWorkspace();
  const server = await openMcp({ cwd, args: ['--allow-private-network', '--log-level', 'warn'] });
  expect(await entriesOf(server)).toMatchObject([{ level: 'warn', event: 'start', policy: 'any-network' }]);
});
