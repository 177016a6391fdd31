import type { HeaderList } from '../http/message.js';
import { isCredentialHeader } from '../redaction/credential-headers.js';
import { redactAssertion, redactHeader, redactUrl, redactValue } from '../redaction/redact.js';
import { REDACTED, type SecretSet } from '../redaction/secret-set.js';
import type { AssertionResult, RequestOutcome } from '../runner/result.js';

/** Takes the secrets out of everything one test has to show (cli.md 8). */
export interface Redactor {
  readonly text: (text: string) => string;
  readonly value: (value: unknown) => unknown;
  readonly url: (url: string) => string;
  readonly headers: (headers: Readonly<Record<string, string>>) => Record<string, string>;
  readonly headerList: (headers: HeaderList) => HeaderList;
  readonly assertion: (assertion: AssertionResult) => AssertionResult;
  /** No form of a secret is longer: who cuts a text keeps that much until it is redacted. */
  readonly longest: number;
}

/**
 * Beside the secrets of the run, the values of this test's credential headers are secret wherever they occur in
 * it, for example in a capture. They are not added to the set: a server that sends 10,000 cookies would fill it.
 */
export function redactorOf(outcome: RequestOutcome, secrets: SecretSet): Redactor {
  const { secretHeaders, secretParameters } = outcome;
  const own = credentialValues(outcome);
  const withoutOwn = (text: string): string =>
    own.reduce((rest, value) => rest.replaceAll(value, REDACTED), text);
  const text = (shown: string): string => secrets.redact(withoutOwn(shown));
  const value = (data: unknown): unknown =>
    redactValue(own.length === 0 ? data : mapTexts(data, withoutOwn), secrets);
  const header = (name: string, shown: string): string => {
    const masked = withoutOwn(
      ADDRESS_HEADERS.has(name.toLowerCase()) ? redactUrl(shown, secrets, secretParameters) : shown,
    );
    return redactHeader(name, masked, secrets, secretHeaders);
  };
  return {
    longest: Math.max(secrets.longestForm, own[0]?.length ?? 0),
    text,
    value,
    url: (url) => redactUrl(withoutOwn(url), secrets, secretParameters),
    headers: (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, shown]) => [secrets.redact(name), header(name, shown)]),
      ),
    headerList: (headers) => headers.map(([name, shown]) => [secrets.redact(name), header(name, shown)]),
    assertion: (assertion) => {
      const shown = redactAssertion(assertion, secrets, secretHeaders);
      return {
        ...shown,
        expected: value(shown.expected),
        actual: value(shown.actual),
        message: text(shown.message),
      };
    },
  };
}

/** They may repeat the query of the request, with a key in it. */
const ADDRESS_HEADERS: ReadonlySet<string> = new Set(['location', 'content-location', 'referer']);

function credentialValues({
  request,
  response,
  exchanges,
  secretHeaders,
}: RequestOutcome): readonly string[] {
  const headers = [
    ...Object.entries(request.headers),
    ...Object.entries(response.headers),
    ...exchanges.flatMap((exchange) => [...exchange.request.headers, ...(exchange.response?.headers ?? [])]),
  ];
  // Several Set-Cookie headers stand in one map entry, separated by line feeds (language.md 6.2).
  const values = headers.flatMap(([name, value]) =>
    isCredentialHeader(name, secretHeaders) ? [value, ...value.split('\n')] : [],
  );
  const distinct = new Set(values.filter((value) => value.length >= FEWEST_CHARACTERS));
  return [...distinct].sort((a, b) => b.length - a.length);
}

const FEWEST_CHARACTERS = 4;

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item: unknown) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]));
}
