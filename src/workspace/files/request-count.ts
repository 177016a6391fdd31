import type { RequestFile } from '../../request-file/model/model.js';

/** 0 for a file with errors, as its requests may be incomplete. */
export function requestCount({ diagnostics, requests }: RequestFile): number {
  return diagnostics.some(({ severity }) => severity === 'error') ? 0 : requests.length;
}
