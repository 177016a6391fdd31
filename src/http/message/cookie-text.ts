/** The text of cookies in headers (RFC 6265 sections 4.2 and 5.2), as people want to see it. */

export interface ReceivedCookie {
  readonly name: string;
  readonly value: string;
  readonly domain?: string;
  readonly path?: string;
  /** As written. */
  readonly expires?: string;
  /** Seconds, as written. */
  readonly maxAge?: string;
  readonly sameSite?: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
}

/** The pairs of a Cookie header. */
export function readCookiePairs(text: string): { readonly name: string; readonly value: string }[] {
  return text.split(';').flatMap((pair) => {
    const found = readPair(pair);
    return found.name === '' && found.value === '' ? [] : [found];
  });
}

/** A Set-Cookie header; undefined when it sets nothing. */
export function readSetCookie(text: string): ReceivedCookie | undefined {
  const [pair = '', ...rest] = text.split(';');
  if (!pair.includes('=')) return undefined;
  const attributes = new Map(rest.map(readPair).map(({ name, value }) => [name.toLowerCase(), value]));
  const of = (key: string, attribute: string): object => {
    const value = attributes.get(attribute);
    return value === undefined || value === '' ? {} : { [key]: value };
  };
  return {
    ...readPair(pair),
    ...of('domain', 'domain'),
    ...of('path', 'path'),
    ...of('expires', 'expires'),
    ...of('maxAge', 'max-age'),
    ...of('sameSite', 'samesite'),
    secure: attributes.has('secure'),
    httpOnly: attributes.has('httponly'),
  };
}

/** An attribute without a value is a name. */
function readPair(pair: string): { readonly name: string; readonly value: string } {
  const equals = pair.indexOf('=');
  if (equals === -1) return { name: pair.trim(), value: '' };
  return { name: pair.slice(0, equals).trim(), value: pair.slice(equals + 1).trim() };
}
