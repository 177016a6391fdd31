import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { listening } from './raw-server.js';

export interface ProxyServer {
  readonly port: number;
  /** Request lines with the value of Proxy-Authorization. */
  readonly seen: readonly string[];
}

/** Forwards and tunnels, or responds to a CONNECT with the given status. */
export async function proxyServer(
  options: { credentials?: string; refusal?: number; tls?: { cert: string; key: string } } = {},
): Promise<ProxyServer> {
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  const server = options.tls ? createSecureServer(options.tls) : createServer();
  const admits = (incoming: IncomingMessage) => {
    const given = incoming.headers['proxy-authorization'];
    seen.push(`${incoming.method} ${incoming.url} ${given ?? '-'}`);
    return options.credentials === undefined || given === basic(options.credentials);
  };
  server.on('request', (incoming, outgoing) => {
    if (admits(incoming)) forward(incoming, outgoing);
    else outgoing.writeHead(407).end();
  });
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    const status = admits(incoming) ? (options.refusal ?? 200) : 407;
    if (status === 200) sockets.add(tunnel(incoming.url ?? '', socket));
    else socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 2\r\n\r\nno`);
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: await listening(server), seen };
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method = '', url = '' } = incoming;
  const headers = { ...incoming.headers, via: '1.1 test' };
  delete headers['proxy-authorization'];
  const onward = httpRequest(url, { method, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
    response.pipe(outgoing);
  });
  onward.on('error', () => outgoing.writeHead(502).end());
  incoming.pipe(onward);
}

function tunnel(place: string, socket: Socket): Socket {
  const { hostname, port } = new URL(`http://${place}`);
  const onward = connect(Number(port) || 80, hostname.replace(/^\[|\]$/g, ''), () => {
    socket.write('HTTP/1.1 200 Connected\r\n\r\n');
    socket.pipe(onward).pipe(socket);
  });
  onward.on('error', () => socket.destroy());
  socket.on('error', () => onward.destroy());
  return onward;
}

function basic(credentials: string): string {
  return `Basic ${Buffer.from(credentials).toString('base64')}`;
}
