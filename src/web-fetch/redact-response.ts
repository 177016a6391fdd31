/** Response headers as they are shown. */
import type { HeaderList } from '../http/message/message.js';
import { REDACTED } from '../redaction/redact.js';
import { sanitiseUrl } from './rules/url-rules.js';

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
const SECRET_NAME = /api-key|apikey|token|secret|password|passwd|credential/;

/** Capitalises names and keeps the order of values; `address` is the base of relative URLs. */
export function redactShownHeaders(headers: HeaderList, address: string): Record<string, string[]> {
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
  if (CREDENTIALS.has(name) || SECRET_NAME.test(name)) return REDACTED;
  if (name !== 'location' && name !== 'content-location') return value;
  return shownLocation(value, address);
}

/** A redirect target in its shown form; empty for none and for anything but http and https. */
export function shownLocation(location: string | undefined, address: string): string {
  return location === undefined ? '' : sanitiseUrl(URL.parse(location, address)?.href ?? '');
}
