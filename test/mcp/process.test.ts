import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openMcp } from '../support/program/mcp-process.js';
import { listening } from '../support/servers/raw-server.js';
import { runSvc } from '../support/program/run-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

/** Takes requests and never responds; notes when one came and when its connection was closed. */
async function silentServer(): Promise<{ url: string; asked: Promise<void>; closed: Promise<void> }> {
  let resolveAsked = (): void => {};
  let resolveClosed = (): void => {};
  const asked = new Promise<void>((resolve) => (resolveAsked = resolve));
  const closed = new Promise<void>((resolve) => (resolveClosed = resolve));
  const sockets = new Set<Socket>();
  const server: Server = createServer(() => resolveAsked());
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => resolveClosed());
  });
  const port = await listening(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}/`, asked, closed };
}

describe('svc mcp serve at its start', () => {
  it('prints help on standard error', async () => {
    const cwd = await temporaryWorkspace();
    const { code, stdout, stderr } = await runSvc(['mcp', 'serve', '--help'], { cwd });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toMatch(/^Usage: svc mcp serve/);
  });
});

describe('svc mcp serve at its end', () => {
  it('ends at once with standard input when nothing is under way', async () => {
    const cwd = await temporaryWorkspace();
    const server = await openMcp({ cwd });
    server.child.stdin.end();
    expect(await server.ended).toEqual({ code: 0, signal: null });
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'responds to running calls and ends with 0 on %s',
    async (signal) => {
      const cwd = await temporaryWorkspace();
      const { url, asked, closed } = await silentServer();
      const server = await openMcp({ cwd, args: ['--allow-private-network'] });
      const response = server.call('svc_fetch', { url });
      await asked;
      server.child.kill(signal);
      expect((await response).result?._meta?.['svc/error']).toEqual({ code: 'cancelled', retryable: false });
      expect(await server.ended).toEqual({ code: 0, signal: null });
      await closed;
    },
  );
});

describe('a cancelled call', () => {
  it('closes its connection and gets no response', async () => {
    const cwd = await temporaryWorkspace({ 'a.http': 'GET http://a.example/\n' });
    const { url, asked, closed } = await silentServer();
    const server = await openMcp({ cwd, args: ['--allow-private-network'] });
    const params = { name: 'svc_fetch', arguments: { url } };
    server.write(`${JSON.stringify({ jsonrpc: '2.0', id: 500, method: 'tools/call', params })}\n`);
    await asked;
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 500 } };
    server.write(
      `${JSON.stringify(cancel)}\n{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":12345}}\n`,
    );
    await closed;
    expect((await server.call('svc_validate', { file: 'a.http' })).result?.isError).toBeUndefined();
    server.child.stdin.end();
    await server.ended;
    expect(server.lines().map(({ id }) => id)).not.toContain(500);
  });
});
