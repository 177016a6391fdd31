/** The headers of a stored response that are known: all of a run, or those that its assertions have shown. */
import type { ReceivedHeaders } from '../../evaluation/response/response-view.js';
import type { StoredExchange } from '../model/stored-exchange.js';

const HEADER_SUBJECT = /^header\s+"?([^\s"]+)"?$/i;

export function knownHeaders(exchange: StoredExchange): ReceivedHeaders {
  if (exchange.headers !== undefined) return exchange.headers;
  const found = new Map<string, readonly [string, string]>();
  for (const { subject, actual, skipped } of exchange.expected) {
    const name = HEADER_SUBJECT.exec(subject)?.[1];
    // The history has an empty text for a header that is missing.
    if (name === undefined || skipped || typeof actual !== 'string' || actual === '') continue;
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), [name, actual]);
  }
  return [...found.values()];
}
