import { createServer as createHttpServer } from 'node:http';
import type { SecureServerOptions } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { createCertificate } from '../../../test/support/files/certificates.js';
import { failure, failureText, request, testConnection } from '../../../test/support/clients/http-client.js';
import {
  clearHttp2Server,
  secureHttp2Server,
  type Http2Responder,
  type Http2TestServer,
} from '../../../test/support/servers/http2-server.js';
import { listening, rawServer } from '../../../test/support/servers/raw-server.js';
import { compose } from '../message/compose.js';
import type { StreamedBody } from '../message/message.js';
import { timeLimit } from '../wraps/time-limit.js';

const authority = createCertificate({ name: 'Test Authority', authority: true });
const { cert, key } = createCertificate({ name: 'site', hosts: ['localhost'] }, authority);
const tls = { validate: true, ca: authority.cert };

describe('HTTP/2 over TLS', () => {
  it('is used when the server chooses it', async () => {
    let seen: readonly string[] = [];
    const server = await secureServer((stream, _headers, raw) => {
      seen = raw;
      stream.respond({ ':status': 201 });
      stream.end('hello');
    });
    const headers = [
      ['X-B', '2'],
      ['X-A', '1'],
      ['X-B', '3'],
      ['Connection', 'close'],
      ['Host', 'other.test'],
    ] as const;
    const response = await testConnection({ tls }).send(request(`${server.url}/p?q`, { headers }));
    expect(response).toMatchObject({ statusCode: 201, statusText: '', httpVersion: '2.0', wireSize: 5 });
    expect(Buffer.from(response.body).toString()).toBe('hello');
    expect(response.timing.tls).toBeGreaterThan(0);
    expect(pairs(seen)).toEqual([
      [':method', 'GET'],
      [':authority', 'other.test'],
      [':scheme', 'https'],
      [':path', '/p?q'],
      ['x-b', '2'],
      ['x-b', '3'],
      ['x-a', '1'],
    ]);
    expect(response.exchanges[0]?.request.headers).toEqual([
      ['x-b', '2'],
      ['x-a', '1'],
      ['x-b', '3'],
    ]);
  });

  it('sends and receives names that every object has like others', async () => {
    const names = ['constructor', '__proto__', 'tostring', 'hasownproperty', 'valueof'];
    let seen: readonly string[] = [];
    const server = await secureServer((stream, _headers, raw) => {
      seen = raw;
      const responseHeaders: Record<string, string> = Object.assign(Object.create(null) as object, {
        ':status': '200',
      });
      for (const name of names) responseHeaders[name] = `a-${name}`;
      stream.respond(responseHeaders);
      stream.end();
    });
    const headers = names.map((name) => [name, `q-${name}`] as const);
    const twice = [...headers, ['__proto__', 'again']] as const;
    const response = await testConnection({ tls }).send(request(`${server.url}/`, { headers: twice }));
    expect(pairs(seen).filter(([name = '']) => !name.startsWith(':'))).toEqual([
      ['constructor', 'q-constructor'],
      ['__proto__', 'q-__proto__'],
      ['__proto__', 'again'],
      ...headers.slice(2),
    ]);
    expect(response.headers.filter(([name]) => name !== 'date')).toEqual(
      names.map((name) => [name, `a-${name}`]),
    );
  });

  it('keeps order and repeats of received headers', async () => {
    const server = await secureServer((stream) => {
      stream.respond({ ':status': 200, b: '2', 'set-cookie': ['x=1', 'y=2'], a: '1', date: 'now' });
      stream.end();
    });
    const { headers } = await testConnection({ tls }).send(request(`${server.url}/`));
    expect(headers).toEqual([
      ['b', '2'],
      ['set-cookie', 'x=1'],
      ['set-cookie', 'y=2'],
      ['a', '1'],
      ['date', 'now'],
    ]);
  });

  it('carries a hundred requests at once on one connection', async () => {
    const server = await secureServer((stream, headers) => {
      setTimeout(() => {
        stream.respond();
        stream.end(headers[':path']);
      }, 5);
    });
    const { send } = testConnection({ tls });
    const { signal } = new AbortController();
    const all = await Promise.all(
      Array.from({ length: 100 }, (_, index) => send(request(`${server.url}/${index}`, { signal }))),
    );
    expect(all.map(({ body }) => Buffer.from(body).toString())).toEqual(all.map((_, index) => `/${index}`));
    expect(server.sessions).toHaveLength(1);
    expect(all.filter(({ timing }) => timing.tls > 0).length).toBe(1);
  });

  it('waits when the server allows few requests at once', async () => {
    const server = await secureServer(
      (stream) => setTimeout(() => stream.respond({ ':status': 200 }, { endStream: true }), 2),
      { settings: { maxConcurrentStreams: 3 } },
    );
    const { send } = testConnection({ tls });
    await send(request(`${server.url}/`));
    const all = await Promise.all(Array.from({ length: 20 }, () => send(request(`${server.url}/`))));
    expect(all.every(({ statusCode }) => statusCode === 200)).toBe(true);
  });

  it('carries bodies, streamed or not, with any method', async () => {
    const server = await secureServer((stream, headers) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        stream.respond();
        stream.end(`${headers[':method']} ${headers['content-length']} ${Buffer.concat(chunks).length}`);
      });
    });
    const { send } = testConnection({ tls });
    const respond = async (method: string, body: Uint8Array | StreamedBody | null) =>
      Buffer.from((await send(request(`${server.url}/`, { method, body }))).body).toString();
    expect(await respond('DELETE', Buffer.from('abc'))).toBe('DELETE 3 3');
    expect(await respond('POST', null)).toBe('POST 0 0');
    expect(await respond('PUT', streamed(5, 1_000_000))).toBe('PUT 5000000 5000000');
    expect(await respond('PATCH', { ...streamed(2, 10), length: undefined })).toBe('PATCH undefined 20');
  });

  it('has responses without body', async () => {
    const server = await secureServer((stream, headers) => {
      if (headers[':path'] === '/204') stream.respond({ ':status': 204 }, { endStream: true });
      else
        stream.respond(
          { ':status': 200, 'content-length': '99', 'content-encoding': 'gzip' },
          { endStream: true },
        );
    });
    const { send } = testConnection({ tls });
    expect((await send(request(`${server.url}/204`))).body).toHaveLength(0);
    expect((await send(request(`${server.url}/`, { method: 'HEAD' }))).body).toHaveLength(0);
  });

  it('has large and coded responses', async () => {
    const large = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => (index * 31) % 251));
    const server = await secureServer((stream) => {
      stream.respond({ 'content-encoding': 'gzip' });
      stream.end(gzipSync(large, { level: 1 }));
    });
    const { body } = await testConnection({ tls }).send(request(`${server.url}/`));
    expect(Buffer.from(body).equals(large)).toBe(true);
  });

  it('has many headers', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`h${index}`, String(index)]));
    const server = await secureServer((stream) => stream.respond({ ...many }, { endStream: true }));
    const { headers } = await testConnection({ tls }).send(request(`${server.url}/`));
    expect(headers).toContainEqual(['h499', '499']);
  });

  it('falls back to HTTP/1.1 on the same connection', async () => {
    let connections = 0;
    const server = createHttpsServer({ cert, key }, (_incoming, outgoing) => void outgoing.end('old'));
    server.on('secureConnection', () => (connections += 1));
    onTestFinished(() => server.close().closeAllConnections());
    const url = `https://localhost:${await listening(server)}/`;
    expect(await testConnection({ tls }).send(request(url))).toMatchObject({
      httpVersion: '1.1',
      statusCode: 200,
    });
    expect(connections).toBe(1);
  });

  it('is not used when HTTP/1.1 is wanted', async () => {
    const server = await secureServer((stream) => stream.respond({}, { endStream: true }), {
      allowHTTP1: true,
    });
    const { send } = testConnection({ tls, httpVersion: '1.1' });
    expect((await send(request(`${server.url}/`))).httpVersion).toBe('1.1');
    expect(server.sessions).toHaveLength(0);
  });

  it.each([[undefined], [['http/1.1']]])(
    'fails when it is required and not offered (%j)',
    async (protocols) => {
      const options = { cert, key, ...(protocols && { ALPNProtocols: protocols }) };
      const server = createHttpsServer(options, (_incoming, outgoing) => void outgoing.end('old'));
      server.on('tlsClientError', () => {});
      onTestFinished(() => server.close().closeAllConnections());
      const port = await listening(server);
      const { send } = testConnection({ tls, httpVersion: '2' });
      const both = [1, 2].map(() => failureText(send(request(`https://localhost:${port}/`))));
      expect(await Promise.all(both)).toEqual(
        [1, 2].map(() => `protocol: localhost:${port} does not offer HTTP/2`),
      );
    },
  );
});

describe('HTTP/2 in clear text', () => {
  const httpVersion = '2';

  it('is spoken at once when it is required', async () => {
    const server = await clearHttp2Server((stream, headers) => {
      stream.respond();
      stream.end(`${headers[':scheme']} ${headers[':authority']}`);
    });
    const response = await testConnection({ httpVersion }).send(request(`${server.url}/`));
    expect(response.httpVersion).toBe('2.0');
    expect(Buffer.from(response.body).toString()).toBe(`http ${server.url.slice(7)}`);
  });

  it.each(['garbage', 'closed', 'HTTP/1.1'])(
    'fails with a server that does not speak it: %s',
    async (kind) => {
      const server =
        kind === 'HTTP/1.1' ? createHttpServer((_incoming, outgoing) => void outgoing.end()) : undefined;
      onTestFinished(() => void server?.close());
      const raw = await rawServer(
        (socket) => void (kind === 'closed' ? socket.destroy() : socket.write('garbage')),
      );
      const port = server ? await listening(server) : raw.port;
      expect(
        await failureText(testConnection({ httpVersion }).send(request(`http://127.0.0.1:${port}/`))),
      ).toBe(`protocol: 127.0.0.1:${port} does not speak HTTP/2`);
    },
  );

  it('is bounded by the time limit when nothing comes', async () => {
    const server = await rawServer(() => {});
    const clock = new ManualClock();
    const send = compose(testConnection({ httpVersion }).send, [timeLimit(60, clock)]);
    const failed = failure(send(request(`${server.url}/`)));
    await expect.poll(() => server.sockets.length).toBe(1);
    await clock.turn(60);
    expect((await failed).errorKind).toBe('timeout');
  });
});

function secureServer(respond: Http2Responder, options: SecureServerOptions = {}): Promise<Http2TestServer> {
  return secureHttp2Server(respond, { cert, key, ...options });
}

function pairs(raw: readonly string[]): string[][] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []));
}

function streamed(chunks: number, size: number): StreamedBody {
  return {
    length: chunks * size,
    open: async function* () {
      for (let index = 0; index < chunks; index += 1) yield Buffer.alloc(size);
    },
  };
}
