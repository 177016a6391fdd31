/** What takes the place of the response of a route. */
import { errorText } from '../../http/serving/error-text.js';
import type { MockFault } from '../../request-file/model/model.js';
import { hasNoBody } from '../responses/mock-response.js';
import { jsonResponse, type PreparedResponse } from '../responses/prepared-response.js';

/** For a client that gets none, or nothing that it can read. */
export const NO_RESPONSE: PreparedResponse = { status: 0, headers: [], body: '' };

/** Undefined where the response of the route is sent, in some other way. */
export function responseOfFault(fault: MockFault): PreparedResponse | undefined {
  switch (fault.kind) {
    case 'reset':
    case 'timeout':
      return NO_RESPONSE;
    case 'status':
      return errorResponse(fault.status);
    case 'slow-body':
    case 'malformed':
      return undefined;
  }
}

function errorResponse(status: number): PreparedResponse {
  if (hasNoBody(status)) return { status, headers: [], body: '' };
  return jsonResponse(status, errorText(status, 'a fault of the mock server'));
}
