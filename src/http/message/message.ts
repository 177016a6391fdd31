/** One exchange on the wire: what goes out, what comes back, and the one shape everything between has. */
import { ServiceError } from '../../errors.js';
import type { Stop, StopSignal } from './stop-signal.js';

/** In the order and spelling in which they are sent or were received; repeats stay. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A body whose bytes come from somewhere else; may be opened again for a redirect or a retry. */
export interface StreamedBody {
  /** Undefined when unknown: sent chunked. */
  readonly length: number | undefined;
  readonly open: () => AsyncIterable<Uint8Array>;
}

export interface HttpRequest {
  readonly method: string;
  /** Absolute http or https URL, percent-encoded, without fragment and user information. */
  readonly url: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array | StreamedBody | null;
  readonly signal: StopSignal;
  /** The signal, where that was made for this request alone: then a time limit needs none of its own. */
  readonly stop?: Stop;
  /** Absent on the first request of a chain; set on every request to a `Location`. */
  readonly hop?: Hop;
}

export interface Hop {
  /** The chain has been at another scheme, host or port: credentials stay behind from then on. */
  readonly originLeft: boolean;
}

/** Milliseconds of each phase; 0 for a phase that did not happen (reused connection, no TLS). */
export interface Timing {
  readonly dns: number;
  readonly connect: number;
  readonly tls: number;
  readonly firstByte: number;
  readonly body: number;
}

export interface HttpResponse {
  /** The URL that answered. */
  readonly url: string;
  readonly statusCode: number;
  readonly statusText: string;
  readonly httpVersion: string;
  readonly headers: HeaderList;
  /** Content codings undone. */
  readonly body: Uint8Array;
  /** Bytes received before decoding. */
  readonly wireSize: number;
  readonly timing: Timing;
  /** Every exchange that led here, this one last: redirects, digest tries, token calls of the request. */
  readonly exchanges: readonly Exchange[];
  readonly warnings: readonly string[];
}

/** One request with its answer, for reports; bodies are references, not copies. */
export interface Exchange {
  readonly startedAt: number;
  readonly duration: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: HeaderList;
    readonly body: Uint8Array | null;
  };
  readonly response:
    | Pick<HttpResponse, 'statusCode' | 'statusText' | 'httpVersion' | 'headers' | 'body' | 'wireSize'>
    | undefined;
  readonly timing: Timing;
}

export type Send = (request: HttpRequest) => Promise<HttpResponse>;
export type Wrap = (next: Send) => Send;

export type FailureKind =
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'reset'
  | 'proxy'
  | 'redirects'
  | 'bodyLimit'
  | 'decode'
  | 'protocol'
  | 'auth'
  | 'file'
  | 'cancelled';

/** A request that got no usable answer. */
export class RequestFailure extends ServiceError {
  readonly errorKind: FailureKind;
  readonly exchanges: readonly Exchange[];

  constructor(
    errorKind: FailureKind,
    message: string,
    options: { cause?: unknown; exchanges?: readonly Exchange[] } = {},
  ) {
    super('network', message, options.cause === undefined ? {} : { cause: options.cause });
    this.errorKind = errorKind;
    this.exchanges = options.exchanges ?? [];
  }
}
