/**
 * The events of a run; every result has a start and an end event, also a skipped one. In a run that is repeated, each
 * pass has the events of its files, whose numbers start from 0 again.
 */
import type { FileOutcome, RequestOutcome, RunOutcome } from './result.js';

export type RunEvent =
  | {
      readonly kind: 'run-start';
      readonly files: number;
      /** Requests of all files. */ readonly total: number;
    }
  /** Only in a run that is repeated: the number of the pass, from 1, and how many there are at most. */
  | { readonly kind: 'pass-start'; readonly iteration: number; readonly passes: number }
  | { readonly kind: 'file-start'; readonly file: string; readonly index: number; readonly total: number }
  | ({
      readonly kind: 'request-start';
      /** Whether nothing will be sent. */
      readonly skipped: boolean;
    } & RequestPlace)
  | ({ readonly kind: 'request-end'; readonly outcome: RequestOutcome } & RequestPlace)
  | {
      readonly kind: 'file-end';
      readonly file: string;
      readonly index: number;
      readonly total: number;
      readonly outcome: FileOutcome;
    }
  | { readonly kind: 'run-end'; readonly outcome: RunOutcome };

export interface RequestPlace {
  /** The file of the run that reports the request. */
  readonly file: string;
  readonly fileIndex: number;
  /** The name of the result; `METHOD URL` when unnamed. */
  readonly name: string;
  /** The line of the request in the file that holds it. */
  readonly line: number;
  /** The position in the schedule of its file, from 0; data rows of one request share it. */
  readonly index: number;
  /** The position in the report of its file, from 0. */
  readonly position: number;
  /** The number of requests of its file. */
  readonly total: number;
  /** Whether no further result of this request follows. */
  readonly last: boolean;
}
