/** The step in which the state of a stateful mock server changes and completes the response. */
import { errorText } from '../../http/serving/error-text.js';
import { encodeBody } from '../responses/encode-body.js';
import { hasNoBody } from '../responses/mock-response.js';
import {
  jsonResponse,
  toResponse,
  type PreparedResponse,
  type PreparedRoute,
} from '../responses/prepared-response.js';
import type { StateRole } from '../responses/state-role.js';
import { decodeSegments } from '../routing/route-path.js';
import type { ReceivedRequest } from '../incoming/received-request.js';
import type { MockState, StateRefusal } from './mock-state.js';
import { withHeader, type OwnResponse } from './own-response.js';

export interface StateRequest {
  readonly request: ReceivedRequest;
  /** As sent, without query. */
  readonly path: string;
  readonly host: () => string;
}

/** The response instead of that of the route; undefined when the route responds. */
export function refuseByState(
  state: MockState,
  route: PreparedRoute,
  request: StateRequest,
): PreparedResponse | undefined {
  const refusal = route.state && state.refusal(route.state, decodeSegments(request.path));
  return refusal && refusedResponse(refusal, route, request);
}

/** `own` is the response of the route with everything but the state in it. */
export function completeByState(
  state: MockState,
  route: PreparedRoute,
  received: StateRequest,
  own: PreparedResponse,
): PreparedResponse {
  const { state: role } = route;
  if (role === undefined) return own;
  const result = state.respond(role, decodeSegments(received.path), received.request, withoutLength(own));
  return 'refused' in result ? refusedResponse(result, route, received) : prepared(result, role);
}

function refusedResponse(
  { refused, message }: StateRefusal,
  route: PreparedRoute,
  { path, host, request }: StateRequest,
): PreparedResponse {
  if (refused === 404 && route.missing) return toResponse({ route, path }, host, route.missing, request);
  return jsonResponse(refused, errorText(refused, message));
}

function withoutLength({ status, headers, body }: PreparedResponse): OwnResponse {
  const kept: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = [headers[at], headers[at + 1]];
    if (name !== 'Content-Length') kept.push(name, value);
  }
  return { status, headers: kept, body };
}

function prepared({ status, headers, body }: OwnResponse, { coding }: StateRole): PreparedResponse {
  if (hasNoBody(status)) return { status, headers, body };
  const isCoded = coding !== undefined && body.length > 0;
  const sent = isCoded ? encodeBody(coding, Buffer.from(body)) : body;
  const typed = isCoded ? withHeader(headers, 'Content-Encoding', coding) : headers;
  return { status, headers: [...typed, 'Content-Length', String(Buffer.byteLength(sent))], body: sent };
}
