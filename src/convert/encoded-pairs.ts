import { encodeFormComponent, encodeQueryComponent } from '../http/message/url-encoding.js';
import { cutTemplate } from '../request-file/text/template.js';
import { literalText } from '../request-file/write-safely.js';
import type { PairDraft } from './import-draft.js';

/** `k=v&k2=v2` as text, for pairs that cannot be written as separate lines; keeps placeholders. */
export function encodePairs(pairs: readonly PairDraft[], place: 'query' | 'form'): string {
  const encode = place === 'form' ? encodeFormComponent : encodeQueryComponent;
  return pairs.map(({ key, value }) => `${encode(key)}=${encodedTemplate(value, encode)}`).join('&');
}

function encodedTemplate(template: string, encode: (text: string) => string): string {
  return cutTemplate(template)
    .map((part) => (part.kind === 'text' ? literalText(encode(part.text)) : part.source))
    .join('');
}

/** Appends to the query of a URL. */
export function withQuery(url: string, query: string): string {
  if (query === '') return url;
  const fragment = url.indexOf('#');
  const start = fragment < 0 ? url : url.slice(0, fragment);
  const glue = !start.includes('?') ? '?' : /[?&]$/.test(start) ? '' : '&';
  return `${start}${glue}${query}${fragment < 0 ? '' : url.slice(fragment)}`;
}

/** `Cookie: a=1; b=2`, if there is anything to send. */
export function createCookieHeader(cookies: readonly PairDraft[]): PairDraft[] {
  if (cookies.length === 0) return [];
  return [{ key: 'Cookie', value: cookies.map(({ key, value }) => `${key}=${value}`).join('; ') }];
}
