import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { readPages } from '../support/files/markdown.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { openMcp, textOf } from '../support/program/mcp-process.js';
import { listening } from '../support/servers/raw-server.js';

const SHOWN_HOST = '127.0.0.1:8080';

/** Times and the version of svc are other ones each time. */
const comparable = (text: string): string =>
  text.replaceAll(/\d+ ms/g, 'N ms').replaceAll(/svc\/[\w.-]+/g, 'svc/N');

it('runs and explains the orders of docs/mcp.md as the page shows', async () => {
  const page = (await readPages()).find(({ path }) => path === 'docs/mcp.md');
  const shown = (note: string, value: string): string =>
    page?.examples.find(({ notes }) => notes.get(note) === value)?.text ?? '';
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(request.url === '/orders' ? '[]' : '{"id":9,"total":40,"sum":{"gross":42.50}}');
  });
  const host = `127.0.0.1:${await listening(server)}`;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const cwd = await temporaryWorkspace({
    'orders.http': shown('file', 'tests/orders.http').replaceAll(SHOWN_HOST, host),
  });
  const mcp = await openMcp({ cwd, args: ['--allow-private-network', '--allow-run', '--run-host', host] });
  const run = textOf(await mcp.call('svc_run', { files: ['orders.http'] }));
  expect(comparable(run.replaceAll(host, SHOWN_HOST))).toBe(comparable(shown('result', 'svc_run').trimEnd()));
  const explained = textOf(await mcp.call('svc_explain', { run: 'r1', request: 2 }));
  expect(JSON.parse(comparable(explained.replaceAll(host, SHOWN_HOST)))).toEqual(
    JSON.parse(comparable(shown('result', 'svc_explain'))),
  );
});
