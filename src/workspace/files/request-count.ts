import type { RequestFile } from '../../request-file/model/model.js';

/** 0 for a file with errors. */
export function requestCount({ diagnostics, requests }: RequestFile): number {
  return diagnostics.some(({ severity }) => severity === 'error') ? 0 : requests.length;
}
