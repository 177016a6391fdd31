/**
 * The last requests of a mock server with their responses. A mock may respond to thousands of requests per second, so
 * only references are kept, a part of a fast stream of requests is only counted, and everything is derived when
 * somebody looks at it (bench/measures/mock.mjs).
 */
import type { IncomingMessage } from 'node:http';
import { ByteBuffer } from '../primitives/byte-buffer.js';
import type { MockFault } from '../request-file/model/model.js';
import type { NearRoute } from './respond/chosen-response.js';

export interface LogLimits {
  readonly maxExchanges: number;
  /** For the bodies of all kept exchanges together. */
  readonly maxBodyBytes: number;
  /** How many requests are kept at any speed; then only as many as `perSecond`, the others are counted. */
  readonly burst: number;
  readonly perSecond: number;
}

export const LOG_LIMITS: LogLimits = {
  maxExchanges: 2000,
  maxBodyBytes: 32 * 1024 * 1024,
  burst: 2000,
  perSecond: 50,
};

/** A longer body is kept up to this length. */
const MAX_REQUEST_BODY_BYTES = 64 * 1024;
export const MAX_RESPONSE_BODY_LENGTH = 1024 * 1024;

export interface LoggedExchange {
  /** Counts requests by arrival, also those that are not kept. */
  readonly id: number;
  /** Milliseconds since 1970 of the response. */
  readonly endedAt: number;
  readonly duration: number;
  readonly method: string;
  /** The request target as sent. */
  readonly target: string;
  readonly path: string;
  readonly httpVersion: string;
  /** Alternating names and values, one character per byte. */
  readonly requestHeaders: readonly string[];
  /** Grows while the request arrives, which may be after the response; undefined without a body. */
  readonly requestBody: BodyStart | undefined;
  /** 0 for a client that got no response. */
  readonly status: number;
  readonly responseHeaders: readonly string[];
  readonly responseBody: string | Uint8Array;
  /** Longer than `responseBody`, unless the body was cut; in bytes or characters. */
  readonly responseLength: number;
  /** The name of the route; empty without one. */
  readonly route: string;
  /** Similar routes, when none matches. */
  readonly nearest: readonly NearRoute[] | undefined;
  /** What went wrong, as `@mock.fault` says. */
  readonly fault?: MockFault['kind'] | undefined;
  /** Who responded. */
  readonly source: 'route' | 'none' | 'server' | 'proxied';
}

export interface BodyStart {
  readonly start: ByteBuffer;
  /** Of the whole body, as far as it has arrived. */
  size: number;
}

interface Kept {
  readonly exchange: LoggedExchange;
  /** Of its bodies. */
  bytes: number;
  isDropped: boolean;
}

export type NewExchange = Omit<LoggedExchange, 'id' | 'endedAt' | 'requestBody' | 'responseLength'> & {
  /** Where it is not the length of the body that is given. */
  readonly responseLength?: number;
};

export class ExchangeLog {
  readonly #limits: LogLimits;
  #kept: Kept[] = [];
  /** The place of the oldest exchange; those before it were removed. */
  #first = 0;
  #bodyBytes = 0;
  /** How many further requests are kept at the moment. */
  #allowance: number;
  #allowedAtMs = -Infinity;
  /** All requests since the start or the last clearing. */
  total = 0;
  /** Those of them that arrived too fast to be kept. */
  skipped = 0;
  #lastId = 0;

  constructor(limits: LogLimits = LOG_LIMITS) {
    this.#limits = limits;
    this.#allowance = limits.burst;
  }

  get lastId(): number {
    return this.#lastId;
  }

  /** Counts a request; false when it is not kept. `nowMs` is monotonic. */
  accepts(nowMs: number): boolean {
    this.total += 1;
    this.#lastId += 1;
    const { burst, perSecond } = this.#limits;
    this.#allowance = Math.min(burst, this.#allowance + ((nowMs - this.#allowedAtMs) * perSecond) / 1000);
    this.#allowedAtMs = nowMs;
    if (this.#allowance < 1) {
      this.skipped += 1;
      return false;
    }
    this.#allowance -= 1;
    return true;
  }

  /** Keeps the request that was accepted last; `body` is that of a request which has been read. */
  add(request: IncomingMessage, exchange: NewExchange, body?: Uint8Array): void {
    const { responseBody, responseHeaders } = exchange;
    const kept: Kept = {
      exchange: {
        ...exchange,
        id: this.#lastId,
        endedAt: Date.now(),
        requestBody: body ? keptBody(body) : this.#followBody(request, () => kept),
        responseLength: exchange.responseLength ?? responseBody.length,
        responseHeaders,
        responseBody: responseBody.length > MAX_RESPONSE_BODY_LENGTH ? startOf(responseBody) : responseBody,
      },
      bytes:
        Math.min(responseBody.length, MAX_RESPONSE_BODY_LENGTH) +
        Math.min(body?.length ?? 0, MAX_REQUEST_BODY_BYTES),
      isDropped: false,
    };
    this.#kept.push(kept);
    this.#bodyBytes += kept.bytes;
    this.#dropOldest();
  }

  /** Newest first. */
  *newest(): Generator<LoggedExchange> {
    // A copy, because requests arrive while somebody reads.
    const kept = this.#kept.slice(this.#first);
    for (let at = kept.length - 1; at >= 0; at -= 1) {
      const each = kept[at];
      if (each && !each.isDropped) yield each.exchange;
    }
  }

  get count(): number {
    return this.#kept.length - this.#first;
  }

  find(id: number): LoggedExchange | undefined {
    return this.#kept.slice(this.#first).find(({ exchange }) => exchange.id === id)?.exchange;
  }

  clear(): void {
    for (const kept of this.#kept) kept.isDropped = true;
    this.#kept = [];
    this.#first = 0;
    this.#bodyBytes = 0;
    this.total = 0;
    this.skipped = 0;
  }

  #dropOldest(): void {
    const { maxExchanges, maxBodyBytes } = this.#limits;
    while (this.count > maxExchanges || (this.#bodyBytes > maxBodyBytes && this.count > 1)) {
      const oldest = this.#kept[this.#first];
      if (oldest === undefined) return;
      oldest.isDropped = true;
      this.#bodyBytes -= oldest.bytes;
      this.#first += 1;
    }
    // Removing single elements from the start of an array would move all others each time.
    if (this.#first < maxExchanges) return;
    this.#kept = this.#kept.slice(this.#first);
    this.#first = 0;
  }

  /** Node would read and discard the body; its start is kept on the way. */
  #followBody(request: IncomingMessage, owner: () => Kept): BodyStart | undefined {
    const { headers } = request;
    const length = headers['content-length'];
    if ((length === undefined || length === '0') && headers['transfer-encoding'] === undefined)
      return undefined;
    const body: BodyStart = { start: new ByteBuffer(MAX_REQUEST_BODY_BYTES), size: 0 };
    request.on('data', (chunk: Buffer) => {
      body.size += chunk.length;
      const kept = owner();
      const taken = Math.min(chunk.length, MAX_REQUEST_BODY_BYTES - body.start.length);
      if (taken === 0 || kept.isDropped) return;
      // Copied, because the chunk is a part of a larger buffer that would stay in memory.
      body.start.copy(chunk, 0, taken);
      kept.bytes += taken;
      this.#bodyBytes += taken;
      this.#dropOldest();
    });
    return body;
  }
}

function keptBody(body: Uint8Array): BodyStart | undefined {
  if (body.length === 0) return undefined;
  const start = new ByteBuffer(MAX_REQUEST_BODY_BYTES);
  start.copy(body, 0, Math.min(body.length, MAX_REQUEST_BODY_BYTES));
  return { start, size: body.length };
}

/** A copy, because a part of a string or buffer keeps the whole in memory. */
function startOf(body: string | Uint8Array): string | Uint8Array {
  if (typeof body === 'string') return Buffer.from(body.slice(0, MAX_RESPONSE_BODY_LENGTH)).toString();
  return Uint8Array.prototype.slice.call(body, 0, MAX_RESPONSE_BODY_LENGTH);
}
