/** Recordings as clients see them. */
import { shownText } from '../recordings/recorded-text.js';
import { headerOf, type RecordedBody, type RecordedHeader, type Recording } from '../recordings/recording.js';
import type { TargetAddress } from '../proxy/target-address.js';

/** Of a list: without headers and bodies. */
export interface RecordingEntry {
  readonly method: string;
  /** With the path of the target, without query. */
  readonly path: string;
  readonly url: string;
  readonly contentType: string;
  readonly statusCode: number;
  readonly duration: number;
  readonly timestamp: string;
  readonly requestTruncated: boolean;
  readonly responseTruncated: boolean;
  /** Of this proxy; never used again. */
  readonly id: number;
}

export function recordingEntry(recording: Recording, { origin, prefix }: TargetAddress): RecordingEntry {
  const { method, query, duration, startedAt, request, response } = recording;
  const path = prefix + shownText(recording.path);
  return {
    method,
    path,
    url: origin + path + shownText(query),
    contentType: shownText(headerOf(response.headers, 'content-type') ?? ''),
    statusCode: response.statusCode,
    duration,
    timestamp: new Date(startedAt).toISOString(),
    requestTruncated: request.body.truncated,
    responseTruncated: response.body.truncated,
    id: recording.arrival,
  };
}

/** With everything that is kept. */
export interface WholeRecording extends RecordingEntry {
  readonly request: ShownMessage;
  readonly response: ShownMessage;
}

interface ShownMessage extends ShownBody {
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

export function wholeRecording(recording: Recording, target: TargetAddress): WholeRecording {
  const { request, response } = recording;
  return {
    ...recordingEntry(recording, target),
    request: { headers: shownHeaders(request.headers), ...shownBody(request.body) },
    response: { headers: shownHeaders(response.headers), ...shownBody(response.body) },
  };
}

export function shownHeaders(headers: readonly RecordedHeader[]): { name: string; value: string }[] {
  return headers.map(({ name, value }) => ({ name, value: shownText(value) }));
}

interface ShownBody {
  readonly body: string;
  readonly bodyEncoding: 'utf-8' | 'base64';
}

export function shownBody({ text, bytes }: RecordedBody): ShownBody {
  if (text !== null) return { body: shownText(text), bodyEncoding: 'utf-8' };
  if (bytes === null) return { body: '', bodyEncoding: 'utf-8' };
  return { body: Buffer.from(bytes).toString('base64'), bodyEncoding: 'base64' };
}
