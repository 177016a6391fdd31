import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { errorResponse } from '../call/error-response.js';
import type { ApiResponse } from '../call/route.js';

export type TokenCheck = (headers: IncomingHttpHeaders, query: string) => boolean;

/** Digests have one length, so that comparing them tells nothing about the token (server.md 2.4). */
export function createTokenCheck(token: string): TokenCheck {
  const wanted = digest(token);
  return (headers, query) => timingSafeEqual(digest(sentToken(headers, query)), wanted);
}

export function tokenRefusal(): ApiResponse {
  const headers = { 'WWW-Authenticate': 'Bearer realm="svc"' };
  return errorResponse(401, 'missing or wrong API token', { headers });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** With an Authorization header only that one counts; no token is the empty text, which never fits. */
function sentToken({ authorization }: IncomingHttpHeaders, query: string): string {
  if (authorization !== undefined) return BEARER.exec(authorization)?.[1] ?? '';
  return new URLSearchParams(query).getAll('token').at(-1) ?? '';
}

const BEARER = /^bearer +([^\s]+) *$/i;
