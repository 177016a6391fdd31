/** Another server, which responds to requests that no route matches. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Upstream {
  /** Sends a request on, streams its response to the client, and responds with an error when there is none. */
  pass(passed: PassedRequest): void;
}

export interface PassedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Alternating names and values, added to the request. */
  readonly addedToRequest: readonly string[];
  /** Alternating names and values, which replace those of the same name in the response. */
  readonly addedToResponse: readonly string[];
  /** Called once, when the response has ended or the client has left. */
  readonly onEnd: (exchange: PassedExchange) => void;
}

/** What was passed on; bodies above the limit of a recording are empty. */
export interface PassedExchange {
  readonly requestBody: Uint8Array;
  readonly status: number;
  /** Alternating names and values. */
  readonly responseHeaders: readonly string[];
  readonly responseBody: Uint8Array;
  /** Of the whole body, as far as it has arrived. */
  readonly responseLength: number;
}
