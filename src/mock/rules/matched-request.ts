import type { ReceivedRequest } from '../incoming/received-request.js';

/** A request and the path with which it was found. */
export interface MatchedRequest {
  readonly request: ReceivedRequest;
  /** As sent, without query. */
  readonly path: string;
}

/** A value that a subject has to be equal to. */
export interface WantedValue {
  readonly subject: string;
  readonly read: (matched: MatchedRequest) => unknown;
  readonly value: unknown;
}
