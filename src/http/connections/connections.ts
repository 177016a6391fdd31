import { getOrAdd } from '../../primitives/get-or-add.js';
import { dial, type DialOptions } from '../connect/dial.js';
import type { HttpResponseRules } from '../connect/http-connection.js';
import { RequestFailure, type HttpRequest, type HttpResponse, type Send } from '../message/message.js';
import { Pool } from './pool.js';
import { createProxyRule, type ProxyChoice } from '../connect/proxy.js';
import { sendOver, type OriginRoute } from './send.js';
import { endOfAuthority, pathOf, readTarget } from '../message/target.js';

export interface ConnectionsOptions extends Omit<DialOptions, 'protocols' | 'tunnel' | 'allowStaticRead'> {
  /** The limit of connections to one origin. */
  readonly maxSockets: number;
  readonly httpVersion: 'auto' | '1.1' | '2';
  readonly proxy: ProxyChoice;
  /** The limit of the decoded body. */
  readonly maxBodyBytes: number;
  readonly responseRules?: HttpResponseRules;
}

export interface Connections {
  readonly send: Send;
  /** Closes all connections; requests in progress fail. */
  readonly close: () => void;
}

/** The connections of one run; throws ServiceError for a fixed proxy that cannot be used. */
export function createConnections(options: ConnectionsOptions): Connections {
  const proxyOf = createProxyRule(options.proxy);
  const routes = new Map<string, OriginRoute>();

  function createRoute(place: string): OriginRoute {
    const target = readTarget(place);
    const proxy = proxyOf(target);
    const tunnel = proxy !== undefined && (target.secure || options.httpVersion === '2');
    const settings = dialOptions(options, target.secure, tunnel);
    const pool = new Pool({
      maxSockets: options.maxSockets,
      dial: () => dial(target, proxy, settings),
      undecided: settings.protocols[0] === 'h2',
    });
    const { maxBodyBytes, responseRules } = options;
    return { target, proxyByUrl: tunnel ? undefined : proxy, pool, maxBodyBytes, responseRules };
  }

  /** Failures before sending are rejections too, so that callers handle one kind. */
  function send(request: HttpRequest): Promise<HttpResponse> {
    try {
      if (request.method === 'CONNECT')
        throw new RequestFailure('protocol', 'CONNECT requests cannot be sent');
      const { url } = request;
      const end = endOfAuthority(url);
      const place = url.slice(0, end);
      const route = getOrAdd(routes, place, () => createRoute(place));
      const path = pathOf(url, end);
      return sendOver(route, request, route.proxyByUrl ? `${place}${path}` : path);
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  function close(): void {
    for (const { pool } of routes.values()) pool.close();
  }

  return { send, close };
}

/** Sends over a connection that is made for this request only. */
export async function sendOnce(
  request: HttpRequest,
  options: Omit<ConnectionsOptions, 'maxSockets'>,
): Promise<HttpResponse> {
  const connections = createConnections({ ...options, maxSockets: 1 });
  try {
    return await connections.send(request);
  } finally {
    connections.close();
  }
}

function dialOptions(options: ConnectionsOptions, secure: boolean, tunnel: boolean): DialOptions {
  const { httpVersion } = options;
  const protocols: DialOptions['protocols'] =
    httpVersion === '2' ? ['h2'] : httpVersion === 'auto' && secure ? ['h2', 'http/1.1'] : ['http/1.1'];
  return { ...options, protocols, tunnel, allowStaticRead: httpVersion !== '2' };
}
