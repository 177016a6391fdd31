import type { IncomingHttpHeaders } from 'node:http';
import { errorResponse } from '../call/error-response.js';
import { CLOSE } from '../call/request-head.js';
import type { ApiResponse, ApiRoute } from '../call/route.js';

export const MAX_BODY_BYTES = 10_485_760;

/** Checks content type, coding and declared size before a byte of the body is read. */
export function checkContent(route: ApiRoute, headers: IncomingHttpHeaders): ApiResponse | undefined {
  const declared = Number(headers['content-length'] ?? 0);
  // A body of unknown size for a route that takes none is checked once it turns out not to be empty.
  const hasType = route.body !== undefined || declared > 0;
  return (
    (hasType ? checkType(route, headers) : undefined) ??
    (declared > MAX_BODY_BYTES ? bodyTooLarge() : undefined)
  );
}

export function checkType({ body }: ApiRoute, headers: IncomingHttpHeaders): ApiResponse | undefined {
  const type = headers['content-type'];
  const wanted = body === 'text' ? TEXT : JSON_TYPE;
  if (type === undefined ? isFromPage(headers) : !wanted.accepts(type)) {
    const got = type === undefined ? 'none' : type === '' ? 'an empty one' : type;
    const name = wanted.nameFor(type ?? '');
    // `curl -d` sends the type of a form.
    const hint = `add the header, with curl: -H 'Content-Type: ${name}'`;
    return errorResponse(415, `expected ${name}, got ${got}`, { details: { hint } });
  }
  const coding = headers['content-encoding'];
  if (coding === undefined || coding.trim().toLowerCase() === 'identity') return undefined;
  return errorResponse(415, `content encoding ${coding} is not supported`);
}

/** A page can send a body without a type to any origin, but `application/json` only where CORS permits it. */
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
  /** Names the charset only to clients that sent the right type. */
  nameFor: (type: string): string => (PLAIN.test(type) ? 'text/plain; charset=utf-8' : 'text/plain'),
  accepts: (type: string): boolean => {
    if (!PLAIN.test(type)) return false;
    const [, charset] = /;\s*charset\s*=\s*"?([^\s;"]*)"?/i.exec(type) ?? [];
    return charset === undefined || /^(?:utf-8|us-ascii)$/i.test(charset);
  },
};
