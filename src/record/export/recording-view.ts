/** Recordings as clients see them. */
import { shownText } from '../recordings/recorded-text.js';
import {
  headerOf,
  type RecordedHeader,
  type RecordedMessage,
  type Recording,
} from '../recordings/recording.js';
import type { TargetAddress } from '../proxy/target-address.js';

/** An entry of a list, without headers and bodies. */
export interface RecordingEntry {
  readonly method: string;
  /** With the path prefix of the target, without query. */
  readonly path: string;
  readonly url: string;
  readonly contentType: string;
  readonly statusCode: number;
  readonly duration: number;
  readonly timestamp: string;
  readonly requestTruncated: boolean;
  readonly responseTruncated: boolean;
  /** Unique within the proxy and never reused. */
  readonly id: number;
}

export function toRecordingEntry(recording: Recording, { origin, prefix }: TargetAddress): RecordingEntry {
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

/** A recording with everything that is stored. */
export interface WholeRecording extends RecordingEntry {
  readonly request: ShownMessage;
  readonly response: ShownMessage;
}

export interface ShownMessage {
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: string;
  readonly bodyEncoding: 'utf-8' | 'base64';
}

export function toWholeRecording(recording: Recording, target: TargetAddress): WholeRecording {
  const { request, response } = recording;
  return {
    ...toRecordingEntry(recording, target),
    request: shownMessage(request),
    response: shownMessage(response),
  };
}

export function shownMessage({ headers, body }: RecordedMessage): ShownMessage {
  const { text, bytes } = body;
  const shown = shownHeaders(headers);
  if (bytes === null) return { headers: shown, body: shownText(text ?? ''), bodyEncoding: 'utf-8' };
  return { headers: shown, body: Buffer.from(bytes).toString('base64'), bodyEncoding: 'base64' };
}

export function shownHeaders(headers: readonly RecordedHeader[]): { name: string; value: string }[] {
  return headers.map(({ name, value }) => ({ name, value: shownText(value) }));
}
