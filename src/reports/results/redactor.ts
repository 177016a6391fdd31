import type { HeaderList } from '../../http/message/message.js';
import { credentialValues } from '../../redaction/credential-headers.js';
import { redactAssertion, redactHeader, redactUrl, redactValue } from '../../redaction/redact.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { AssertionResult, RequestOutcome } from '../../runner/outcome/result.js';

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
 * The values of credential headers are among the secrets of the run, but only so many of them: those of this
 * test are secret wherever they occur in it, whatever else the run has met.
 */
export function redactorOf(outcome: RequestOutcome, secretsOfRun: SecretSet): Redactor {
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
    longest: secrets.longestForm,
  };
}

/** They may repeat the query of the request, with a key in it. */
const ADDRESS_HEADERS: ReadonlySet<string> = new Set(['location', 'content-location', 'referer']);

function headersOf({ request, response, exchanges }: RequestOutcome): (readonly [string, string])[] {
  return [
    ...Object.entries(request.headers),
    ...Object.entries(response.headers),
    ...exchanges.flatMap((exchange) => [...exchange.request.headers, ...(exchange.response?.headers ?? [])]),
  ];
}
