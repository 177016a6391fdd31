import type { Scope } from '../evaluation/variables/scope.js';
import type { Request } from '../request-file/model/model.js';
import { shownName } from '../request-file/model/request-filter.js';
import type { FileContext } from './file-context.js';

/** One execution of one request, with its data row if it has one. */
export interface RequestExecution {
  readonly request: Request;
  readonly file: FileContext;
  readonly scope: Scope;
  readonly resultName: string;
  /** The key of its captures: its name, or a unique id. */
  readonly captureId: string;
  /** The place in the schedule of the run, which decides on the globals that others see. */
  readonly place: number;
}

export function createExecution(
  request: Request,
  file: FileContext,
  scope: Scope,
  captureId = request.name,
  place = 0,
): RequestExecution {
  return { request, file, scope, captureId, place, resultName: shownName(request) };
}
