import { hasErrors } from '../../request-file/model/diagnostic.js';
import type { RequestFile } from '../../request-file/model/model.js';

/** 0 for a file with errors, as its requests may be incomplete. */
export function requestCount(file: RequestFile): number {
  return hasErrors(file) ? 0 : file.requests.length;
}
