/** Requests, responses and failures of one exchange, and the shape that all wraps around it have. */
import { ServiceError } from '../../errors.js';
import type { PersonWait } from './person-wait.js';
import type { StopController, StopSignal } from '../../primitives/stop-signal.js';

/** Headers in the order and spelling in which they are sent or were received; repeats stay. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A body whose bytes come from somewhere else; may be opened again for a redirect or a retry. */
export interface StreamedBody {
  /** In bytes; undefined when unknown, and then the body is sent chunked. */
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
  /** The controller of the signal, when it belongs to this request alone: then a time limit needs no other one. */
  readonly stop?: StopController;
  /** Absent on the first request of a chain; set on every request to a `Location`. */
  readonly hop?: Hop;
  /** Set on requests to a token endpoint, which are made on behalf of another request. */
  readonly isTokenCall?: boolean;
  /** Set on requests that may have to wait for a person. */
  readonly personWait?: PersonWait;
}

export interface Hop {
  /** Whether the chain has left its scheme, host or port: from then on it carries no credentials. */
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

/** The other side of a connection, as it was when the connection was made. */
export interface Peer {
  /** Empty when the system does not tell it. */
  readonly address: string;
  readonly port: number;
  /** Whether it is a proxy rather than the target. */
  readonly isProxy: boolean;
  readonly tls?: TlsFacts;
}

/** What both sides agreed on in a TLS handshake, and the certificate of the server. */
export interface TlsFacts {
  /** Such as `TLSv1.3`. */
  readonly version: string;
  readonly cipher: string;
  /** Whether the certificate is trusted; false only when validation is switched off. */
  readonly trusted: boolean;
  readonly certificate?: CertificateFacts;
}

export interface CertificateFacts {
  /** Names such as `CN=example.org, O=Example`. */
  readonly subject: string;
  readonly issuer: string;
  readonly altNames: string;
  /** ISO 8601. */
  readonly validFrom: string;
  readonly validTo: string;
}

/** How an exchange used its connection. */
export interface WireFacts {
  readonly peer: Peer;
  /** Whether the connection served an earlier exchange. */
  readonly reused: boolean;
  /** Milliseconds until a connection was free, without the time of making it. */
  readonly blocked: number;
  /** Milliseconds in which the request was written; part of the time until the first byte. */
  readonly sending: number;
}

export interface HttpResponse {
  /** The URL of the last request of the chain. */
  readonly url: string;
  readonly statusCode: number;
  readonly statusText: string;
  readonly httpVersion: string;
  readonly headers: HeaderList;
  /** The body with its content codings undone. */
  readonly body: Uint8Array;
  /** Bytes received before decoding. */
  readonly wireSize: number;
  readonly timing: Timing;
  /** Every exchange that led here, the last one being this: redirects, digest attempts and token calls. */
  readonly exchanges: readonly Exchange[];
  readonly warnings: readonly string[];
}

/** One request with its response, for reports; bodies are references, not copies. */
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
  /** Undefined when no connection came about. */
  readonly wire?: WireFacts;
  /** Set for calls of a token endpoint. */
  readonly isTokenCall?: boolean;
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
  | 'blocked'
  | 'cancelled';

/** A request that got no usable response. */
export class RequestFailure extends ServiceError {
  readonly exchanges: readonly Exchange[];

  constructor(
    readonly errorKind: FailureKind,
    message: string,
    options: { cause?: unknown; exchanges?: readonly Exchange[] } = {},
  ) {
    super('network', message, options.cause === undefined ? {} : { cause: options.cause });
    this.exchanges = options.exchanges ?? [];
  }
}
