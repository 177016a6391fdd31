import { describe, expect, it } from 'vitest';
import { SERVER_LIMITS } from '../../../src/server/start-server.js';
import { ALWAYS } from '../../support/clients/always-headers.js';
import { connectRaw, exchangeRaw, readRaw } from '../../support/clients/raw-client.js';
import { sendRequest, startServer, useServer } from '../../support/servers/running-server.js';

const sharedServer = useServer();

const INFO = 'GET /api/v1/system/info HTTP/1.1\r\nHost: localhost\r\n';

describe('a request that cannot be read', () => {
  it('is refused in JSON, then the connection is closed', async () => {
    const { port, svc, get } = sharedServer();
    for (const [sent, status, message] of [
      ['nonsense\r\n\r\n', 400, /^the request could not be read: /],
      ['\x16\x03\x01\x02\x00\x01', 400, /^the request could not be read: /],
      [`${INFO}Bad Header: x\r\n\r\n`, 400, /^the request could not be read: /],
      [`${INFO}Content-Length: x\r\n\r\n`, 400, /^the request could not be read: /],
      [
        `${INFO}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
        400,
        /^the request could not be read: /,
      ],
      [`${INFO}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431, /^request head is larger than 16384 bytes$/],
      [`${INFO}${'a:\r\n'.repeat(4200)}\r\n`, 431, /^request head is larger than 16384 bytes$/],
      ['CONNECT localhost:1 HTTP/1.1\r\nHost: localhost\r\n\r\n', 400, /^this server is no proxy$/],
    ] as const) {
      const response = readRaw(await exchangeRaw(port, sent));
      expect(response.status, sent.slice(0, 60)).toBe(status);
      expect(response.json).toEqual({ error: expect.any(String), message: expect.stringMatching(message) });
      expect(Object.fromEntries(response.headers)).toMatchObject({
        ...ALWAYS,
        'content-type': 'application/json',
        connection: expect.stringMatching(/close/i),
      });
    }
    expect((await get('/system/info')).status).toBe(200);
    await svc.until(() => svc.stderr().includes('status=431'));
  });

  it('has a head of more than 16384 bytes', async () => {
    const { port } = sharedServer();
    const head = (size: number): string => {
      const rest = 'Connection: close\r\nX: \r\n\r\n';
      return `${INFO}Connection: close\r\nX: ${'x'.repeat(size - INFO.length - rest.length)}\r\n\r\n`;
    };
    expect(head(16_384)).toHaveLength(16_384);
    expect(readRaw(await exchangeRaw(port, head(16_384))).status).toBe(200);
    expect(readRaw(await exchangeRaw(port, head(16_385)))).toMatchObject({
      status: 431,
      json: { error: 'Request Header Fields Too Large' },
    });
  });

  it('has no Host, an empty one or two', async () => {
    const { port } = sharedServer();
    for (const [head, message] of [
      ['GET /api/v1/system/info HTTP/1.1\r\n', 'the Host header is required'],
      ['GET /api/v1/system/info HTTP/1.1\r\nHost:\r\n', 'the Host header is required'],
      [`${INFO}hOst: localhost\r\n`, 'the Host header must be given once'],
    ] as const) {
      const response = readRaw(await exchangeRaw(port, `${head}Connection: close\r\n\r\n`));
      expect([response.status, response.json]).toEqual([400, { error: 'Bad Request', message }]);
    }
  });

  it('does not change the response before it', async () => {
    const { port } = sharedServer();
    const received = await exchangeRaw(port, `${INFO}\r\nnonsense\r\n\r\n`);
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });
});

describe('every response', () => {
  it('has the same headers and no name of the server', async () => {
    const { origin, call } = sharedServer();
    for (const response of [
      await call('GET', '/system/info'),
      await call('GET', '/nothing-here'),
      await call('DELETE', '/history'),
      await sendRequest(origin, 'GET', '/'),
    ]) {
      expect(response.headers).toMatchObject(ALWAYS);
      expect(response.headers).not.toHaveProperty('server');
      expect(response.headers).not.toHaveProperty('x-powered-by');
    }
  });

  it('to HEAD is that of GET without its body', async () => {
    const { call, get } = sharedServer();
    for (const path of ['/system/info', '/history', '/openapi.json', '/nothing-here']) {
      const full = await get(path);
      const head = await call('HEAD', path);
      expect([head.status, head.text]).toEqual([full.status, '']);
      expect(head.headers['content-type']).toBe(full.headers['content-type']);
      if (full.status === 200) expect(head.headers['content-length']).toBe(full.headers['content-length']);
    }
    const socket = await call('HEAD', '/ws');
    expect([socket.status, socket.headers.allow]).toEqual([405, 'GET']);
  });

  it('to an unknown path or method names both', async () => {
    const { call, origin } = sharedServer();
    const hint = 'did you mean GET /api/v1/system/info?';
    for (const [method, path, near] of [
      ['GET', '/nothing?token=secret', {}],
      ['POST', '/system/info/', { hint }],
      ['GET', '//system/info', { hint }],
      ['GET', '/System/info', { hint }],
      ['GET', '/system%2Finfo', { hint }],
      ['PROPFIND', '', {}],
    ] as const) {
      const { status, json } = await call(method, path);
      const shown = path.replace(/\?.*/, '');
      const message = `no such endpoint: ${method} /api/v1${shown}`;
      expect([status, json]).toEqual([404, { error: 'Not Found', message, ...near }]);
    }
    const other = await call('PATCH', '/history/runs/7');
    expect([other.status, other.headers.allow, other.json]).toEqual([
      405,
      'GET, HEAD, DELETE',
      { error: 'Method Not Allowed', message: 'PATCH is not allowed here; use GET, HEAD, DELETE' },
    ]);
    for (const path of ['/', '/index.html', '/api', '/api/v10', '*']) {
      const { status, json } = await sendRequest(origin, 'OPTIONS', path);
      expect([status, json]).toEqual([
        404,
        { error: 'Not Found', message: `no such endpoint: OPTIONS ${path}` },
      ]);
    }
  });
});

describe('a connection', () => {
  it('is kept, and takes requests one after the other', async () => {
    const { port } = sharedServer();
    const received = await exchangeRaw(port, `${INFO}\r\n${INFO}\r\n${INFO}Connection: close\r\n\r\n`);
    expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
    expect(received).toContain('Keep-Alive: timeout=75');
  });

  it('may name the host in the target', async () => {
    const { port } = sharedServer();
    const ask = (target: string, host: string): Promise<string> =>
      exchangeRaw(port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(readRaw(await ask('http://localhost/api/v1/system/info', 'attacker.test')).status).toBe(200);
    const hostile = readRaw(await ask('http://attacker.test/api/v1/system/info', 'localhost'));
    expect(hostile).toMatchObject({ status: 403, json: { message: 'host not allowed: attacker.test' } });
  });

  it('is told to continue only after the checks', async () => {
    const { port } = await startServer({ args: ['--read-only'] });
    const writable = sharedServer();
    const head = (more: string): string =>
      `POST /api/v1/execute HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 20\r\n${more}\r\n`;
    for (const [to, more, status] of [
      [port, '', 403],
      [writable.port, 'Origin: http://attacker.test\r\n', 403],
      [writable.port, 'Content-Type: text/html\r\n', 415],
    ] as const) {
      const received = await exchangeRaw(to, head(more));
      expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(received).not.toContain('100 Continue');
    }
    const declared = head('').replace('Content-Length: 20', 'Content-Length: 10485761');
    expect(readRaw(await exchangeRaw(writable.port, declared)).status).toBe(413);
    const patient = await connectRaw(writable.port);
    patient.write(head('Connection: close\r\n'));
    await patient.until((text) => text.startsWith('HTTP/1.1 100 Continue\r\n\r\n'));
    patient.write('{"file":"none.http"}');
    await patient.closed;
    expect(patient.received()).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 404 Not Found/);
    const strange = head('').replace('100-continue', '200-maybe');
    expect(readRaw(await exchangeRaw(writable.port, strange))).toMatchObject({
      status: 417,
      json: { error: 'Expectation Failed', message: 'expectation not supported: 200-maybe' },
    });
  });

  it('has ten seconds for its head', () => {
    expect(SERVER_LIMITS.headMs).toBe(10_000);
  });
});
