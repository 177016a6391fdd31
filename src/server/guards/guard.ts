import type { IncomingMessage } from 'node:http';
import type { HostRule } from '../../http/own-host.js';
import type { RequestHead } from '../request-head.js';
import type { Answer } from '../route.js';
import { preflightAnswer } from './cors.js';
import { checkHost } from './host.js';
import { checkFetchSite, checkOrigin } from './origin.js';
import { createTokenCheck, tokenRefusal } from './token.js';

export interface GuardRules {
  readonly host: HostRule;
  readonly token: string | undefined;
  readonly cors: boolean;
}

/** Who may speak to the server: steps 2 to 6 of server.md 2.1. */
export interface Guard {
  /** Host, and under the API origin, fetch metadata and preflight; an answer ends the request. */
  check(head: RequestHead, request: IncomingMessage): Answer | undefined;
  /** Row H4, or nothing when the token is right or none is needed. */
  token(head: RequestHead, request: IncomingMessage): Answer | undefined;
}

export function createGuard({ host, token, cors }: GuardRules): Guard {
  const isToken = token === undefined ? () => true : createTokenCheck(token);
  return {
    check(head, request) {
      const refusal = checkHost(head.host, request.socket.localAddress, host);
      if (refusal !== undefined || !head.isApi) return refusal;
      const isSocket = head.path === SOCKET_PATH;
      const { headers } = request;
      return (
        checkOrigin(head, isSocket) ??
        (isSocket ? undefined : checkFetchSite(headers['sec-fetch-site'], head, cors)) ??
        (cors ? preflightAnswer(head, headers) : undefined)
      );
    },
    token: ({ query }, { headers }) => (isToken(headers, query) ? undefined : tokenRefusal()),
  };
}

export const SOCKET_PATH = '/api/v1/ws';
