import { expect, it } from 'vitest';
import { openMcp } from '../support/program/mcp-process.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a second %s ends at once what waits for its client', async (signal, code) => {
  const cwd = await temporaryWorkspace({ 'a.http': 'GET http://a.example/\n' });
  const server = await openMcp({ cwd, args: ['--log-level', 'error'] });
  const other = await openMcp({ cwd, args: ['--log-level', 'error'] });
  // A client that does not read: responses stay in the pipe, and the server waits for it.
  server.child.stdout.pause();
  for (let id = 1001; id <= 1400; id++)
    server.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list', params: {} })}\n`);
  const { stdout } = server.child;
  await expect.poll(() => stdout.readableLength).toBeGreaterThanOrEqual(stdout.readableHighWaterMark);
  server.child.kill(signal);
  // Another server, whose client reads, ends with its first signal.
  other.child.kill(signal);
  await other.ended;
  const wasAlive = server.child.exitCode === null;
  server.child.kill(signal);
  const gone = new Promise<number | null>((resolve) => server.child.once('exit', resolve));
  expect({ wasAlive, code: await gone }).toEqual({ wasAlive: true, code });
});
