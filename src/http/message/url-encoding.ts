/** Text for URLs and forms. */
import { RequestFailure } from './message.js';

/** Matches most URLs: they need no change. */
const READY = /^https?:\/\/[\w.-]+(?::\d{1,5})?(?:[/?][!$-;=?-[\]_a-z~]*)?$/;
const SIMPLE_HOST = /^[\w.-]+$/;
const ILLEGAL = /[^!#-;=?-[\]_a-z~]+/g;
const ILLEGAL_IN_HOST = /[\0- "<>\\^`{|}\x7F]/;

/**
 * The URL as it is sent: illegal characters of path and query percent-encoded, the host in its ASCII form,
 * no fragment; everything else stays as written.
 */
export function prepareUrl(text: string): string {
  if (READY.test(text)) return text;
  if (/[\r\n\0]/.test(text)) throw refused('the URL contains a line break or a NUL character');
  const { scheme, authority, rest } = cutUrl(text);
  if (authority.includes('@')) throw refused('the URL contains user information; give it in an @auth line');
  const [, host = '', port = ''] = /^(.*?)(:[^:\]]*)?$/s.exec(authority) ?? [];
  if (host === '') throw refused('the URL has no host');
  if (!/^(?::\d{0,5})?$/.test(port)) throw refused(`the port "${port.slice(1)}" is not a number`);
  return `${scheme}://${asciiHost(host)}${port}${encodeIllegal(rest)}`;
}

/** Percent-encodes what may not stand in a path or query; everything else stays as written. */
export function encodeIllegal(text: string): string {
  return text.toWellFormed().replace(ILLEGAL, (illegal) => encodeURIComponent(illegal));
}

/** A name and a value of a query, not yet encoded. */
export type QueryPair = readonly [name: string, value: string];

/** The URL without its fragment, with the pairs after its own query, which stays as it is. */
export function appendQuery(url: string, pairs: readonly QueryPair[]): string {
  if (pairs.length === 0) return url;
  const [start = ''] = url.split('#', 1);
  const query = pairs
    .map(([name, value]) => `${encodeQueryComponent(name)}=${encodeQueryComponent(value)}`)
    .join('&');
  if (!start.includes('?')) return `${start}?${query}`;
  return /[?&]$/.test(start) ? start + query : `${start}&${query}`;
}

/** Only unreserved characters stay as they are. */
export function encodeQueryComponent(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Encodes as in a query, except that a blank is a plus sign. */
export function encodeFormComponent(text: string): string {
  return encodeQueryComponent(text).replaceAll('%20', '+');
}

/** An address as people type it: `localhost`, an IP address, or any host with a port. */
const ADDRESS =
  /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\]|[a-z\d](?:[\w-]*\.)*[\w-]*(?=:\d))(?::\d{1,5})?(?=[/?#]|$)/i;

/** Whether a text without a scheme is taken as `http://…`. */
export function isAddress(text: string): boolean {
  return ADDRESS.test(text);
}

function cutUrl(text: string): { scheme: string; authority: string; rest: string } {
  const [start = '', scheme = ''] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text) ?? [];
  if (start === '' && isAddress(text)) return cutUrl(`http://${text}`);
  if (start === '') throw refused('the URL does not start with http:// or https://');
  if (!/^https?$/i.test(scheme)) throw refused(`the scheme "${scheme}" is not http or https`);
  const [whole = ''] = text.slice(start.length).split('#', 1);
  const end = whole.search(/[/?]/);
  return end === -1
    ? { scheme, authority: whole, rest: '' }
    : { scheme, authority: whole.slice(0, end), rest: whole.slice(end) };
}

function asciiHost(host: string): string {
  if (SIMPLE_HOST.test(host)) return host;
  if (!ILLEGAL_IN_HOST.test(host) && URL.canParse(`http://${host}`))
    return new URL(`http://${host}`).hostname;
  throw refused(`the host "${host}" is not valid`);
}

function refused(message: string): RequestFailure {
  return new RequestFailure('protocol', message);
}
