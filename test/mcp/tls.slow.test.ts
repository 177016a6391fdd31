import { createServer as createSecureServer } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createCertificate, type Certificate } from '../support/files/certificates.js';
import { openMcp, textOf, type McpProcess } from '../support/program/mcp-process.js';
import { listening } from '../support/servers/raw-server.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

const HOUR = 3_600_000;
const authority = createCertificate({ name: 'authority', authority: true });
const good = createCertificate({ name: 'good', hosts: ['127.0.0.1'] }, authority);

async function started(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `https://127.0.0.1:${await listening(server)}/`;
}

function secure({ cert, key }: Certificate, more: object = {}): Promise<string> {
  return started(createSecureServer({ cert, key, ...more }, (_request, response) => response.end('ok')));
}

/** Under any-network, and in a world where one authority more is trusted. */
async function openHere(files: Record<string, string> = {}): Promise<McpProcess> {
  const cwd = await temporaryWorkspace({ 'authority.pem': authority.cert, ...files });
  const env = { NODE_EXTRA_CA_CERTS: join(cwd, 'authority.pem') };
  return openMcp({ cwd, env, args: ['--allow-private-network'] });
}

it('failures of TLS have fixed words', async () => {
  const hosts = ['127.0.0.1'];
  const later = { notBefore: new Date(Date.now() + HOUR), notAfter: new Date(Date.now() + 2 * HOUR) };
  const earlier = { notBefore: new Date(Date.now() - 2 * HOUR), notAfter: new Date(Date.now() - HOUR) };
  const old = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' };
  const check = 'no argument switches this check off; try another address or tell the user';
  const port = 'check that the port speaks https';
  const expected: readonly (readonly [string, string])[] = [
    [await secure(good), 'ok'],
    [
      await secure(createCertificate({ name: 'a', hosts, ...earlier }, authority)),
      `certificate expired; ${check}`,
    ],
    [await secure(createCertificate({ name: 'a', hosts, ...later }, authority)), `not trusted; ${check}`],
    [await secure(createCertificate({ name: 'a', hosts })), `not trusted; ${check}`],
    [
      await secure(createCertificate({ name: 'a', hosts: ['b.example'] }, authority)),
      'wrong name; use the host name that the certificate is for',
    ],
    [await secure(good, old), `handshake failed; ${port}`],
    [await started(createServer((socket) => socket.end('SSH-2.0-server\r\n'))), `handshake failed; ${port}`],
  ];
  const mcp = await openHere();
  for (const [url, words] of expected) {
    const text = textOf(await mcp.call('svc_fetch', { url }));
    expect(text).toBe(words === 'ok' ? 'ok' : `tls_error: 127.0.0.1: ${words}`);
  }
});

it('a config may ask for no checks under any-network only', async () => {
  const url = await secure(createCertificate({ name: 'a', hosts: ['127.0.0.1'] }));
  const mcp = await openHere({ 'a.http': `GET ${url}\n`, 'service.yaml': 'validateSSL: false\n' });
  expect(textOf(await mcp.call('svc_fetch', { file: 'a.http' }))).toBe('ok');
  expect(textOf(await mcp.call('svc_fetch', { url }))).toMatch(/^tls_error: 127\.0\.0\.1: not trusted;/);
});
