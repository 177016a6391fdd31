import { jsonLine } from '../../evaluation/values/json-text.js';
import type { MockedExchange, MockExchange } from '../../mock/mock-server.js';
import { printableLine } from '../../primitives/printable.js';
import { credentialValues } from '../../redaction/credential-headers.js';
import { redactHeader } from '../../redaction/redact.js';
import type { SecretSet } from '../../redaction/secret-set.js';

/** `GET /parcels/41 -> 200 (2ms) readParcel` (cli.md 13). */
export function requestLine(answered: MockedExchange, secrets: SecretSet): string {
  const { method, path, status, duration, route } = answered;
  const text = `${method} ${path} -> ${status} (${Math.round(duration)}ms) ${route}`.trimEnd();
  return `${printableLine(secrets.redact(text))}\n`;
}

/** The same as one JSON object. */
export function requestJson(answered: MockedExchange, secrets: SecretSet): string {
  return `${jsonLine(basics(answered, secrets))}\n`;
}

/** With headers and bodies of both sides. */
export function exchangeLines(exchange: MockExchange, known: SecretSet): string {
  const secrets = withCredentials(exchange, known);
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

export function exchangeJson(exchange: MockExchange, known: SecretSet): string {
  const secrets = withCredentials(exchange, known);
  const { requestHeaders, requestBody, responseHeaders, responseBody } = exchange;
  const headers = (flat: readonly string[]): Record<string, string> =>
    Object.fromEntries(pairs(flat).map(([name, value]) => [name, redactHeader(name, value, secrets)]));
  return `${jsonLine({
    ...basics(exchange, secrets),
    request: { headers: headers(requestHeaders), body: secrets.redact(requestBody) },
    response: { headers: headers(responseHeaders), body: secrets.redact(String(responseBody)) },
  })}\n`;
}

/** What the headers of an exchange hold is hidden where it is repeated, such as a token in a body. */
function withCredentials({ requestHeaders, responseHeaders }: MockExchange, known: SecretSet): SecretSet {
  return known.with(credentialValues([...pairs(requestHeaders), ...pairs(responseHeaders)]));
}

function basics(
  answered: MockedExchange,
  secrets: SecretSet,
): MockedExchange & { readonly timestamp: string } {
  const { method, path, status, duration, route } = answered;
  const timestamp = new Date().toISOString();
  return { method, path: secrets.redact(path), status, duration, route, timestamp };
}

function pairs(flat: readonly string[]): (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  for (let at = 0; at < flat.length; at += 2) found.push([flat[at] ?? '', flat[at + 1] ?? '']);
  return found;
}
