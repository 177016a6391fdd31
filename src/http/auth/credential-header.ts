/** Putting one credential on a request. */
import { printableLine } from '../../primitives/printable.js';
import { withHeader } from '../message/header-list.js';
import { RequestFailure, type HttpRequest } from '../message/message.js';

/** The first request and every hop until the chain leaves its origin (language 5.5). */
export function keepsCredentials(request: HttpRequest): boolean {
  return request.hop?.originLeft !== true;
}

/** Replaces a written header of that name; the value never shows in a failure. */
export function withCredential(request: HttpRequest, name: string, value: string): HttpRequest {
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) {
    throw new RequestFailure('auth', `"${printableLine(name)}" in @auth is not a header name`);
  }
  // oxlint-disable-next-line no-control-regex -- exactly these would end the header
  if (/[\r\n\0]/.test(value)) {
    throw new RequestFailure('auth', `the ${name} value of @auth contains a line break or a NUL character`);
  }
  return { ...request, headers: withHeader(request.headers, name, value) };
}
