import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHead } from '../call/request-head.js';
import type { ApiResponse } from '../call/route.js';

/** What `--cors` adds to every answer, errors included; `permitted` is the origin that may read it. */
export function corsHeaders(permitted: string | undefined): Readonly<Record<string, string>> {
  if (permitted === undefined) return { Vary: 'Origin' };
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': permitted,
    'Access-Control-Expose-Headers': 'ETag, Location, X-Request-Id',
  };
}

/** Before the token is asked for: a browser sends none with it. */
export function preflightResponse(
  { method }: RequestHead,
  headers: IncomingHttpHeaders,
): ApiResponse | undefined {
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
