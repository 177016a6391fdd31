/** What a run tells while it goes on; every result has its pair of request events, skipped ones too. */
import type { FileOutcome, RequestOutcome, RunOutcome } from './result.js';

export type RunEvent =
  | {
      readonly kind: 'run-start';
      readonly files: number;
      /** Requests of all files. */ readonly total: number;
    }
  | { readonly kind: 'file-start'; readonly file: string; readonly index: number; readonly total: number }
  | ({
      readonly kind: 'request-start';
      /** Nothing is going to be sent. */
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
  /** The file of the run it is reported in. */
  readonly file: string;
  readonly fileIndex: number;
  /** Result name; `METHOD URL` when unnamed. */
  readonly name: string;
  /** Place in the schedule of its file, from 0; data rows of one request share it. */
  readonly index: number;
  /** Place in the report of its file, from 0. */
  readonly position: number;
  /** Requests of its file. */
  readonly total: number;
  /** No further result of this request follows. */
  readonly last: boolean;
}
