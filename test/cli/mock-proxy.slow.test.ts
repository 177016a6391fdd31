import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { rawServer } from '../support/servers/raw-server.js';
import { startTarget } from '../support/servers/recording.js';
import { exchangeRaw } from '../support/clients/raw-exchange.js';
import { startProxy, endProxy } from './mock-proxy-setup.js';

/** What comes back until the connection ends or the condition holds. */
function rawResponse(port: number, sent: string, isEnough = (_text: string) => false): Promise<string> {
  const socket: Socket = connect(port, '127.0.0.1', () => socket.write(sent));
  onTestFinished(() => void socket.destroy());
  let text = '';
  return new Promise((resolve) => {
    socket.on('data', (data: Buffer) => {
      text += data.toString('latin1');
      if (isEnough(text)) socket.destroy();
    });
    socket.on('error', () => resolve(text)).on('close', () => resolve(text));
  });
}

describe('svc mock --proxy', () => {
  it('lets pages of every origin read the responses of the other server', async () => {
    const target = await startTarget((_request, response) => {
      response.writeHead(200, { 'Access-Control-Allow-Origin': 'https://only.test', Vary: 'Accept' }).end();
    });
    const svc = await startProxy('--proxy', target.url, '--cors');
    const origin = ['Origin', 'http://page.test'];
    const { headers } = await exchangeRaw(svc.port, { method: 'GET', target: '/x', headers: origin });
    expect(headers).toContain('http://page.test');
    expect(headers).not.toContain('https://only.test');
    expect(headers.filter((name) => name === 'Vary')).toHaveLength(2);
  });

  it('passes on what a listener was told before', async () => {
    const target = await startTarget((request, response) => void request.pipe(response));
    const svc = await startProxy('--proxy', target.url, '-v');
    const { body } = await exchangeRaw(svc.port, { method: 'PUT', target: '/x', body: 'hello' });
    expect(body.toString()).toBe('hello');
    const { stdout } = await endProxy(svc);
    expect(stdout).toContain('  > hello\n');
    expect(stdout).toContain('  < hello\n');
  });

  it('says what it does not pass on', async () => {
    const target = await startTarget((_request, response) => void response.end('reached'));
    const svc = await startProxy('--proxy', target.url);
    const send = (head: string): Promise<string> =>
      rawResponse(svc.port, `${head}\r\nConnection: close\r\n\r\n`, (text) => text.endsWith('}\n'));
    expect(await send('GET /x HTTP/1.1\r\nHost: rebound.test')).toMatch(/^HTTP\/1\.1 403 .*rebound\.test/s);
    expect(await send('GET http://other.test/x HTTP/1.1\r\nHost: other.test')).toMatch(/^HTTP\/1\.1 400 /);
    const upgrade =
      'GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
    expect(await rawResponse(svc.port, upgrade, (text) => text.endsWith('}\n'))).toMatch(/^HTTP\/1\.1 501 /);
    expect(await send('GET /x HTTP/1.1\r\nHost: localhost')).toMatch(/reached/);
  });

  it('stays well whatever the other server does', async () => {
    const sent: Record<string, string> = {
      '/silent': '',
      '/garbage': 'what is this\r\n\r\n',
      '/bad-header': 'HTTP/1.1 200 OK\r\nA B: c\r\n\r\n',
      '/bad-length': 'HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nx',
      '/cut': 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort',
      '/bad-chunk': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nx',
    };
    const hostile = await rawServer((socket, { text }) => {
      const path = text.split(' ')[1] ?? '';
      if (path !== '/endless') return void socket.end(Buffer.from(sent[path] ?? '', 'latin1'));
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
      const pour = (): void => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on('drain', pour);
      pour();
    });
    const svc = await startProxy('--proxy', hostile.url, '--record', 'out.http');
    for (const path of Object.keys(sent)) {
      const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
      const text = await rawResponse(svc.port, head);
      // The head may have been on its way already.
      const isPartial = path === '/cut' || path === '/bad-chunk';
      expect(text, path).toMatch(
        isPartial ? /^(?:HTTP\/1\.1 200 .*)?$/s : /^HTTP\/1\.1 502 .*"message":"the target did/s,
      );
    }
    const much = await rawResponse(
      svc.port,
      'GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n',
      (text) => text.length > 20_000_000,
    );
    expect(much.length).toBeGreaterThan(20_000_000);
    expect((await exchangeRaw(svc.port, { method: 'GET', target: '/own' })).body.toString()).toBe('own');
    const { stderr, code } = await endProxy(svc);
    expect(code).toBe(0);
    expect(stderr).toContain('Warning: GET /cut is not recorded: its response is missing or incomplete\n');
    expect(stderr).toContain('Note: 0 requests recorded in out.http');
  });
});
