import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { openClient } from '../support/program/mcp-clients.js';
import { listening } from '../support/servers/raw-server.js';

it('explains what a request uses by the request of its own file, not by one of the same name', async () => {
  const server = createServer(({ url }, response) => {
    response.setHeader('Content-Type', 'application/json').end(`{"num":"from ${url}"}`);
  });
  const port = await listening(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${port}`;
  const text = (file: string): string =>
    `### login\nGET http://${host}/${file}\n\n>>>capture\nnum from body.num\n<<<\n\n` +
    `### read\n# @depends login\nGET http://${host}/read\nX-Num: {{login.num}}\n\n>>>\nexpect status == 201\n<<<\n`;
  const cwd = await temporaryWorkspace({ 'a.http': text('a'), 'b.http': text('b') });
  const call = await openClient('modern', cwd, [
    '--allow-private-network',
    '--allow-run',
    '--run-host',
    host,
  ]);
  await call('svc_run', { files: ['a.http', 'b.http'] });
  for (const [request, from, value] of [
    [2, 'capture of #1', 'from /a'],
    [4, 'capture of #3', 'from /b'],
  ]) {
    const { structured } = await call('svc_explain', { run: 'r1', request });
    expect(structured?.['uses']).toEqual([{ name: 'login.num', from, value }]);
  }
});
