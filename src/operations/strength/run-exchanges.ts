/** Responses of a run that was made for the measurement. */
import { getOrAdd } from '../../primitives/get-or-add.js';
import { credentialValues } from '../../redaction/credential-headers.js';
import { redactAssertion, redactHeaders, redactUrl, redactValue } from '../../redaction/redact.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { ReceivedHeaders } from '../../evaluation/response/response-view.js';
import type { AssertionResult, RequestOutcome, RunOutcome } from '../../runner/outcome/result.js';
import type { StoredExchange, StoredExpectation } from '../../strength/model/stored-exchange.js';
import type { ExchangeQuery, ExchangeSource } from './exchange-source.js';

/**
 * Earlier responses come from the history. Secrets are masked as in the history: what is measured, and what is suggested for it, is shown and may be written to
 * files.
 */
export function runExchanges(
  { files, secrets }: RunOutcome,
  history: ExchangeSource | undefined,
): ExchangeSource {
  const byName = new Map<string, RequestOutcome[]>();
  for (const { file, results } of files) {
    for (const result of results) {
      getOrAdd(byName, `${file}\0${result.shownName}`, (): RequestOutcome[] => []).push(result);
    }
  }
  return {
    missing: 'The request has not passed in this run, so that there is no response to change.',
    find: async (query) => {
      for (const file of query.runFiles) {
        const result = byName.get(`${file}\0${query.name}`)?.[query.occurrence];
        if (!result?.passed || result.skipped || result.response.statusCode === 0) continue;
        const before = await history?.find(query);
        const earlier = before === undefined ? [] : [before.last, ...before.earlier];
        return { last: toExchange(result, query, secrets), earlier };
      }
      return undefined;
    },
    close: async () => history?.close(),
  };
}

function toExchange(
  { request: sent, response, assertions, secretHeaders, secretParameters }: RequestOutcome,
  { request, file, name, row }: ExchangeQuery,
  runSecrets: SecretSet,
): StoredExchange {
  const shown = [...Object.entries(sent.headers), ...Object.entries(response.headers)];
  const secrets = runSecrets.with(credentialValues(shown, secretHeaders));
  return {
    request,
    file,
    name,
    row,
    method: sent.method,
    url: redactUrl(response.finalUrl ?? sent.url, secrets, secretParameters),
    status: response.statusCode,
    headers: toReceived(redactHeaders(response.headers, secrets, secretHeaders)),
    body: secrets.redact(response.body),
    isCut: response.bodyTruncated ?? false,
    durationMs: response.duration,
    source: 'run',
    runId: 0,
    expected: assertions.map((each) => toExpectation(each, secrets, secretHeaders)),
  };
}

/** Results join repeated headers; those of cookies with a line feed. */
function toReceived(headers: Readonly<Record<string, string>>): ReceivedHeaders {
  return Object.entries(headers).flatMap(([name, value]) =>
    name === 'Set-Cookie' ? value.split('\n').map((line) => [name, line] as const) : [[name, value] as const],
  );
}

function toExpectation(
  result: AssertionResult,
  secrets: SecretSet,
  secretHeaders: readonly string[],
): StoredExpectation {
  const { subject, operator, expected, actual } = redactAssertion(result, secrets, secretHeaders);
  return {
    subject,
    operator,
    expected: redactValue(expected, secrets),
    actual,
    isText: false,
    passed: result.passed,
    skipped: result.skipped ?? false,
  };
}
