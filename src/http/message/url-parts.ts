/** Parts of a request URL for those who judge or sign it. */
import { RequestFailure } from './message.js';
import { endOfAuthority, pathOf, readTarget } from './target.js';

/** Scheme, host and port; different spellings of one address come out equal. */
export function originOf(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) throw new RequestFailure('protocol', 'the URL is not valid');
  return parsed.origin;
}

/** As in the Host header. */
export function authorityOf(url: string): string {
  return readTarget(url.slice(0, endOfAuthority(url))).authority;
}

/** Path and query as they go on the request line. */
export function requestTarget(url: string): string {
  return pathOf(url, endOfAuthority(url));
}
