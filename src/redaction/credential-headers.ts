import { percentDecoded } from '../primitives/text/percent.js';
import { REDACTED } from './redacted.js';
import { isSecretHeaderName, normalName } from './secret-names.js';

/** `extra` holds the header names of `apiKey` directives, in any spelling. */
export function isCredentialHeader(name: string, extra: readonly string[] = []): boolean {
  if (isSecretHeaderName(name)) return true;
  return extra.some((other) => normalName(other) === normalName(name));
}

/**
 * The values in credential headers, to be redacted where they are repeated too: whole values, credentials without
 * their scheme, cookies without their attributes and without their name.
 */
export function credentialValues(
  headers: Iterable<readonly [name: string, value: string]>,
  extra: readonly string[] = [],
): string[] {
  const values = new Set<string>();
  for (const [name, value] of headers) {
    // Results that were read from a document are masked already.
    if (value === REDACTED || !isCredentialHeader(name, extra)) continue;
    // Several Set-Cookie headers are joined to one value, separated by line feeds.
    for (const line of value.split('\n')) for (const part of partsOf(name, line)) values.add(part);
    values.add(value);
  }
  return [...values];
}

function partsOf(name: string, line: string): string[] {
  const normal = normalName(name);
  if (normal === 'setcookie') {
    const pair = line.replace(/;.*$/s, '');
    return [line, pair, ...cookieValues(pair)];
  }
  if (normal === 'cookie') {
    const pairs = line.split(/; */);
    return [line, ...pairs, ...pairs.flatMap(cookieValues)];
  }
  if (!normal.endsWith('authorization')) return [line];
  const credential = line.replace(/^\S+ +/, '');
  return [line, credential, ...(/^basic /i.test(line) ? basicValues(credential) : [])];
}

/** The value alone, as pages and responses repeat it. */
function cookieValues(pair: string): string[] {
  const value = pair.replace(/^[^=]*=/, '').replace(/^"(.*)"$/s, '$1');
  return [value, percentDecoded(value)].filter(isDistinctive);
}

function basicValues(credential: string): string[] {
  const text = Buffer.from(credential, 'base64').toString('utf8');
  return text.includes('\ufffd') ? [] : [text, text.replace(/^[^:]*:/, '')].filter(isDistinctive);
}

/** Other values are often plain words, which would be redacted everywhere. */
export function isDistinctive(value: string): boolean {
  return value.length >= 8 || (value.length >= 4 && /\d/.test(value) && /[a-z]/i.test(value));
}
