import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { onTestFinished } from 'vitest';

export interface RawRequest {
  /** The bytes as they came, one character each. */
  readonly text: string;
  /** Of all requests, counted from 1. */
  readonly number: number;
  /** Of its connection, counted from 1. */
  readonly connection: number;
}

export interface RawServer {
  readonly port: number;
  readonly url: string;
  /** What each connection has sent. */
  readonly received: readonly string[];
  readonly requests: readonly string[];
  readonly sockets: readonly Socket[];
}

/** Says exactly what a test wants it to say; closed when the test has finished. */
export async function rawServer(
  respond: (socket: Socket, request: RawRequest) => void,
  tls?: TlsOptions,
): Promise<RawServer> {
  const received: string[] = [];
  const requests: string[] = [];
  const sockets: Socket[] = [];
  const server = tls ? createTlsServer(tls, accept) : createServer(accept);
  function accept(socket: Socket): void {
    const connection = sockets.push(socket);
    let pending = '';
    received.push('');
    socket.on('error', () => {});
    socket.on('data', (data) => {
      const text = data.toString('latin1');
      received[connection - 1] += text;
      pending += text;
      for (let end = endOfRequest(pending); end > 0; end = endOfRequest(pending)) {
        const one = pending.slice(0, end);
        pending = pending.slice(end);
        const number = requests.push(one);
        respond(socket, { text: one, number, connection });
      }
    });
  }
  const port = await listening(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port, url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`, received, requests, sockets };
}

/** On a free loopback port. */
export async function listening(server: Pick<Server, 'listen' | 'address' | 'once'>): Promise<number> {
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(undefined));
  });
  return (server.address() as AddressInfo).port;
}

/** 0 while it is not complete. */
function endOfRequest(text: string): number {
  const head = text.indexOf('\r\n\r\n') + 4;
  if (head < 4) return 0;
  const [, length = '0'] = /^content-length: *(\d+)/im.exec(text.slice(0, head)) ?? [];
  if (!/^transfer-encoding: *chunked/im.test(text.slice(0, head))) {
    return text.length < head + Number(length) ? 0 : head + Number(length);
  }
  const end = text.indexOf('0\r\n\r\n', head);
  return end === -1 ? 0 : end + 5;
}
