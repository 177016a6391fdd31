/** Where a provider is, and how requests get there (server.md 12). */

/** The address without a slash at its end; undefined when it is none. */
export function readAddress(text: string): string | undefined {
  if (!/^https?:\/\/[^/?#]/i.test(text) || /[\s?#\\]/.test(text)) return undefined;
  const url = URL.parse(text);
  if (url === null || url.hostname === '' || /^[^/]*\/\/[^/]*@/.test(text)) return undefined;
  return text.replace(/\/+$/, '');
}

export const ADDRESS_RULE = 'an http or https URL with a host and without credentials, query or fragment';

/**
 * A URL that is not below the provider gets its scheme, host and port replaced, and the path of the provider put in
 * front; one without an address is the provider's anyway.
 */
export function placeAt(provider: string): (url: string) => string {
  const { origin, pathname } = new URL(provider);
  const base = pathname.replace(/\/+$/, '');
  return (url) => {
    if (url.startsWith('/')) return provider + url;
    const [, address = '', rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)(.*)$/is.exec(url) ?? [];
    if (address === '') return url;
    const isThere = URL.parse(address)?.origin === origin && isBelow(rest, base);
    return isThere ? url : provider + (rest.startsWith('/') ? rest : `/${rest}`);
  };
}

function isBelow(path: string, base: string): boolean {
  return path.startsWith(base) && /^(?:[/?#]|$)/.test(path.slice(base.length));
}
