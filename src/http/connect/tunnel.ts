import { request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { RequestFailure } from '../message/message.js';
import { networkFailure } from '../message/network-failure.js';
import { proxyRefusal, type Proxy } from './proxy.js';
import { SocketAgent } from './socket-agent.js';
import type { Target } from '../message/target.js';

/** Asks the proxy for a connection to the target (RFC 9110 section 9.3.6). */
export function openTunnel(socket: Socket, target: Target, proxy: Proxy): Promise<Socket> {
  const place = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`;
  const shown = `the proxy ${proxy.shown}`;
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      agent: new SocketAgent().use(socket),
      method: 'CONNECT',
      path: place,
      headers: [
        ['Host', place],
        ...(proxy.authorization === undefined ? [] : [['Proxy-Authorization', proxy.authorization]]),
      ] as unknown as readonly string[],
    });
    request.once('connect', ({ statusCode = 0 }, _socket, head) => {
      if (statusCode < 200 || statusCode > 299) {
        reject(refusal(statusCode, target, proxy));
        return;
      }
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    request.on('error', (error) => reject(networkFailure(error, 'request', shown)));
    socket.once('close', () => reject(networkFailure(undefined, 'request', shown)));
    request.end();
  });
}

function refusal(statusCode: number, { authority }: Target, proxy: Proxy): RequestFailure {
  if (statusCode === 407) return proxyRefusal(proxy);
  const message = `the proxy ${proxy.shown} responded with ${statusCode} when asked for ${authority}`;
  return new RequestFailure('proxy', message);
}
