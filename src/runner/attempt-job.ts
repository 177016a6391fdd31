import type { Scope } from '../evaluation/variables/scope.js';
import type { Request } from '../request-file/model/model.js';
import { shownName } from '../request-file/model/request-filter.js';
import type { FileContext } from './file-context.js';

/** One execution of one request: with its row, if it has one. */
export interface Job {
  readonly request: Request;
  readonly file: FileContext;
  readonly scope: Scope;
  readonly resultName: string;
  /** Under which its captures are stored: its name, or something unique. */
  readonly captureId: string;
}

export function jobFor(request: Request, file: FileContext, scope: Scope, captureId = request.name): Job {
  return { request, file, scope, captureId, resultName: shownName(request) };
}
