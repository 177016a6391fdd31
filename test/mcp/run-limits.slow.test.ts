import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { openClient } from '../support/program/mcp-clients.js';
import { listening } from '../support/servers/raw-server.js';

it('skips the elements beyond the limit of results, which turn up while it runs', async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url);
    response.setHeader('Content-Type', 'application/json').end('{"ids":[1,2,3,4,5,6,7,8]}');
  });
  const port = await listening(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const host = `127.0.0.1:${port}`;
  const cwd = await temporaryWorkspace({
    'a.http': [
      `### all\nGET http://${host}/all\n\n>>>capture\nids from body.ids\n<<<\n`,
      `### one\n# @depends all\n# @each {{all.ids}}\nGET http://${host}/{{each}}\n`,
      `### last\nGET http://${host}/last\n`,
    ].join('\n'),
  });
  const flags = ['--allow-private-network', '--allow-run', '--run-host', host, '--run-max-requests', '4'];
  const call = await openClient('modern', cwd, flags);
  const { text, meta } = await call('svc_run', { files: ['a.http'] });
  expect(asked).toEqual(['/all', '/1', '/2', '/3']);
  expect(text).toContain('limit of 4 results');
  expect(text).toContain('#6 SKIP last a.http');
  expect(meta).toMatchObject({ 'svc/run': { passed: 4, failed: 0, skipped: 2, total: 6 } });
});
