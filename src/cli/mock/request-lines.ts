import { jsonLine } from '../../evaluation/values/json-text.js';
import type { MockExchangeSummary, MockExchangeDetails } from '../../mock/mock-server.js';
import { printableLine } from '../../primitives/printable.js';
import { credentialValues } from '../../redaction/credential-headers.js';
import { redactHeader } from '../../redaction/redact.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import { maskedExchange } from './masked-exchange.js';

/** For example `GET /parcels/41 -> 200 (2ms) readParcel`, and with a fault `GET /parcels/41 -> no response (2ms) readParcel, fault: reset`. */
export function requestLine(exchange: MockExchangeSummary, secrets: SecretSet): string {
  const { method, path, status, duration, route, fault, isProxied } = exchange;
  const shown = status === 0 ? 'no response' : status;
  const by = isProxied ? 'proxied' : route;
  const failure = fault === undefined ? '' : `, fault: ${fault}`;
  const text = `${method} ${path} -> ${shown} (${Math.round(duration)}ms) ${by}${failure}`.trimEnd();
  return `${printableLine(secrets.redact(text))}\n`;
}

/** The same data as one JSON object. */
export function requestJson(exchange: MockExchangeSummary, secrets: SecretSet): string {
  return `${jsonLine(basics(exchange, secrets))}\n`;
}

/** Includes headers and bodies of request and response. */
export function exchangeLines(seen: MockExchangeDetails, knownSecrets: SecretSet): string {
  const exchange = seen.isProxied ? maskedExchange(seen) : seen;
  const secrets = withCredentials(exchange, knownSecrets);
  const side = (mark: string, headers: readonly string[], body: string): string[] => [
    ...pairs(headers).map(([name, value]) => `  ${mark} ${name}: ${redactHeader(name, value, secrets)}`),
    ...(body === '' ? [] : ['', ...secrets.redact(body).split(/\r?\n/)].map((line) => `  ${mark} ${line}`)),
  ];
  const lines = [
    ...side('>', exchange.requestHeaders, exchange.requestBody),
    ...side('<', exchange.responseHeaders, String(exchange.responseBody)),
  ];
  const details = lines.map((line) => `${printableLine(line).trimEnd()}\n`).join('');
  return requestLine(exchange, secrets) + details;
}

export function exchangeJson(seen: MockExchangeDetails, knownSecrets: SecretSet): string {
  const exchange = seen.isProxied ? maskedExchange(seen) : seen;
  const secrets = withCredentials(exchange, knownSecrets);
  const { requestHeaders, requestBody, responseHeaders, responseBody } = exchange;
  const headers = (flat: readonly string[]): Record<string, string> =>
    Object.fromEntries(pairs(flat).map(([name, value]) => [name, redactHeader(name, value, secrets)]));
  return `${jsonLine({
    ...basics(exchange, secrets),
    request: { headers: headers(requestHeaders), body: secrets.redact(requestBody) },
    response: { headers: headers(responseHeaders), body: secrets.redact(String(responseBody)) },
  })}\n`;
}

/** Credentials of headers are also masked where they are repeated, such as a token in a body. */
function withCredentials(
  { requestHeaders, responseHeaders }: MockExchangeDetails,
  knownSecrets: SecretSet,
): SecretSet {
  return knownSecrets.with(credentialValues([...pairs(requestHeaders), ...pairs(responseHeaders)]));
}

function basics(exchange: MockExchangeSummary, secrets: SecretSet): object {
  const { method, path, status, duration, route, fault, isProxied } = exchange;
  const timestamp = new Date().toISOString();
  const marks = { ...(fault && { fault }), ...(isProxied && { proxied: true }) };
  return { method, path: secrets.redact(path), status, duration, route, ...marks, timestamp };
}

function pairs(flat: readonly string[]): (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  for (let at = 0; at < flat.length; at += 2) found.push([flat[at] ?? '', flat[at + 1] ?? '']);
  return found;
}
