import type { RecordedText } from './recorded-text.js';

/** One exchange that passed through the proxy, stored without secrets. */
export interface Recording {
  /** Counts exchanges by arrival. */
  readonly arrival: number;
  /** Milliseconds since 1970 when the request head arrived. */
  readonly startedAt: number;
  /** Whole milliseconds from the request head to the last byte. */
  readonly duration: number;
  readonly method: string;
  /** As the client sent it, without the path prefix of the target and without query. */
  readonly path: RecordedText;
  /** With its question mark, or empty. */
  readonly query: RecordedText;
  readonly httpVersion: string;
  readonly request: RecordedMessage;
  readonly response: RecordedMessage & { readonly statusCode: number; readonly statusText: string };
  /** The values that later requests may use. */
  readonly values: readonly ProducedValue[];
  /** The number of known secrets when the recording was sanitized. */
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
  /** Decoded; JSON of requests is indented. Null when the body is no text. */
  readonly text: RecordedText | null;
  /** Decoded; null when none was kept or the body is text. */
  readonly bytes: Uint8Array | null;
  /** Bytes on the wire. */
  readonly size: number;
  /** The body was larger than the limit. */
  readonly truncated: boolean;
}

export interface ProducedValue {
  readonly fingerprint: string;
  readonly source: 'body' | 'header' | 'cookie';
  /** The path of a capture. */
  readonly path: string;
  /** Valid as the name of a capture. */
  readonly name: string;
  /** Long and random enough that equality cannot be a coincidence. */
  readonly strong: boolean;
  /** What the value identifies, for values that are not strong. */
  readonly nouns: readonly string[];
}

/** The first value of that name; `name` is in lower case. */
export function headerOf(headers: readonly RecordedHeader[], name: string): RecordedText | undefined {
  return headers.find((header) => header.name.toLowerCase() === name)?.value;
}
