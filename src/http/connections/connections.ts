import type { Connections, ConnectionsOptions } from './connections-options.js';
import { dial, type DialOptions } from '../connect/dial.js';
import { RequestFailure, type HttpRequest, type HttpResponse } from '../message/message.js';
import { Pool } from './pool.js';
import { createProxyRule } from '../connect/proxy.js';
import { sendOver, type Route } from './send.js';
import { endOfAuthority, pathOf, readTarget } from '../message/target.js';

export type {
  Connections as Connection,
  ConnectionsOptions as ConnectionOptions,
} from './connections-options.js';

/** The connections of one run; throws ServiceError for a fixed proxy that cannot be used. */
export function createConnections(options: ConnectionsOptions): Connections {
  const proxyOf = createProxyRule(options.proxy);
  const routes = new Map<string, Route>();

  function routeTo(place: string): Route {
    const target = readTarget(place);
    const proxy = proxyOf(target);
    const tunnel = proxy !== undefined && (target.secure || options.httpVersion === '2');
    const settings = dialOptions(options, target.secure, tunnel);
    const pool = new Pool({
      maxSockets: options.maxSockets,
      dial: () => dial(target, proxy, settings),
      undecided: settings.protocols[0] === 'h2',
    });
    const { maxBodyBytes, answers } = options;
    return { target, proxy, absolute: proxy !== undefined && !tunnel, pool, maxBodyBytes, answers };
  }

  function knownRoute(place: string): Route {
    const known = routes.get(place);
    if (known) return known;
    const route = routeTo(place);
    routes.set(place, route);
    return route;
  }

  /** Not async: the promise within is all that is needed. */
  function send(request: HttpRequest): Promise<HttpResponse> {
    try {
      if (request.method === 'CONNECT')
        throw new RequestFailure('protocol', 'CONNECT requests cannot be sent');
      const { url } = request;
      const end = endOfAuthority(url);
      const place = url.slice(0, end);
      const route = knownRoute(place);
      const path = pathOf(url, end);
      return sendOver(route, request, route.absolute ? `${place}${path}` : path);
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  function close(): void {
    for (const { pool } of routes.values()) pool.close();
  }

  return { send, close };
}

function dialOptions(options: ConnectionsOptions, secure: boolean, tunnel: boolean): DialOptions {
  const { connectTimeout, httpVersion, lookup, checkPeer, connect, tls } = options;
  const protocols: DialOptions['protocols'] =
    httpVersion === '2' ? ['h2'] : httpVersion === 'auto' && secure ? ['h2', 'http/1.1'] : ['http/1.1'];
  return {
    connectTimeout,
    tls,
    protocols,
    tunnel,
    inPlace: httpVersion !== '2',
    ...(lookup && { lookup }),
    ...(checkPeer && { checkPeer }),
    ...(connect && { connect }),
  };
}
