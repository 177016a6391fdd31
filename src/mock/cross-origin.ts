/** CORS headers (Fetch, section 3.2): every origin may read every response, also with cookies. */
import type { IncomingMessage } from 'node:http';

export function createCorsHeaders({ headers, method }: IncomingMessage): readonly string[] {
  const { origin } = headers;
  if (origin === undefined) return [];
  const common = [
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Allow-Credentials', 'true'],
    ['Vary', 'Origin'],
  ];
  const requestedMethod = headers['access-control-request-method'];
  if (method !== 'OPTIONS' || requestedMethod === undefined) {
    return [...common, ['Access-Control-Expose-Headers', '*']].flat();
  }
  const requestedHeaders = headers['access-control-request-headers'];
  const isPrivate = headers['access-control-request-private-network'] === 'true';
  return [
    ...common,
    ['Access-Control-Allow-Methods', requestedMethod],
    ...(requestedHeaders === undefined ? [] : [['Access-Control-Allow-Headers', requestedHeaders]]),
    ...(isPrivate ? [['Access-Control-Allow-Private-Network', 'true']] : []),
    ['Access-Control-Max-Age', '600'],
  ].flat();
}

/** A preflight asks for permission before the actual request. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers;
}

/** Headers of the route take precedence. */
export function withCors(own: readonly string[], cors: readonly string[]): readonly string[] {
  if (cors.length === 0) return own;
  const names = new Set(own.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()));
  const added = cors.filter((_, index) => !names.has((cors[index - (index % 2)] ?? '').toLowerCase()));
  return [...own, ...added];
}
