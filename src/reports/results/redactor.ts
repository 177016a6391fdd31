import type { HeaderList } from '../../http/message/message.js';
import { credentialValues } from '../../redaction/credential-headers.js';
import { redactAssertion, redactHeader, redactUrl, redactValue } from '../../redaction/redact.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { AssertionResult, RequestOutcome } from '../../runner/outcome/result.js';

/** Removes secrets from everything that reports show of one test. */
export interface Redactor {
  readonly text: (text: string) => string;
  readonly value: (value: unknown) => unknown;
  readonly url: (url: string) => string;
  readonly headers: (headers: Readonly<Record<string, string>>) => Record<string, string>;
  readonly headerList: (headers: HeaderList) => HeaderList;
  readonly assertion: (assertion: AssertionResult) => AssertionResult;
  /** The length of the longest form of a secret; a text is redacted with that much beyond its cut. */
  readonly longest: number;
}

/**
 * The run keeps only a limited number of values of credential headers as secrets. Those of this test are masked wherever
 * they occur in it, whether the run still has them or not.
 */
export function createRedactor(outcome: RequestOutcome, secretsOfRun: SecretSet): Redactor {
  const { secretHeaders, secretParameters } = outcome;
  const secrets = secretsOfRun.with(credentialValues(headersOf(outcome), secretHeaders));
  const url = (address: string): string => redactUrl(address, secrets, secretParameters);
  const header = ([name, value]: readonly [string, string]): [string, string] => {
    const shown = ADDRESS_HEADERS.has(name.toLowerCase()) ? url(value) : value;
    return [secrets.redact(name), redactHeader(name, shown, secrets, secretHeaders)];
  };
  return {
    text: (text) => secrets.redact(text),
    value: (value) => redactValue(value, secrets),
    url,
    headers: (headers) => Object.fromEntries(Object.entries(headers).map(header)),
    headerList: (headers) => headers.map(header),
    assertion: (assertion) => redactAssertion(assertion, secrets, secretHeaders),
    longest: secrets.maxFormLength,
  };
}

/** These headers may repeat the query of the request, which may contain a key. */
const ADDRESS_HEADERS: ReadonlySet<string> = new Set(['location', 'content-location', 'referer']);

function headersOf({ request, response, exchanges }: RequestOutcome): (readonly [string, string])[] {
  return [
    ...Object.entries(request.headers),
    ...Object.entries(response.headers),
    ...exchanges.flatMap((exchange) => [...exchange.request.headers, ...(exchange.response?.headers ?? [])]),
  ];
}
