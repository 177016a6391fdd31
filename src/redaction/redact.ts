import { entriesOf, objectFrom } from '../primitives/json/key-order.js';
import { percentDecoded } from '../primitives/text/percent.js';
import { isPlainObject } from '../primitives/plain-object.js';
import { valuesBetween } from '../primitives/values-between.js';
import { isCredentialHeader } from './credential-headers.js';
import { REDACTED, type SecretSet } from './secret-set.js';

export { REDACTED } from './secret-set.js';

/** `extra` holds the header names of `apiKey` directives. */
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

/** `parameters` holds the query names of `apiKeyQuery` directives; everything else keeps its spelling. */
export function redactUrl(url: string, secrets: SecretSet, parameters: readonly string[] = []): string {
  return secrets.redact(parameters.length === 0 ? url : redactParameters(url, parameters));
}

function redactParameters(url: string, parameters: readonly string[]): string {
  const names = new Set(parameters.map((name) => name.toLowerCase()));
  const [, address = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(url) ?? [];
  const pairs = query.slice(1).split('&');
  const masked = pairs.map((pair) => {
    const equals = pair.indexOf('=');
    return equals !== -1 && names.has(parameterName(pair.slice(0, equals)))
      ? `${pair.slice(0, equals)}=${REDACTED}`
      : pair;
  });
  return query === '' ? url : `${address}?${masked.join('&')}${fragment}`;
}

function parameterName(encoded: string): string {
  return percentDecoded(encoded.replaceAll('+', ' ')).toLowerCase();
}

/** Copies JSON-like data; a number that contains a secret becomes text. */
export function redactValue(value: unknown, secrets: SecretSet): unknown {
  if (typeof value === 'string') return secrets.redact(value);
  if (typeof value === 'number' || typeof value === 'bigint') {
    return secrets.contains(String(value)) ? secrets.redact(String(value)) : value;
  }
  if (Array.isArray(value)) return value.map((item: unknown) => redactValue(item, secrets));
  if (!isPlainObject(value)) return value;
  return objectFrom(
    entriesOf(value).map(([key, item]) => [secrets.redact(key), redactValue(item, secrets)] as const),
  );
}

/**
 * Masks a value where an earlier redacted value is masked. A secret that one run found late is not known yet in the
 * next run when the two are compared.
 */
export function maskAlike(value: unknown, redacted: unknown): unknown {
  if (typeof redacted === 'string') return isAlike(value, redacted) ? redacted : value;
  if (Array.isArray(value) && Array.isArray(redacted)) {
    return value.map((item: unknown, index) => maskAlike(item, redacted[index]));
  }
  if (!isPlainObject(value) || !isPlainObject(redacted)) return value;
  return objectFrom(
    entriesOf(value).map(
      ([key, item]) => [key, Object.hasOwn(redacted, key) ? maskAlike(item, redacted[key]) : item] as const,
    ),
  );
}

function isAlike(value: unknown, redacted: string): boolean {
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
  if (!isText || !redacted.includes(REDACTED)) return false;
  return valuesBetween(redacted.split(REDACTED), String(value)) !== undefined;
}

interface AssertionTexts {
  readonly subject: string;
  readonly expected: unknown;
  readonly actual: unknown;
  readonly message: string;
  readonly stored?: unknown;
}

/** Assertions on credential headers and cookies show the value of such a header, so they are redacted by subject. */
export function redactAssertion<A extends AssertionTexts>(
  assertion: A,
  secrets: SecretSet,
  extra: readonly string[] = [],
): A {
  const { subject, expected, actual, message, stored } = assertion;
  const isCredential = isCredentialSubject(subject, extra);
  if (secrets.isEmpty && !isCredential && subject !== 'header') return assertion;
  const hide = (value: unknown): unknown => (isCredential ? hideValue(value) : value);
  const headers =
    subject === 'header' && isPlainObject(actual)
      ? redactHeaders(actual as Record<string, string>, secrets, extra)
      : actual;
  return {
    ...assertion,
    subject: secrets.redact(subject),
    expected: redactValue(hide(expected), secrets),
    actual: redactValue(hide(headers), secrets),
    message: redactMessage(hide(message) as string, secrets),
    ...(stored !== undefined && { stored: redactValue(hide(stored), secrets) }),
  };
}

/** Messages show the start of long values, which were cut before all secrets were known. */
function redactMessage(message: string, secrets: SecretSet): string {
  const pieces = message.split(CUT);
  const last = pieces.pop() ?? '';
  const cut = pieces.map((piece, index) => (index % 2 === 0 ? secrets.redactCut(piece) : piece));
  return pieces.length === 0 ? secrets.redact(message) : secrets.redact([...cut, last].join(''));
}

/** Matches the mark behind a cut value: `abc…`, `"abc"...`. */
const CUT = /("?\.\.\.|…)/;

/** Matches subjects of assertions such as `header Set-Cookie`, `header "Api-Key"` and `cookie session`. */
export function isCredentialSubject(subject: string, extra: readonly string[]): boolean {
  if (!subject.startsWith('header ') && !subject.startsWith('cookie ')) return false;
  const [, source, name = ''] = /^(header|cookie) (.+)$/s.exec(subject) ?? [];
  if (source === 'cookie') return true;
  return source === 'header' && isCredentialHeader(name.replace(/^(["'])(.*)\1$/s, '$2'), extra);
}

/** The absence of a value, or an empty value, is not secret. */
function hideValue(value: unknown): unknown {
  return value === null || value === undefined || value === '' ? value : REDACTED;
}
