/** Response headers as they are shown (mcp.md 5.5, 5.7). */
import type { HeaderList } from '../http/message/message.js';
import { REDACTED } from '../redaction/redact.js';
import { sanitisedUrl } from './rules/url-rules.js';

const CREDENTIALS: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'set-cookie2',
  'www-authenticate',
  'proxy-authenticate',
  'authentication-info',
  'proxy-authentication-info',
]);
const TELLING = /api-key|apikey|token|secret|password|passwd|credential/;

/** Names capitalised, values in their order; `address` is what relative URLs start from. */
export function shownHeaders(headers: HeaderList, address: string): Record<string, string[]> {
  const shown = new Map<string, string[]>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase().replaceAll(/(^|-)([a-z])/g, (_, dash: string, letter: string) => {
      return dash + letter.toUpperCase();
    });
    const values = shown.get(key) ?? [];
    values.push(shownValue(name.toLowerCase(), value, address));
    shown.set(key, values);
  }
  return Object.fromEntries(shown);
}

function shownValue(name: string, value: string, address: string): string {
  if (CREDENTIALS.has(name) || TELLING.test(name)) return REDACTED;
  if (name !== 'location' && name !== 'content-location') return value;
  return sanitisedUrl(URL.parse(value, address)?.href ?? '');
}
