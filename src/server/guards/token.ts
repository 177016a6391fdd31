import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { errorResponse } from '../call/error-response.js';
import type { ApiResponse } from '../call/route.js';

type TokenCheck = (headers: IncomingHttpHeaders, query: string) => ApiResponse | undefined;

/** Digests have one length, so that the time of the comparison reveals nothing about the token. */
export function createTokenCheck(token: string): TokenCheck {
  const wanted = digest(token);
  return (headers, query) =>
    timingSafeEqual(digest(sentToken(headers, query)), wanted)
      ? undefined
      : errorResponse(401, 'missing or wrong API token', {
          headers: { 'WWW-Authenticate': 'Bearer realm="svc"' },
        });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** An Authorization header takes precedence over the query. A missing token is the empty text, which never matches. */
function sentToken({ authorization }: IncomingHttpHeaders, query: string): string {
  if (authorization !== undefined) return BEARER.exec(authorization)?.[1] ?? '';
  return new URLSearchParams(query).getAll('token').at(-1) ?? '';
}

const BEARER = /^bearer +([^\s]+) *$/i;
