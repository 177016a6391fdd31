import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { decodeBody } from '../../http/message/decode-body.js';
import { RequestFailure } from '../../http/message/message.js';
import type { BodyCopy } from './body-copy.js';
import { readBodyText, type BodyText } from '../recordings/body-text.js';
import { producedValues } from '../recordings/produced-values.js';
import { shownText } from '../recordings/recorded-text.js';
import type { RecordedBody, Recording } from '../recordings/recording.js';
import type { RawHeaders } from '../recordings/learn-secrets.js';
import type { Sanitizer } from '../recordings/sanitize.js';
import type { ValueMarks } from '../recordings/value-marks.js';

/** What was seen of an exchange, secrets included; it is thrown away as soon as it is recorded. */
export interface SeenExchange {
  readonly arrival: number;
  readonly startedAt: number;
  readonly duration: number;
  readonly method: string;
  /** Without the path of the target, without query. */
  readonly path: string;
  /** With its question mark, or empty. */
  readonly query: string;
  readonly httpVersion: string;
  readonly request: SeenMessage;
  readonly response: SeenMessage & { readonly statusCode: number; readonly statusText: string };
}

export interface SeenHead {
  readonly headers: RawHeaders;
  /** Values of Content-Type and Content-Encoding, or empty. */
  readonly contentType: string;
  readonly coding: string;
}

export interface SeenMessage extends SeenHead {
  /** Undefined when there can be none. */
  readonly body: BodyCopy | undefined;
}

export interface RecordingTools {
  readonly sanitizer: Sanitizer;
  readonly marks: ValueMarks;
  /** Decoded. */
  readonly maxBodyBytes: number;
}

/** What is looked at in one go. */
const SMALL = 64 * 1024;

/** At once, unless a body has to be decoded first or is so long that others would have to wait. */
export function recordExchange(seen: SeenExchange, tools: RecordingTools): Recording | Promise<Recording> {
  const { request, response } = seen;
  const isSmall = (request.body?.length ?? 0) + (response.body?.length ?? 0) <= SMALL;
  if (!isSmall || request.coding !== '' || response.coding !== '') return recordInSteps(seen, tools);
  const sent = readBody(request, tools, true) as ReadBody;
  const answered = readBody(response, tools, false) as ReadBody;
  learn(seen, [sent, answered], tools);
  const knownSecrets = tools.sanitizer.knownSecrets;
  const requestBody = kept(sent, request, tools, (text) => tools.sanitizer.requestBody(text));
  const responseBody = kept(answered, response, tools, (text) => tools.sanitizer.responseBody(text));
  return recorded(seen, { requestBody, responseBody, answered, knownSecrets }, tools);
}

async function recordInSteps(seen: SeenExchange, tools: RecordingTools): Promise<Recording> {
  const { sanitizer } = tools;
  await setImmediate();
  const sent = await readBody(seen.request, tools, true);
  await setImmediate();
  const answered = await readBody(seen.response, tools, false);
  await setImmediate();
  learn(seen, [sent, answered], tools);
  // Others may be learned while this goes on.
  const { knownSecrets } = sanitizer;
  await setImmediate();
  const requestBody = kept(sent, seen.request, tools, (text) => sanitizer.requestBody(text));
  await setImmediate();
  const responseBody = kept(answered, seen.response, tools, (text) => sanitizer.responseBody(text));
  await setImmediate();
  return recorded(seen, { requestBody, responseBody, answered, knownSecrets }, tools);
}

/** Before anything is sanitised. */
function learn(
  { request, response, path, query }: SeenExchange,
  [sent, answered]: readonly [ReadBody, ReadBody],
  { sanitizer }: RecordingTools,
): void {
  sanitizer.learnHeaders(request.headers);
  sanitizer.learnHeaders(response.headers);
  sanitizer.learnAddress(path, query);
  for (const { text, bytes, contentType } of [
    { ...sent, contentType: request.contentType },
    { ...answered, contentType: response.contentType },
  ]) {
    if (text !== null) sanitizer.learnBody(text);
    else if (bytes !== null) sanitizer.learnBytes(bytes, contentType);
  }
}

interface CleanBodies {
  readonly requestBody: RecordedBody;
  readonly responseBody: RecordedBody;
  readonly answered: ReadBody;
  readonly knownSecrets: number;
}

function recorded(
  seen: SeenExchange,
  { requestBody, responseBody, answered, knownSecrets }: CleanBodies,
  { sanitizer, marks }: RecordingTools,
): Recording {
  const { arrival, startedAt, duration, method, httpVersion, path, query } = seen;
  const { statusCode, statusText, headers } = seen.response;
  return {
    arrival,
    startedAt,
    duration,
    method,
    path: sanitizer.path(path),
    query: sanitizer.query(query),
    httpVersion,
    request: { headers: sanitizer.requestHeaders(seen.request.headers), body: requestBody },
    response: {
      statusCode,
      statusText: shownText(sanitizer.text(statusText)),
      headers: sanitizer.responseHeaders(headers),
      body: responseBody,
    },
    values: producedValues(path, { statusCode, headers, body: answered.text }, marks),
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
  if (body.truncated) return read(undefined, size, contentType, indent);
  if (coding === '') return read(body.bytes(), size, contentType, indent);
  return decode(body.bytes(), coding, maxBodyBytes).then((bytes) => read(bytes, size, contentType, indent));
}

function read(bytes: Uint8Array | undefined, size: number, contentType: string, indent: boolean): ReadBody {
  const notKept = { text: null, bytes: null, size, truncated: true };
  if (bytes === undefined) return notKept;
  const written = textOf(bytes);
  // Copied, since it is kept.
  if (written === null) return { text: null, bytes: Uint8Array.from(bytes), size, truncated: false };
  const text = readBodyText(written, contentType, indent);
  return text === undefined ? notKept : { text, bytes: null, size, truncated: false };
}

/** Undefined when it is longer than what is kept, or damaged. */
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

/** Null when it is no text that could be written down and sent again. */
function textOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0) || !isUtf8(bytes)) return null;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

function kept(
  { text, bytes, size, truncated }: ReadBody,
  { contentType }: SeenHead,
  { sanitizer }: RecordingTools,
  sanitize: (text: BodyText) => RecordedBody['text'],
): RecordedBody {
  const clean = bytes === null ? null : sanitizer.bytes(bytes, contentType);
  return { text: text === null ? null : sanitize(text), bytes: clean, size, truncated };
}
