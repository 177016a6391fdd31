/** Their whole value is secret wherever it stands, request or response (cli.md 8); lower case. */
export const CREDENTIAL_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'api-key',
  'x-auth-token',
  'x-amz-security-token',
]);

/** `extra`: header names of `apiKey` directives, in any case. */
export function isCredentialHeader(name: string, extra: readonly string[] = []): boolean {
  // Every header of every exchange is asked about, and few are as long as one of these.
  if (!LENGTHS.has(name.length) && extra.length === 0) return false;
  const lower = name.toLowerCase();
  return CREDENTIAL_HEADERS.has(lower) || extra.some((other) => other.toLowerCase() === lower);
}

const LENGTHS: ReadonlySet<number> = new Set(Array.from(CREDENTIAL_HEADERS, (name) => name.length));

/**
 * What credential headers hold, to be hidden also where it is repeated: whole values, credentials without
 * their scheme, cookies without their attributes.
 */
export function credentialValues(
  headers: Iterable<readonly [name: string, value: string]>,
  extra: readonly string[] = [],
): string[] {
  const values = new Set<string>();
  for (const [name, value] of headers) {
    if (!isCredentialHeader(name, extra)) continue;
    // Several Set-Cookie headers stand in one value, separated by line feeds (language.md 6.2).
    for (const line of value.split('\n')) for (const part of partsOf(name, line)) values.add(part);
    values.add(value);
  }
  return [...values];
}

function partsOf(name: string, line: string): string[] {
  const lower = name.toLowerCase();
  if (lower === 'set-cookie') return [line, line.replace(/;.*$/s, '')];
  if (lower === 'cookie') return [line, ...line.split('; ')];
  return lower.endsWith('authorization') ? [line, line.replace(/^\S+ +/, '')] : [line];
}
