import { isToken } from './characters.js';

export interface HeaderName {
  readonly key: string;
  /** `none` if the text is no header name. */
  readonly role: 'plain' | 'authorization' | 'computed' | 'none';
}

/** Headers that svc computes; values in a request file are not sent. */
export const COMPUTED_HEADERS: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'te',
]);

/** Classifies the name of a header. */
export function headerName(key: string): HeaderName {
  const lower = key.toLowerCase();
  if (!isToken(key)) return { key, role: 'none' };
  if (COMPUTED_HEADERS.has(lower)) return { key, role: 'computed' };
  return { key, role: lower === 'authorization' ? 'authorization' : 'plain' };
}

/** The names that most requests have, classified once for all files. */
export const COMMON_HEADER_NAMES: ReadonlyMap<string, HeaderName> = new Map(
  ['Accept', 'Authorization', 'Content-Type', 'Cookie', 'User-Agent', 'content-type', 'accept'].map((key) => [
    key,
    headerName(key),
  ]),
);

/** The header that makes a POST a GraphQL request for other clients; it is not sent. */
export const REQUEST_TYPE_HEADER = 'x-request-type';
