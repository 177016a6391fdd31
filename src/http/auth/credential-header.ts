/** Puts a credential on a request. */
import { printableLine } from '../../primitives/printable.js';
import { withHeader } from '../message/header-list.js';
import { isToken } from '../http1/http1-request.js';
import { RequestFailure, type HttpRequest, type Wrap } from '../message/message.js';

/** Sends the credential in a header of that name. */
export function addCredential(name: string, value: string): Wrap {
  return (next) => async (request) =>
    next(keepsCredentials(request) ? withCredential(request, name, value) : request);
}

/** Credentials go with the first request and with redirects until the chain leaves its origin. */
export function keepsCredentials(request: HttpRequest): boolean {
  return request.hop?.originLeft !== true;
}

/** Replaces a written header of that name. */
export function withCredential(request: HttpRequest, name: string, value: string): HttpRequest {
  checkCredential(name, value);
  return { ...request, headers: withHeader(request.headers, name, value) };
}

/** Throws for a header that cannot be sent; the failure never shows the value. */
export function checkCredential(name: string, value: string): void {
  if (!isToken(name)) {
    throw new RequestFailure('auth', `"${printableLine(name)}" in @auth is not a header name`);
  }
  if (/[\r\n\0]/.test(value)) {
    throw new RequestFailure('auth', `the ${name} value of @auth contains a line break or a NUL character`);
  }
}
