import type { IncomingMessage } from 'node:http';
import { isAllowedHost, type HostRule } from '../../http/serving/allowed-host.js';
import type { ServedPorts } from '../../http/serving/served-ports.js';
import { errorResponse } from '../call/error-response.js';
import type { RequestHead } from '../call/request-head.js';
import type { ApiResponse } from '../call/route.js';
import { preflightResponse } from './cors.js';
import { checkFetchSite, checkOrigin, loopbackOrigin } from './origin.js';
import { createTokenCheck } from './token.js';

export interface GuardRules {
  readonly host: HostRule;
  readonly token: string | undefined;
  readonly cors: boolean;
  /** The ports of servers that show pages of other origins. */
  readonly ports: Pick<ServedPorts, 'has'>;
}

/** Decides which clients may use the server. */
export interface Guard {
  /** The origin of a request if pages of other origins are permitted and it is one of them. */
  permittedOrigin(path: string, origin: string | undefined): Promise<string | undefined> | undefined;
  /**
   * Checks the host, and for the API also origin, fetch metadata and preflight; a response ends the request. `permitted`
   * is the result of `permittedOrigin`.
   */
  check(head: RequestHead, request: IncomingMessage, permitted: string | undefined): ApiResponse | undefined;
  /** The refusal of a missing or wrong token; undefined when it is right or none is needed. */
  token(head: RequestHead, request: IncomingMessage): ApiResponse | undefined;
}

export function createGuard({ host, token, cors, ports }: GuardRules): Guard {
  const checkToken = token === undefined ? () => undefined : createTokenCheck(token);
  return {
    permittedOrigin(path, origin) {
      if (origin === undefined || !(cors || path === SOCKET_PATH)) return undefined;
      return loopbackOrigin(origin, ports);
    },
    check(head, request, permitted) {
      // Stops DNS rebinding: a page whose own host name resolves to this address.
      if (!isAllowedHost(head.host, request.socket.localAddress, host))
        return errorResponse(403, `host not allowed: ${head.host}`);
      if (!head.isApi) return undefined;
      const isSocket = head.path === SOCKET_PATH;
      const { headers } = request;
      return (
        checkOrigin(head, isSocket, permitted) ??
        (isSocket ? undefined : checkFetchSite(headers['sec-fetch-site'], permitted)) ??
        (cors ? preflightResponse(head, headers) : undefined)
      );
    },
    token: ({ query }, { headers }) => checkToken(headers, query),
  };
}

export const SOCKET_PATH = '/api/v1/ws';
