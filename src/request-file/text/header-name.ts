import { isToken } from './characters.js';

export interface HeaderName {
  readonly key: string;
  /** `none` when the text is no header name at all. */
  readonly role: 'plain' | 'authorization' | 'computed' | 'none';
}

/** Written ones are not sent (language section 3.3). */
export const COMPUTED_HEADERS: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'te',
]);

/** What a header of this name is to the parser. */
export function headerName(key: string): HeaderName {
  const lower = key.toLowerCase();
  if (!isToken(key)) return { key, role: 'none' };
  if (COMPUTED_HEADERS.has(lower)) return { key, role: 'computed' };
  return { key, role: lower === 'authorization' ? 'authorization' : 'plain' };
}
