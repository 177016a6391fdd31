import type { IncomingHttpHeaders } from 'node:http';
import { errorResponse } from '../call/error-response.js';
import { CLOSE } from '../call/request-head.js';
import type { ApiResponse, Route } from '../call/route.js';

export const MAX_BODY_BYTES = 10_485_760;

/** Content type, coding and declared size, before a byte of the body is read (server.md 2.3). */
export function checkContent(route: Route, headers: IncomingHttpHeaders): ApiResponse | undefined {
  const declared = Number(headers['content-length'] ?? 0);
  // Without a declared body, one that nobody asked for is judged when it turns out not to be empty.
  const judged = route.body !== undefined || declared > 0;
  return (
    (judged ? checkType(route, headers) : undefined) ??
    (declared > MAX_BODY_BYTES ? bodyTooLarge() : undefined)
  );
}

export function checkType({ body }: Route, headers: IncomingHttpHeaders): ApiResponse | undefined {
  const type = headers['content-type'];
  const wanted = body === 'text' ? TEXT : JSON_TYPE;
  if (type === undefined ? isFromPage(headers) : !wanted.accepts(type)) {
    const got = type === undefined ? 'none' : type === '' ? 'an empty one' : type;
    return errorResponse(415, `expected ${wanted.nameFor(type ?? '')}, got ${got}`);
  }
  const coding = headers['content-encoding'];
  if (coding === undefined || coding.trim().toLowerCase() === 'identity') return undefined;
  return errorResponse(415, `content encoding ${coding} is not supported`);
}

/** A page can send a body without a type to any address; a type of ours it can only send where it is permitted. */
function isFromPage(headers: IncomingHttpHeaders): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}

export function bodyTooLarge(): ApiResponse {
  return errorResponse(413, `request body is larger than ${MAX_BODY_BYTES} bytes`, CLOSE);
}

const JSON_TYPE = {
  nameFor: () => 'application/json',
  accepts: (type: string): boolean => /^\s*application\/json\s*(?:;|$)/i.test(type),
};

const PLAIN = /^\s*text\/plain\s*(?:;|$)/i;

const TEXT = {
  /** Who sent the right type is told which charset. */
  nameFor: (type: string): string => (PLAIN.test(type) ? 'text/plain; charset=utf-8' : 'text/plain'),
  accepts: (type: string): boolean => {
    if (!PLAIN.test(type)) return false;
    const [, charset] = /;\s*charset\s*=\s*"?([^\s;"]*)"?/i.exec(type) ?? [];
    return charset === undefined || /^(?:utf-8|us-ascii)$/i.test(charset);
  },
};
