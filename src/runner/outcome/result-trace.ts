/** The trace of one result: which ids its requests carry, and when they were sent. */
import { hasHeader } from '../../http/message/headers.js';
import type { HeaderList } from '../../http/message/message.js';
import { formatTraceparent, TRACEPARENT, writtenTraceparent } from '../../http/message/traceparent.js';
import { randomHex } from '../../primitives/text/random-hex.js';
import type { TraceSpan } from './result.js';

export class ResultTrace {
  #traceId = newTraceId();
  #spanId = newSpanId();
  #parentSpanId: string | undefined;
  /** Milliseconds since 1970, of the first attempt. */
  #startedAt: number | undefined;
  /** The same of the last attempt. */
  #lastStartedAt = 0;
  #endedAt: number | undefined;

  get traceId(): string {
    return this.#traceId;
  }

  /** Starts an attempt: returns its headers, with a new span of the trace unless they name one themselves. */
  start(headers: HeaderList, now: number): HeaderList {
    this.#startedAt ??= now;
    this.#lastStartedAt = now;
    this.#endedAt = undefined;
    this.#spanId = newSpanId();
    const written = writtenTraceparent(headers);
    this.#parentSpanId = written?.spanId;
    if (written) this.#traceId = written.traceId;
    // One that is written stays even where it has no meaning.
    if (hasHeader(headers, TRACEPARENT)) return headers;
    return [...headers, [TRACEPARENT, formatTraceparent({ traceId: this.#traceId, spanId: this.#spanId })]];
  }

  /** Ends an attempt that took so many milliseconds. */
  end(duration: number): void {
    this.#endedAt = this.#lastStartedAt + duration;
  }

  /** `now` is the time of a result that was not sent. */
  span(now: number): TraceSpan {
    const startedAt = this.#startedAt ?? now;
    return {
      spanId: this.#spanId,
      ...(this.#parentSpanId !== undefined && { parentSpanId: this.#parentSpanId }),
      startedAt,
      endedAt: Math.max(startedAt, this.#endedAt ?? startedAt),
    };
  }
}

/** For load tests, where nothing but the header is needed of a trace. */
export function newTraceparent(): string {
  return formatTraceparent({ traceId: newTraceId(), spanId: newSpanId() });
}

/** The headers with the trace of a request that was sent as these bytes, unless they name one themselves. */
export function withTraceOf(headers: HeaderList, sent: Uint8Array): HeaderList {
  if (hasHeader(headers, TRACEPARENT)) return headers;
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.length);
  const start = bytes.indexOf(HEADER_START);
  if (start === -1) return headers;
  const from = start + HEADER_START.length;
  return [...headers, [TRACEPARENT, bytes.toString('latin1', from, bytes.indexOf('\r\n', from))]];
}

/** Nothing before the header can hold it, since no value has a line break and a body comes after it. */
const HEADER_START = `\r\n${TRACEPARENT}: `;

export function newTraceId(): string {
  return randomHex(16);
}

export function newSpanId(): string {
  return randomHex(8);
}
