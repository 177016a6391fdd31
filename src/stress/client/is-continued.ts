import type { Http1Head } from '../../http/http1/http1-head.js';
import type { LiveDefinition } from './live-definition.js';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export function isRedirect(status: number): boolean {
  return REDIRECTS.has(status);
}

/** Whether only the ordinary path can finish handling a response: a redirect, or cookies that a later request sends. */
export function isContinued(
  { followsRedirects, usesJar }: LiveDefinition,
  head: Http1Head,
  sendsCookiesLater: boolean,
): boolean {
  if (followsRedirects && head.hasLocation && isRedirect(head.status)) return true;
  return head.setsCookie && usesJar && sendsCookiesLater;
}
