import type { RecordedText } from './recorded-text.js';

/** One exchange that went through the proxy, as it is kept: everything secret has been taken out before. */
export interface Recording {
  /** Position by arrival. */
  readonly arrival: number;
  /** Milliseconds since 1970, of the request head. */
  readonly startedAt: number;
  /** Whole milliseconds from the request head to the last byte. */
  readonly duration: number;
  readonly method: string;
  /** As the client sent it: without the path of the target, without query. */
  readonly path: RecordedText;
  /** With its question mark, or empty. */
  readonly query: RecordedText;
  readonly httpVersion: string;
  readonly request: RecordedMessage;
  readonly response: RecordedMessage & { readonly statusCode: number; readonly statusText: string };
  /** What later requests may take from the answer. */
  readonly values: readonly ProducedValue[];
  /** How many secrets were known when they were taken out. */
  readonly knownSecrets: number;
}

export interface RecordedMessage {
  readonly headers: readonly RecordedHeader[];
  readonly body: RecordedBody;
}

export interface RecordedHeader {
  readonly name: string;
  readonly value: RecordedText;
}

export interface RecordedBody {
  /** Decoded. JSON of requests is indented; null: no text. */
  readonly text: RecordedText | null;
  /** Decoded; null: none was kept, or it is text. */
  readonly bytes: Uint8Array | null;
  /** Bytes as they came. */
  readonly size: number;
  /** There was more than is kept. */
  readonly truncated: boolean;
}

export interface ProducedValue {
  readonly fingerprint: string;
  readonly source: 'body' | 'header' | 'cookie';
  /** For a capture. */
  readonly path: string;
  /** Fit for the name of a capture. */
  readonly name: string;
  /** Long and odd enough that it cannot be the same by chance. */
  readonly strong: boolean;
  /** What it identifies, for weak ones. */
  readonly nouns: readonly string[];
}

/** Of the media type alone, in lower case. */
export function mediaTypeOf(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}

export function isJsonType(contentType: string): boolean {
  return /^(?:application\/json|[^/]+\/[^/]+\+json)$/.test(mediaTypeOf(contentType));
}

/** The first value of that name; `name` in lower case. */
export function headerOf(headers: readonly RecordedHeader[], name: string): RecordedText | undefined {
  return headers.find((header) => header.name.toLowerCase() === name)?.value;
}
