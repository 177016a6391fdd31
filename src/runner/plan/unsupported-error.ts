/** What is refused before anything starts, since it does not run requests one by one. */
import { ServiceError } from '../../errors.js';
import type { Request } from '../../request-file/model/model.js';
import { shownName } from '../../request-file/model/request-filter.js';
import { unsupportedRequest } from '../../request-file/model/unsupported-request.js';

export interface PlacedRequest {
  readonly request: Request;
  /** The path of its file. */
  readonly shown: string;
}

const MAX_NAMED = 20;

/** One line for each request that svc cannot run. */
export function unsupportedError(placed: readonly PlacedRequest[]): ServiceError {
  const lines = placed.slice(0, MAX_NAMED).map(({ request, shown }) => {
    const place = `${shown}:${request.requestLine}`;
    return `${place}: ${shownName(request)}: ${unsupportedRequest(request)?.message ?? ''}`;
  });
  const others = placed.length - lines.length;
  return new ServiceError(
    'request-file',
    [...lines, ...(others > 0 ? [`and ${others} more`] : [])].join('\n'),
  );
}
