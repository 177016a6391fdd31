/** The address of a provider, and the redirection of requests to it. */

import { isAddress } from '../http/message/url-encoding.js';

/** The address without a slash at its end; undefined when it is not valid. */
export function readAddress(text: string): string | undefined {
  if (!/^https?:\/\/[^/?#]/i.test(text) || /[\s?#\\]/.test(text)) return undefined;
  const url = URL.parse(text);
  if (url === null || url.hostname === '' || /^[^/]*\/\/[^/]*@/.test(text)) return undefined;
  return text.replace(/\/+$/, '');
}

export const ADDRESS_RULE = 'an http or https URL with a host and without credentials, query or fragment';

/**
 * Replaces scheme, host and port of a URL that is not below the provider, and puts the path of the provider in front.
 * A URL without an address is relative to the provider.
 */
export function createUrlPlacer(provider: string): (url: string) => string {
  const { origin, pathname } = new URL(provider);
  const base = pathname.replace(/\/+$/, '');
  const place = (url: string): string => {
    if (url.startsWith('/')) return provider + url;
    if (isAddress(url)) return place(`http://${url}`);
    const [, address = '', rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)(.*)$/is.exec(url) ?? [];
    if (address === '') return url;
    const isThere = URL.parse(address)?.origin === origin && isBelow(rest, base);
    return isThere ? url : provider + (rest.startsWith('/') ? rest : `/${rest}`);
  };
  return place;
}

function isBelow(path: string, base: string): boolean {
  return path.startsWith(base) && /^(?:[/?#]|$)/.test(path.slice(base.length));
}
