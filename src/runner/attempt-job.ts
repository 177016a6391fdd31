import type { Scope } from '../evaluation/scope.js';
import type { Request } from '../request-file/model.js';
import type { FileContext } from './file-context.js';

/** One execution of one request: with its row, if it has one. */
export interface Job {
  readonly request: Request;
  readonly file: FileContext;
  readonly scope: Scope;
  readonly resultName: string;
  /** Under which its captures are stored. */
  readonly captureId: string;
}
