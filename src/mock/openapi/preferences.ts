/** What a client asks for with the `Prefer` header (RFC 7240), as other mock servers read it too. */

export interface Preferences {
  /** The status of the response. */
  readonly code?: string;
  /** The name of an example. */
  readonly example?: string;
}

const PREFERENCE = /(?:^|[,;\s])(code|example)\s*=\s*(?:"([^"]*)"|([^\s,;"]+))/gi;

/** The first of equal preferences counts. */
export function readPreferences(prefer: string): Preferences {
  const found = new Map<string, string>();
  for (const [, name = '', quoted, plain = ''] of prefer.matchAll(PREFERENCE)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, quoted ?? plain);
  }
  const [code, example] = [found.get('code'), found.get('example')];
  return { ...(code !== undefined && { code }), ...(example !== undefined && { example }) };
}
