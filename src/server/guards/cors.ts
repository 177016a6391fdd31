import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHead } from '../request-head.js';
import type { Answer } from '../route.js';
import { isLoopbackOrigin } from './origin.js';

/** What `--cors` adds to every answer, errors included (server.md 2.4). */
export function corsHeaders(origin: string | undefined): Readonly<Record<string, string>> {
  if (origin === undefined || !isLoopbackOrigin(origin)) return { Vary: 'Origin' };
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'ETag, Location, X-Request-Id',
  };
}

/** Before the token is asked for: a browser sends none with it. */
export function preflightAnswer({ method }: RequestHead, headers: IncomingHttpHeaders): Answer | undefined {
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return undefined;
  return {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE, OPTIONS',
      'Access-Control-Allow-Headers': 'Content-Type, Authorization, If-Match',
      'Access-Control-Max-Age': '600',
    },
  };
}
