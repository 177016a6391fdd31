/** A connection of HTTP/1.1 or a session of HTTP/2, on which exchanges take place. */
import {
  RequestFailure,
  type HeaderList,
  type HttpRequest,
  type HttpResponse,
  type Peer,
  type Timing,
} from '../message/message.js';
import type { Target } from '../message/target.js';

export interface HttpConnection {
  readonly version: '1.1' | '2';
  /** Whether it was made for the next exchange, rather than kept from an earlier one. */
  readonly fresh: boolean;
  /** The milliseconds that each step of connecting took, and the other side. */
  readonly dialled: DialTiming & { readonly peer: Peer };
  exchange(call: HttpCall): Promise<ReceivedResponse>;
}

export type DialTiming = Pick<Timing, 'dns' | 'connect' | 'tls'>;

export interface HttpCall {
  readonly request: HttpRequest;
  readonly target: Target;
  /** Request target: a path, or the whole URL for a proxy. */
  readonly path: string;
  /** All headers that are sent, in order. */
  readonly headers: HeaderList;
  readonly maxBodyBytes: number;
  readonly responseRules?: HttpResponseRules | undefined;
}

export interface HttpResponseHead extends Pick<
  HttpResponse,
  'statusCode' | 'statusText' | 'httpVersion' | 'headers'
> {
  readonly firstByteAt: number;
}

/** How a response is received, for callers that are stricter than a run. */
export interface HttpResponseRules {
  readonly maxHeaderBytes: number;
  /** Whether the time limit is a failure for event streams too. */
  readonly wholeEventStreams: boolean;
  /** Whether received bytes may expand to any size below the body limit. */
  readonly anyExpansion: boolean;
  /** Called before the body is read: throws RequestFailure to refuse the response, or decides to discard the body. */
  readonly checkHead: (head: HttpResponseHead) => 'read' | 'discard';
}

export interface ReceivedResponse extends HttpResponseHead {
  /** When the last byte of the request was handed to the system. */
  readonly sentAt: number;
  /** The bytes as received, before decoding. */
  readonly body: Uint8Array;
  /** Whether the time limit cut the response. */
  readonly partial: boolean;
}

/** The server closed a kept connection before it sent a response, so another connection may work. */
export class NoResponse extends RequestFailure {
  /** `untouched`: the server confirmed that it did nothing, so that any method may be sent again. */
  constructor(
    failure: RequestFailure,
    readonly untouched: boolean,
  ) {
    super(failure.errorKind, failure.message, { cause: failure.cause });
  }
}
