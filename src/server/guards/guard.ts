import type { IncomingMessage } from 'node:http';
import type { HostRule } from '../../http/serving/allowed-host.js';
import type { ServedPorts } from '../../http/serving/served-ports.js';
import type { RequestHead } from '../call/request-head.js';
import type { ApiResponse } from '../call/route.js';
import { preflightResponse } from './cors.js';
import { checkHost } from './host.js';
import { checkFetchSite, checkOrigin, loopbackOrigin } from './origin.js';
import { createTokenCheck, tokenRefusal } from './token.js';

export interface GuardRules {
  readonly host: HostRule;
  readonly token: string | undefined;
  readonly cors: boolean;
  /** Where pages of others are shown. */
  readonly ports: Pick<ServedPorts, 'has'>;
}

/** Who may speak to the server: steps 2 to 6 of server.md 2.1. */
export interface Guard {
  /** The origin of that request when pages of other origins may ask here and this is one of those. */
  permittedOrigin(path: string, origin: string | undefined): Promise<string | undefined> | undefined;
  /**
   * Host, and under the API origin, fetch metadata and preflight; an answer ends the request. `permitted` is what
   * `permittedOrigin` found.
   */
  check(head: RequestHead, request: IncomingMessage, permitted: string | undefined): ApiResponse | undefined;
  /** Row H4, or nothing when the token is right or none is needed. */
  token(head: RequestHead, request: IncomingMessage): ApiResponse | undefined;
}

export function createGuard({ host, token, cors, ports }: GuardRules): Guard {
  const isToken = token === undefined ? () => true : createTokenCheck(token);
  return {
    permittedOrigin(path, origin) {
      // Nothing is waited for where no answer depends on it.
      if (origin === undefined || !(cors || path === SOCKET_PATH)) return undefined;
      return loopbackOrigin(origin, ports);
    },
    check(head, request, permitted) {
      const refusal = checkHost(head.host, request.socket.localAddress, host);
      if (refusal !== undefined || !head.isApi) return refusal;
      const isSocket = head.path === SOCKET_PATH;
      const { headers } = request;
      return (
        checkOrigin(head, isSocket, permitted) ??
        (isSocket ? undefined : checkFetchSite(headers['sec-fetch-site'], permitted)) ??
        (cors ? preflightResponse(head, headers) : undefined)
      );
    },
    token: ({ query }, { headers }) => (isToken(headers, query) ? undefined : tokenRefusal()),
  };
}

export const SOCKET_PATH = '/api/v1/ws';
