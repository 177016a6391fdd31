/** Connections for requests of others: only to listed hosts, with permitted methods, and perhaps to public targets only. */
import type { ListedHosts } from '../connect/listed-hosts.js';
import { RequestFailure, type HttpRequest, type Send } from '../message/message.js';
import { endOfAuthority, readTarget } from '../message/target.js';
import { createConnections, type Connections, type ConnectionsOptions } from './connections.js';
import { BlockedTarget, publicNetwork, type PublicNetworkOptions } from './public-network.js';

export interface NetworkGate {
  readonly hosts: ListedHosts;
  /** When set, nothing is sent with another method, not even on behalf of a request. */
  readonly methods?: ReadonlySet<string> | undefined;
  /** Set when every target has to be public; tests replace what these functions do. */
  readonly publicOnly?: Pick<PublicNetworkOptions, 'resolve' | 'isPublic' | 'connect'> | undefined;
}

/** Everything that a run sends passes here: requests, redirects, challenges, tokens and polls. */
export function gatedConnections(options: ConnectionsOptions, gate: NetworkGate): Connections {
  const { hosts, publicOnly } = gate;
  const allowed = { ...options, allowedHosts: hosts };
  const inner = publicOnly
    ? { send: publicSend(allowed, publicOnly), close: () => undefined }
    : createConnections(allowed);
  return {
    // The check precedes the look-up of the name, since even a look-up tells somebody about the host.
    send: async (request) => inner.send(checked(request, gate)),
    close: inner.close,
  };
}

/** The request with its host as the URL standard reads it, so that no later reader finds another one in it. */
function checked(request: HttpRequest, { hosts, methods }: NetworkGate): HttpRequest {
  const { url, method } = request;
  const end = endOfAuthority(url);
  const target = readTarget(url.slice(0, end));
  hosts.checkName(target);
  if (methods && !methods.has(method))
    throw new RequestFailure(
      'blocked',
      `${method} is not allowed here; the operator permits ${wordList([...methods])}`,
    );
  const authority = URL.parse(target.origin)?.host ?? '';
  if (authority === target.authority.toLowerCase()) return request;
  return { ...request, url: `${target.secure ? 'https' : 'http'}://${authority}${url.slice(end)}` };
}

function wordList(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Each connection serves one request, so that none outlives the check of its address. */
function publicSend(options: ConnectionsOptions, network: NonNullable<NetworkGate['publicOnly']>): Send {
  const send = publicNetwork({
    ...options,
    ...network,
    httpVersion: '1.1',
    tls: { ...options.tls, validate: true },
    allowPrivate: false,
    checkPorts: true,
  });
  return async (request) => {
    try {
      return await send(request);
    } catch (error) {
      if (!(error instanceof BlockedTarget)) throw error;
      const { host, port } = error;
      const message =
        port === undefined
          ? `${host} is not a public network target`
          : `port ${port} is not open to public targets`;
      throw new RequestFailure('blocked', message);
    }
  };
}
