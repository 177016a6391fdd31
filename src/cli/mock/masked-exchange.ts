import type { MockExchangeDetails } from '../../mock/mock-server.js';
import { createRecordingTools } from '../../record/capture/record-exchange.js';
import { readBodyText } from '../../record/recordings/body-text.js';
import { shownText } from '../../record/recordings/recorded-text.js';

/** The bodies of an exchange with another server, whose secrets nobody has named: by the rules of recordings. */
export function maskedExchange(exchange: MockExchangeDetails): MockExchangeDetails {
  const { requestHeaders, responseHeaders, requestBody, responseBody } = exchange;
  const { sanitizer } = createRecordingTools([], new Map(), 0);
  sanitizer.learnHeaders(requestHeaders);
  sanitizer.learnHeaders(responseHeaders);
  const sent = readBodyText(requestBody, contentType(requestHeaders), false);
  const received = readBodyText(String(responseBody), contentType(responseHeaders), false);
  for (const body of [sent, received]) if (body) sanitizer.learnBody(body);
  return {
    ...exchange,
    requestBody: sent ? shownText(sanitizer.body(sent, false)) : '',
    responseBody: received ? shownText(sanitizer.body(received, false)) : '',
  };
}

function contentType(headers: readonly string[]): string {
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-type');
  return at < 0 ? '' : (headers[at + 1] ?? '');
}
