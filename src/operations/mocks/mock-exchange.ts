/** Exchanges of a mock server as clients see them: secrets are replaced by placeholders, as in recordings. */
import { decodeBody } from '../../http/message/decode-body.js';
import { textOfBytes } from '../../http/message/headers.js';
import { RequestFailure } from '../../http/message/message.js';
import type { ExplainedRequest } from '../../mock/choose-response.js';
import type { LoggedExchange } from '../../mock/exchange-log.js';
import { ReceivedRequest } from '../../mock/incoming/received-request.js';
import { BodyCopy } from '../../record/capture/body-copy.js';
import {
  createRecordingTools,
  recordExchange,
  type RecordingTools,
} from '../../record/capture/record-exchange.js';
import { shownMessage, type ShownMessage } from '../../record/export/recording-view.js';
import { shownText } from '../../record/recordings/recorded-text.js';
import type { Recording } from '../../record/recordings/recording.js';

/** Larger than any body that is kept, decoded. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** `secrets` are values that are secret wherever they occur, by the name of their variable. */
export function createMockTools(secrets: ReadonlyMap<string, string>): RecordingTools {
  return createRecordingTools([], secrets, MAX_BODY_BYTES);
}

/** An entry of the list, without headers and bodies. */
export interface MockRequestEntry {
  readonly id: number;
  readonly timestamp: string;
  readonly method: string;
  readonly path: string;
  /** With its question mark, or empty. */
  readonly query: string;
  readonly status: number;
  readonly duration: number;
  readonly route: string;
  readonly source: LoggedExchange['source'];
  /** What went wrong, as `@mock.fault` says; left out for most requests. */
  readonly fault?: NonNullable<LoggedExchange['fault']>;
  /** Similar routes; left out unless none matches. */
  readonly nearest?: LoggedExchange['nearest'];
  readonly requestSize: number;
  readonly responseSize: number;
  readonly contentType: string;
}

export function toEntry(exchange: LoggedExchange, { sanitizer }: RecordingTools): MockRequestEntry {
  const { id, duration, method, path, status, route, source, fault, nearest, responseLength } = exchange;
  return {
    id,
    timestamp: new Date(arrivalTime(exchange)).toISOString(),
    method,
    path: shownText(sanitizer.text(path)),
    query: shownText(sanitizer.query(queryOf(exchange), false)),
    status,
    duration,
    route,
    source,
    ...(fault && { fault }),
    ...(nearest && {
      nearest: nearest.map(({ failed, ...near }) =>
        failed === undefined ? near : { ...near, failed: shownText(sanitizer.text(failed)) },
      ),
    }),
    requestSize: exchange.requestBody?.size ?? 0,
    responseSize: responseLength,
    contentType: headerValue(exchange.responseHeaders, 'content-type'),
  };
}

/** Whole milliseconds since 1970, so that it can be compared with the time that clients see. */
export function arrivalTime({ endedAt, duration }: LoggedExchange): number {
  return Math.trunc(endedAt - duration);
}

export interface MockRequestParts {
  readonly request: ShownMessage;
  readonly response: ShownMessage;
}

/** Headers and bodies with placeholders instead of secrets. */
export async function toMaskedParts(
  exchange: LoggedExchange,
  tools: RecordingTools,
): Promise<MockRequestParts> {
  const { request, response } = await toRecording(exchange, tools, false);
  return { request: shownMessage(request), response: shownMessage(response) };
}

/** Headers and bodies as they were sent. */
export async function toExactParts(exchange: LoggedExchange): Promise<MockRequestParts> {
  const { requestHeaders, responseHeaders } = exchange;
  return {
    request: await exactMessage(requestHeaders, requestBytes(exchange)),
    response: await exactMessage(responseHeaders, responseBytes(exchange)),
  };
}

/** For the question why it got its response. */
export function toExplained(exchange: LoggedExchange): ExplainedRequest {
  const { method, target, requestHeaders: rawHeaders, path, route } = exchange;
  const body = requestBytes(exchange);
  const request = new ReceivedRequest({ method, target, rawHeaders, body });
  return { request, path, route, isCut: isRequestCut(exchange) };
}

/** `isExact`: a body of which only the start was kept is left out. */
export async function toRecording(
  exchange: LoggedExchange,
  tools: RecordingTools,
  isExact: boolean,
): Promise<Recording> {
  const { id, endedAt, duration, method, path, httpVersion, requestHeaders, status, responseHeaders } =
    exchange;
  return recordExchange(
    {
      arrival: id,
      startedAt: Math.round(endedAt - duration),
      duration: Math.round(duration),
      method,
      path,
      query: queryOf(exchange),
      httpVersion,
      request: {
        headers: requestHeaders,
        contentType: headerValue(requestHeaders, 'content-type'),
        coding: headerValue(requestHeaders, 'content-encoding'),
        body: bodyCopy(requestBytes(exchange), isExact && isRequestCut(exchange)),
      },
      response: {
        statusCode: status,
        statusText: '',
        headers: responseHeaders,
        contentType: headerValue(responseHeaders, 'content-type'),
        coding: headerValue(responseHeaders, 'content-encoding'),
        body: bodyCopy(responseBytes(exchange), isExact && isResponseCut(exchange)),
      },
    },
    tools,
  );
}

export function isRequestCut({ requestBody }: LoggedExchange): boolean {
  return requestBody !== undefined && requestBody.size > requestBody.start.length;
}

export function isResponseCut({ responseBody, responseLength }: LoggedExchange): boolean {
  return responseLength > responseBody.length;
}

/** Whether the text, in lower case, occurs in the request or its response. */
export function containsText(exchange: LoggedExchange, text: string): boolean {
  const { method, target, route, status, requestHeaders, responseHeaders, requestBody, responseBody } =
    exchange;
  const has = (part: string): boolean => part.toLowerCase().includes(text);
  if (has(`${method} ${target}`) || has(route) || String(status) === text) return true;
  if (has(headerLines(requestHeaders)) || has(headerLines(responseHeaders))) return true;
  if (requestBody !== undefined && has(requestBody.start.text())) return true;
  return typeof responseBody === 'string' && has(responseBody);
}

function headerLines(headers: readonly string[]): string {
  const lines: string[] = [];
  for (let at = 0; at < headers.length; at += 2)
    lines.push(`${headers[at]}: ${textOfBytes(headers[at + 1] ?? '')}`);
  return lines.join('\n');
}

function queryOf({ target }: LoggedExchange): string {
  const start = target.indexOf('?');
  return start < 0 ? '' : target.slice(start);
}

function headerValue(headers: readonly string[], name: string): string {
  for (let at = 0; at < headers.length; at += 2) {
    if ((headers[at] ?? '').toLowerCase() === name) return textOfBytes(headers[at + 1] ?? '');
  }
  return '';
}

function requestBytes({ requestBody }: LoggedExchange): Uint8Array {
  return requestBody?.start.bytes() ?? new Uint8Array(0);
}

/** The response to HEAD, and one with status 204 or 304, was sent without its body. */
function responseBytes({ method, responseBody }: LoggedExchange): Uint8Array {
  if (method === 'HEAD') return new Uint8Array(0);
  return typeof responseBody === 'string' ? Buffer.from(responseBody) : responseBody;
}

function bodyCopy(bytes: Uint8Array, isLeftOut: boolean): BodyCopy {
  const copy = new BodyCopy(isLeftOut ? 0 : MAX_BODY_BYTES);
  copy.add(bytes);
  return copy;
}

async function exactMessage(headers: readonly string[], bytes: Uint8Array): Promise<ShownMessage> {
  const list: { name: string; value: string }[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    list.push({ name: headers[at] ?? '', value: textOfBytes(headers[at + 1] ?? '') });
  }
  const body = Buffer.from(await decoded(bytes, headerValue(headers, 'content-encoding')));
  const text = body.toString('utf8');
  const isText = !body.includes(0) && !text.includes('\ufffd');
  return isText
    ? { headers: list, body: text, bodyEncoding: 'utf-8' }
    : { headers: list, body: body.toString('base64'), bodyEncoding: 'base64' };
}

/** The bytes themselves when they cannot be decoded. */
async function decoded(bytes: Uint8Array, coding: string): Promise<Uint8Array> {
  if (coding === '' || bytes.length === 0) return bytes;
  try {
    const limits = { maxBodyBytes: MAX_BODY_BYTES, partial: true, shown: 'the mock server' };
    return (await decodeBody(bytes, coding, limits)).body;
  } catch (error) {
    if (error instanceof RequestFailure) return bytes;
    throw error;
  }
}
