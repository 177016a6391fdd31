/** What carries exchanges: a connection of HTTP/1.1, or a session of HTTP/2. */
import { RequestFailure, type HeaderList, type HttpRequest } from '../message/message.js';
import type { Target } from '../message/target.js';

export interface HttpConnection {
  readonly version: '1.1' | '2';
  /** Made for the coming exchange, rather than kept from an earlier one. */
  readonly fresh: boolean;
  /** Milliseconds of making it. */
  readonly dialled: { readonly dns: number; readonly connect: number; readonly tls: number };
  exchange(call: HttpCall): Promise<Received>;
}

export interface HttpCall {
  readonly request: HttpRequest;
  readonly target: Target;
  /** Request target: a path, or the whole URL for a proxy. */
  readonly path: string;
  /** All that are sent, in order. */
  readonly headers: HeaderList;
  readonly maxBodyBytes: number;
  readonly answers?: HttpResponseRules | undefined;
}

export interface HttpResponseHead {
  readonly statusCode: number;
  readonly statusText: string;
  readonly httpVersion: string;
  readonly headers: HeaderList;
  readonly firstByteAt: number;
}

/** How an answer is taken in, for callers that are stricter than a run. */
export interface HttpResponseRules {
  readonly maxHeaderBytes: number;
  /** The time limit is a failure for event streams too. */
  readonly wholeEventStreams: boolean;
  /** Received bytes may expand to anything below the body limit. */
  readonly anyExpansion: boolean;
  /** Asked before the body is read: throws RequestFailure to refuse the answer, or says that nobody wants the body. */
  readonly judgeHead: (head: HttpResponseHead) => 'read' | 'discard';
}

export interface Received extends HttpResponseHead {
  /** As received, before decoding. */
  readonly body: Uint8Array;
  /** Cut by the time limit. */
  readonly partial: boolean;
}

/** The server gave up a kept connection before it answered: another one may do. */
export class NoResponse extends RequestFailure {
  /** The server has said that it did nothing, so that any method may be sent again. */
  readonly untouched: boolean;

  constructor(failure: RequestFailure, untouched: boolean) {
    super(failure.errorKind, failure.message, { cause: failure.cause });
    this.untouched = untouched;
  }
}
