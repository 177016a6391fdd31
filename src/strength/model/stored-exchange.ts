/** A response that is known from a run, with what its run expected of it. */
import type { Request } from '../../request-file/model/model.js';
import type { ReceivedHeaders } from '../../evaluation/response/response-view.js';

export interface StoredExchange {
  /** The request as its file has it now. */
  readonly request: Request;
  /** The path as it is shown to the user. */
  readonly file: string;
  /** The name of the result in its run. */
  readonly name: string;
  /** The data row or element it was sent for; empty without one. */
  readonly row: string;
  readonly method: string;
  /** The URL that gave the response. */
  readonly url: string;
  readonly status: number;
  /** Undefined when the headers are not known; a history keeps none. */
  readonly headers: ReceivedHeaders | undefined;
  readonly body: string;
  /** Whether the body is only the start of what was received. */
  readonly isCut: boolean;
  readonly durationMs: number;
  readonly source: 'history' | 'run';
  /** The stored run; 0 for a run that was made for this. */
  readonly runId: number;
  readonly expected: readonly StoredExpectation[];
}

/** An assertion as the run checked it. */
export interface StoredExpectation {
  readonly subject: string;
  /** The canonical name of the operator. */
  readonly operator: string;
  /** The typed value of a run; the history has its text. */
  readonly expected: unknown;
  readonly actual: unknown;
  readonly isText: boolean;
  readonly passed: boolean;
  readonly skipped: boolean;
}
