import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { decodeBody } from '../../http/message/decode-body.js';
import { RequestFailure } from '../../http/message/message.js';
import type { BodyCopy } from './body-copy.js';
import { exactHeaders } from './exact-headers.js';
import { withoutNamedByConnection } from '../recordings/hop-by-hop.js';
import { BodyCache, type CachedBody } from '../recordings/body-cache.js';
import { findProducedValues } from '../recordings/produced-values.js';
import { shownText, type RecordedText } from '../recordings/recorded-text.js';
import type { RecordedBody, Recording } from '../recordings/recording.js';
import type { RawHeaders } from '../recordings/learn-secrets.js';
import { Sanitizer } from '../recordings/sanitizer.js';
import { SecretValues } from '../recordings/secret-values.js';
import { ValueMarks } from '../recordings/value-marks.js';

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
  readonly requestBodies: BodyCache;
  readonly responseBodies: BodyCache;
  /** The limit for a decoded body. */
  readonly maxBodyBytes: number;
  /** Bodies and headers stay as they were sent, as far as they are no secrets. */
  readonly isExact: boolean;
}

/** `headers` are names of headers with secret values, `secrets` secret values by the name of their variable. */
export function createRecordingTools(
  headers: readonly string[],
  secrets: ReadonlyMap<string, string>,
  maxBodyBytes: number,
  isExact = false,
): RecordingTools {
  const marks = new ValueMarks();
  return {
    isExact,
    marks,
    sanitizer: new Sanitizer(headers, new SecretValues(secrets), marks),
    requestBodies: new BodyCache(!isExact),
    responseBodies: new BodyCache(false),
    maxBodyBytes,
  };
}

/** Larger bodies are processed in steps that yield to the event loop. */
const MAX_SYNC_BODY_BYTES = 64 * 1024;

/** Synchronous, unless a body must be decoded or is so large that it would block the event loop. */
export function recordExchange(seen: SeenExchange, tools: RecordingTools): Recording | Promise<Recording> {
  const { request, response } = seen;
  const isSmall = (request.body?.length ?? 0) + (response.body?.length ?? 0) <= MAX_SYNC_BODY_BYTES;
  if (!isSmall || request.coding !== '' || response.coding !== '') return recordInSteps(seen, tools);
  const sent = readBody(request, tools.maxBodyBytes, tools.requestBodies) as ReadBody;
  const received = readBody(response, tools.maxBodyBytes, tools.responseBodies) as ReadBody;
  learnSecrets(seen, [sent, received], tools);
  const { knownSecrets } = tools.sanitizer;
  const requestBody = sanitizeBody(sent, request, tools, true);
  const responseBody = sanitizeBody(received, response, tools, false);
  return createRecording(seen, { requestBody, responseBody, received, knownSecrets }, tools);
}

async function recordInSteps(seen: SeenExchange, tools: RecordingTools): Promise<Recording> {
  await setImmediate();
  const sent = await readBody(seen.request, tools.maxBodyBytes, tools.requestBodies);
  await setImmediate();
  const received = await readBody(seen.response, tools.maxBodyBytes, tools.responseBodies);
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
  learnBody(sent, request, sanitizer);
  learnBody(received, response, sanitizer);
}

function learnBody({ text, bytes }: ReadBody, { contentType }: SeenMessage, sanitizer: Sanitizer): void {
  if (text === null) {
    if (bytes !== null) sanitizer.learnBytes(bytes, contentType);
  } else if (!text.isLearned) {
    sanitizer.learnBody(text.body);
    text.isLearned = true;
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
  { sanitizer, marks, isExact }: RecordingTools,
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
      headers: isExact ? exactHeaders(headers, sanitizer) : sanitizer.responseHeaders(headers),
      body: responseBody,
    },
    values: findProducedValues(path, { statusCode, headers, body: received.text }, marks),
    knownSecrets,
  };
}

interface ReadBody {
  readonly text: CachedBody | null;
  readonly bytes: Uint8Array | null;
  readonly size: number;
  readonly truncated: boolean;
}

function readBody(
  { body, contentType, coding }: SeenMessage,
  maxBodyBytes: number,
  bodies: BodyCache,
): ReadBody | Promise<ReadBody> {
  if (!body || body.length === 0) return NO_BODY;
  const size = body.length;
  if (body.truncated) return readBytes(undefined, size, contentType, bodies);
  if (coding === '') return readBytes(body.bytes(), size, contentType, bodies);
  return decode(body.bytes(), coding, maxBodyBytes).then((bytes) =>
    readBytes(bytes, size, contentType, bodies),
  );
}

const NO_BODY: ReadBody = { text: null, bytes: null, size: 0, truncated: false };

function readBytes(
  bytes: Uint8Array | undefined,
  size: number,
  contentType: string,
  bodies: BodyCache,
): ReadBody {
  if (bytes === undefined) return { text: null, bytes: null, size, truncated: true };
  const written = textOf(bytes);
  // Copied because it is stored.
  if (written === null) return { text: null, bytes: Uint8Array.from(bytes), size, truncated: false };
  const text = bodies.read(written, contentType) ?? null;
  return { text, bytes: null, size, truncated: text === null };
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
  const cleanText = text === null ? null : recordedText(text, sanitizer, isRequest);
  const cleanBytes = bytes === null ? null : sanitizer.bytes(bytes, contentType);
  return { text: cleanText, bytes: cleanBytes, size, truncated };
}

function recordedText(cached: CachedBody, sanitizer: Sanitizer, isRequest: boolean): RecordedText {
  const { knownSecrets } = sanitizer;
  if (cached.recorded?.knownSecrets !== knownSecrets)
    cached.recorded = { text: sanitizer.body(cached.body, isRequest), knownSecrets };
  return cached.recorded.text;
}
