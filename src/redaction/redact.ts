import { isCredentialHeader } from './credential-headers.js';
import { REDACTED, type SecretSet } from './secret-set.js';

export { REDACTED } from './secret-set.js';

/** `extra`: header names of `apiKey` directives. */
export function redactHeaders(
  headers: Readonly<Record<string, string>>,
  secrets: SecretSet,
  extra: readonly string[] = [],
): Record<string, string> {
  const entries = Object.entries(headers);
  return Object.fromEntries(
    entries.map(([name, value]) => [secrets.redact(name), redactHeader(name, value, secrets, extra)]),
  );
}

export function redactHeader(
  name: string,
  value: string,
  secrets: SecretSet,
  extra: readonly string[] = [],
): string {
  return isCredentialHeader(name, extra) ? REDACTED : secrets.redact(value);
}

/** `parameters`: query names of `apiKeyQuery` directives; everything else keeps its spelling. */
export function redactUrl(url: string, secrets: SecretSet, parameters: readonly string[] = []): string {
  return secrets.redact(parameters.length === 0 ? url : redactParameters(url, parameters));
}

function redactParameters(url: string, parameters: readonly string[]): string {
  const names = new Set(parameters.map((name) => name.toLowerCase()));
  const [, address = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(url) ?? [];
  const pairs = query.slice(1).split('&');
  const masked = pairs.map((pair) => {
    const equals = pair.indexOf('=');
    return equals !== -1 && names.has(nameOf(pair.slice(0, equals)))
      ? `${pair.slice(0, equals)}=${REDACTED}`
      : pair;
  });
  return query === '' ? url : `${address}?${masked.join('&')}${fragment}`;
}

function nameOf(encoded: string): string {
  const text = encoded.replaceAll('+', ' ');
  try {
    return decodeURIComponent(text).toLowerCase();
  } catch {
    return text.toLowerCase();
  }
}

/** A copy of JSON-like data; a number that shows a secret becomes text. */
export function redactValue(value: unknown, secrets: SecretSet): unknown {
  if (typeof value === 'string') return secrets.redact(value);
  if (typeof value === 'number' || typeof value === 'bigint') {
    return secrets.contains(String(value)) ? secrets.redact(String(value)) : value;
  }
  if (Array.isArray(value)) return value.map((item: unknown) => redactValue(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as Record<string, unknown>);
  return Object.fromEntries(entries.map(([key, item]) => [secrets.redact(key), redactValue(item, secrets)]));
}

/**
 * A value as it would be with the secrets of one that was redacted before: what was found to be secret late in one
 * run is not known yet in the next one when the two are compared.
 */
export function maskAlike(value: unknown, redacted: unknown): unknown {
  if (typeof redacted === 'string') return isAlike(value, redacted) ? redacted : value;
  if (Array.isArray(value) && Array.isArray(redacted)) {
    return value.map((item: unknown, index) => maskAlike(item, redacted[index]));
  }
  if (!isRecord(value) || !isRecord(redacted)) return value;
  const entries = Object.entries(value as Record<string, unknown>);
  return Object.fromEntries(
    entries.map(([key, item]) => [key, Object.hasOwn(redacted, key) ? maskAlike(item, redacted[key]) : item]),
  );
}

function isAlike(value: unknown, redacted: string): boolean {
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
  if (!isText || !redacted.includes(REDACTED)) return false;
  const text = String(value);
  const [first = '', ...others] = redacted.split(REDACTED);
  const last = others.pop() ?? '';
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  const end = text.length - last.length;
  for (const literal of others) {
    // Somewhere behind the secret, which is not empty.
    const found = text.indexOf(literal, at + 1);
    if (found === -1) return false;
    at = found + literal.length;
  }
  return at < end;
}

interface AssertionTexts {
  readonly subject: string;
  readonly expected: unknown;
  readonly actual: unknown;
  readonly message: string;
}

/** Assertions on credential headers and on cookies show the value of such a header, so these go by place too. */
export function redactAssertion<A extends AssertionTexts>(
  assertion: A,
  secrets: SecretSet,
  extra: readonly string[] = [],
): A {
  const { subject, expected, actual, message } = assertion;
  const isCredential = isCredentialSubject(subject, extra);
  if (secrets.isEmpty && !isCredential && subject !== 'header') return assertion;
  const hide = isCredential ? hideValue : shown;
  const headers = subject === 'header' && isRecord(actual) ? redactHeaders(actual, secrets, extra) : actual;
  return {
    ...assertion,
    subject: secrets.redact(subject),
    expected: redactValue(hide(expected), secrets),
    actual: redactValue(hide(headers), secrets),
    message: redactMessage(hide(message) as string, secrets),
  };
}

/** Messages show the start of long values, cut before all secrets were known. */
function redactMessage(message: string, secrets: SecretSet): string {
  const pieces = message.split(CUT);
  const last = pieces.pop() ?? '';
  const cut = pieces.map((piece, index) => (index % 2 === 0 ? secrets.redactCut(piece) : piece));
  return pieces.length === 0 ? secrets.redact(message) : secrets.redact([...cut, last].join(''));
}

/** As the end of a value that is not shown whole is written: `abc…`, `"abc"...`. */
const CUT = /("?\.\.\.|…)/;

/** `header Set-Cookie`, `header "Api-Key"`, `cookie session`, as assertions are written (language.md 6.2). */
export function isCredentialSubject(subject: string, extra: readonly string[]): boolean {
  if (!subject.startsWith('header ') && !subject.startsWith('cookie ')) return false;
  const [, source, name = ''] = /^(header|cookie) (.+)$/s.exec(subject) ?? [];
  if (source === 'cookie') return true;
  return source === 'header' && isCredentialHeader(name.replace(/^(["'])(.*)\1$/s, '$2'), extra);
}

/** That there is no value, or an empty one, is no secret. */
function hideValue(value: unknown): unknown {
  return value === null || value === undefined || value === '' ? value : REDACTED;
}

function shown(value: unknown): unknown {
  return value;
}

function isRecord(value: unknown): value is Record<string, string> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
