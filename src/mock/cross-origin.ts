/** Answers for pages of other origins (Fetch, section 3.2): every origin may read everything, also with cookies. */
import type { IncomingMessage } from 'node:http';

export function corsHeaders({ headers, method }: IncomingMessage): readonly string[] {
  const { origin } = headers;
  if (origin === undefined) return [];
  const common = [
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Allow-Credentials', 'true'],
    ['Vary', 'Origin'],
  ];
  const wanted = headers['access-control-request-method'];
  if (method !== 'OPTIONS' || wanted === undefined) {
    return [...common, ['Access-Control-Expose-Headers', '*']].flat();
  }
  const named = headers['access-control-request-headers'];
  const isPrivate = headers['access-control-request-private-network'] === 'true';
  return [
    ...common,
    ['Access-Control-Allow-Methods', wanted],
    ...(named === undefined ? [] : [['Access-Control-Allow-Headers', named]]),
    ...(isPrivate ? [['Access-Control-Allow-Private-Network', 'true']] : []),
    ['Access-Control-Max-Age', '600'],
  ].flat();
}

/** A page asks whether it may; the request itself comes later. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers;
}

/** What the route says itself stays. */
export function withCors(own: readonly string[], cors: readonly string[]): readonly string[] {
  if (cors.length === 0) return own;
  const known = new Set(own.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()));
  const added = cors.filter((_, index) => !known.has((cors[index - (index % 2)] ?? '').toLowerCase()));
  return [...own, ...added];
}
