import { connect } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { connectRaw } from '../../test/support/clients/raw-client.js';
import { rawServer } from '../../test/support/servers/raw-server.js';
import { startProxy, startTarget } from '../../test/support/servers/recording.js';
import { shownText } from './recordings/recorded-text.js';
import { MEGABYTE } from '../../test/support/unit/streams-setup.js';

describe('long bodies', () => {
  it('wait for a client that does not read', async () => {
    let written = 0;
    let isBlocked = false;
    const { url: targetUrl } = await startTarget((request, response) => {
      if (request.url === '/small') return void response.end('small');
      const push = (): void => {
        while (written < 200 && response.write(MEGABYTE)) written += 1;
        written += 1;
        isBlocked = written < 200;
        if (isBlocked) response.once('drain', push);
      };
      push();
    });
    const { port, url } = await startProxy(targetUrl);
    const socket = connect({ host: '127.0.0.1', port });
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(socket, 'readable');
    // Others go through meanwhile, and nothing more of it is taken once all buffers are full.
    const takenMeanwhile = async (): Promise<number> => {
      const before = written;
      for (let count = 0; count < 20; count += 1) await (await fetch(`${url}/small`)).text();
      return written - before;
    };
    await expect.poll(takenMeanwhile, { timeout: 60_000 }).toBe(0);
    expect(written).toBeLessThan(100);
    expect([await takenMeanwhile(), isBlocked]).toEqual([0, true]);
    socket.destroy();
  });

  it('end at the target when the client goes away', async () => {
    const target = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nstarted');
    });
    const { port, proxy } = await startProxy(target.url);
    const client = await connectRaw(port);
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await client.until((received) => received.includes('started'));
    client.socket.destroy();
    const [socket] = target.sockets;
    if (socket?.destroyed === false) await once(socket, 'close');
    expect(await proxy.recordings()).toMatchObject({ list: [], failed: 0 });
  });
});

describe('an event stream', () => {
  it('passes at once, its head before the first event, and is recorded when the client leaves', async () => {
    let send: (event: string) => void = () => undefined;
    const { url: targetUrl } = await startTarget((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
      send = (event) => void response.write(`data: ${event}\n\n`);
    });
    const { url, list } = await startProxy(targetUrl);
    const stop = new AbortController();
    const response = await fetch(url, { signal: stop.signal });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const reader = response.body?.getReader();
    for (const event of ['one', 'two']) {
      send(event);
      const chunk = (await reader?.read()) as { value: Uint8Array };
      expect(Buffer.from(chunk.value).toString()).toBe(`data: ${event}\n\n`);
    }
    stop.abort();
    await expect.poll(async () => (await list()).length).toBe(1);
    const [recording] = await list();
    expect(shownText(recording?.response.body.text ?? '')).toBe('data: one\n\ndata: two\n\n');
  });
});

describe('an upgrade', () => {
  it('becomes a tunnel, recorded with status 101 and no bodies', async () => {
    const { url: targetUrl, server } = await startTarget((_, response) => void response.end());
    const sockets = new WebSocketServer({ server });
    sockets.on('connection', (socket) => {
      socket.on('message', (data: Buffer, binary) => socket.send(data, { binary }));
    });
    const { url, list } = await startProxy(`${targetUrl}/v2`);
    const socket = new WebSocket(`${url.replace('http', 'ws')}/live?a=1`);
    await once(socket, 'open');
    for (const message of ['hello', 'x'.repeat(1_000_000)]) {
      socket.send(message);
      const [data] = (await once(socket, 'message')) as [Buffer];
      expect(data.toString()).toBe(message);
    }
    socket.close();
    await once(socket, 'close');
    sockets.close();
    const [recording] = await list();
    expect(recording).toMatchObject({ method: 'GET', path: '/live', response: { statusCode: 101 } });
    expect(recording?.response.body.size).toBe(0);
  });

  it('that the target refuses gets its response', async () => {
    const { url: targetUrl } = await startTarget((_, response) => response.writeHead(401).end('no'));
    const { url, list } = await startProxy(targetUrl);
    const socket = new WebSocket(url.replace('http', 'ws'));
    const [error] = (await once(socket, 'error')) as [Error];
    expect(error.message).toContain('401');
    await expect.poll(async () => (await list())[0]?.response.statusCode).toBe(401);
  });

  it('to HTTP/2 is ignored: the request is forwarded without it', async () => {
    const { url: targetUrl } = await startTarget((incoming, response) => {
      response.end(`${incoming.headers.upgrade ?? 'none'} `);
      incoming.on('data', () => undefined);
    });
    const { port } = await startProxy(targetUrl);
    const client = await connectRaw(port);
    client.write(
      'POST / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n' +
        'HTTP2-Settings: AAMAAABk\r\nContent-Length: 3\r\n\r\nabc',
    );
    expect(await client.until((received) => received.includes('none'))).toMatch(/^HTTP\/1\.1 200 /);
  });
});
