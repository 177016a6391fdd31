import { isToken } from './characters.js';

export interface HeaderName {
  readonly key: string;
  /** `none` when the text is no header name at all. */
  readonly role: 'plain' | 'authorization' | 'computed' | 'none';
}

const COMPUTED: ReadonlySet<string> = new Set([
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
  if (COMPUTED.has(lower)) return { key, role: 'computed' };
  return { key, role: lower === 'authorization' ? 'authorization' : 'plain' };
}
