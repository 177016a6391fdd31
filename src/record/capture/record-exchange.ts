import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { decodeBody } from '../../http/message/decode-body.js';
import { RequestFailure } from '../../http/message/message.js';
import type { BodyCopy } from './body-copy.js';
import { readBodyText, type BodyText } from '../recordings/body-text.js';
import { withoutNamedByConnection } from '../recordings/hop-by-hop.js';
import { findProducedValues } from '../recordings/produced-values.js';
import { shownText } from '../recordings/recorded-text.js';
import type { RecordedBody, Recording } from '../recordings/recording.js';
import type { RawHeaders } from '../recordings/learn-secrets.js';
import type { Sanitizer } from '../recordings/sanitizer.js';
import type { ValueMarks } from '../recordings/value-marks.js';

/** An observed exchange with its secrets; it is discarded as soon as it is recorded. */
export interface SeenExchange {
  readonly arrival: number;
  readonly startedAt: number;
  readonly duration: number;
  readonly method: string;
  /** Without the path prefix of the target and without query. */
  readonly path: string;
  /** With its question mark, or empty. */
  readonly query: string;
  readonly httpVersion: string;
  readonly request: SeenMessage;
  readonly response: SeenMessage & { readonly statusCode: number; readonly statusText: string };
}

export interface SeenMessage {
  readonly headers: RawHeaders;
  /** The values of Content-Type and Content-Encoding, or empty. */
  readonly contentType: string;
  readonly coding: string;
  /** Undefined when the exchange is not recorded. */
  readonly body: BodyCopy | undefined;
}

export interface RecordingTools {
  readonly sanitizer: Sanitizer;
  readonly marks: ValueMarks;
  /** The limit for a decoded body. */
  readonly maxBodyBytes: number;
}

/** Larger bodies are processed in steps that yield to the event loop. */
const MAX_SYNC_BODY_BYTES = 64 * 1024;

/** Synchronous, unless a body must be decoded or is so large that it would block the event loop. */
export function recordExchange(seen: SeenExchange, tools: RecordingTools): Recording | Promise<Recording> {
  const { request, response } = seen;
  const isSmall = (request.body?.length ?? 0) + (response.body?.length ?? 0) <= MAX_SYNC_BODY_BYTES;
  if (!isSmall || request.coding !== '' || response.coding !== '') return recordInSteps(seen, tools);
  const sent = readBody(request, tools, true) as ReadBody;
  const received = readBody(response, tools, false) as ReadBody;
  learnSecrets(seen, [sent, received], tools);
  const { knownSecrets } = tools.sanitizer;
  const requestBody = sanitizeBody(sent, request, tools, true);
  const responseBody = sanitizeBody(received, response, tools, false);
  return createRecording(seen, { requestBody, responseBody, received, knownSecrets }, tools);
}

async function recordInSteps(seen: SeenExchange, tools: RecordingTools): Promise<Recording> {
  await setImmediate();
  const sent = await readBody(seen.request, tools, true);
  await setImmediate();
  const received = await readBody(seen.response, tools, false);
  await setImmediate();
  learnSecrets(seen, [sent, received], tools);
  // Other exchanges may add secrets in between.
  const { knownSecrets } = tools.sanitizer;
  await setImmediate();
  const requestBody = sanitizeBody(sent, seen.request, tools, true);
  await setImmediate();
  const responseBody = sanitizeBody(received, seen.response, tools, false);
  await setImmediate();
  return createRecording(seen, { requestBody, responseBody, received, knownSecrets }, tools);
}

/** Must run before anything is sanitized. */
function learnSecrets(
  { request, response, path, query }: SeenExchange,
  [sent, received]: readonly [ReadBody, ReadBody],
  { sanitizer }: RecordingTools,
): void {
  sanitizer.learnHeaders(request.headers);
  sanitizer.learnHeaders(response.headers);
  sanitizer.learnAddress(path, query);
  for (const { text, bytes, contentType } of [
    { ...sent, contentType: request.contentType },
    { ...received, contentType: response.contentType },
  ]) {
    if (text !== null) sanitizer.learnBody(text);
    else if (bytes !== null) sanitizer.learnBytes(bytes, contentType);
  }
}

interface CleanBodies {
  readonly requestBody: RecordedBody;
  readonly responseBody: RecordedBody;
  readonly received: ReadBody;
  readonly knownSecrets: number;
}

function createRecording(
  seen: SeenExchange,
  { requestBody, responseBody, received, knownSecrets }: CleanBodies,
  { sanitizer, marks }: RecordingTools,
): Recording {
  const { arrival, startedAt, duration, method, httpVersion, path, query } = seen;
  const { statusCode, statusText } = seen.response;
  const headers = withoutNamedByConnection(seen.response.headers);
  return {
    arrival,
    startedAt,
    duration,
    method,
    path: sanitizer.path(path),
    query: sanitizer.query(query),
    httpVersion,
    request: {
      headers: sanitizer.requestHeaders(withoutNamedByConnection(seen.request.headers)),
      body: requestBody,
    },
    response: {
      statusCode,
      statusText: shownText(sanitizer.text(statusText)),
      headers: sanitizer.responseHeaders(headers),
      body: responseBody,
    },
    values: findProducedValues(path, { statusCode, headers, body: received.text }, marks),
    knownSecrets,
  };
}

interface ReadBody {
  readonly text: BodyText | null;
  readonly bytes: Uint8Array | null;
  readonly size: number;
  readonly truncated: boolean;
}

function readBody(
  { body, contentType, coding }: SeenMessage,
  { maxBodyBytes }: RecordingTools,
  indent: boolean,
): ReadBody | Promise<ReadBody> {
  if (!body || body.length === 0) return { text: null, bytes: null, size: 0, truncated: false };
  const size = body.length;
  if (body.truncated) return readBytes(undefined, size, contentType, indent);
  if (coding === '') return readBytes(body.bytes(), size, contentType, indent);
  return decode(body.bytes(), coding, maxBodyBytes).then((bytes) =>
    readBytes(bytes, size, contentType, indent),
  );
}

function readBytes(
  bytes: Uint8Array | undefined,
  size: number,
  contentType: string,
  indent: boolean,
): ReadBody {
  const notKept = { text: null, bytes: null, size, truncated: true };
  if (bytes === undefined) return notKept;
  const written = textOf(bytes);
  // Copied because it is stored.
  if (written === null) return { text: null, bytes: Uint8Array.from(bytes), size, truncated: false };
  const text = readBodyText(written, contentType, indent);
  return text === undefined ? notKept : { text, bytes: null, size, truncated: false };
}

/** Undefined when it is damaged or larger than the limit. */
async function decode(
  received: Uint8Array,
  coding: string,
  maxBodyBytes: number,
): Promise<Uint8Array | undefined> {
  try {
    return (await decodeBody(received, coding, { maxBodyBytes, partial: false, shown: 'the target' })).body;
  } catch (error) {
    if (error instanceof RequestFailure) return undefined;
    throw error;
  }
}

/** Null when it is no text that a request file could hold. */
function textOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0) || !isUtf8(bytes)) return null;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

function sanitizeBody(
  { text, bytes, size, truncated }: ReadBody,
  { contentType }: SeenMessage,
  { sanitizer }: RecordingTools,
  isRequest: boolean,
): RecordedBody {
  const cleanText = text === null ? null : sanitizer.body(text, isRequest);
  const cleanBytes = bytes === null ? null : sanitizer.bytes(bytes, contentType);
  return { text: cleanText, bytes: cleanBytes, size, truncated };
}
