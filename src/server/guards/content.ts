import type { IncomingHttpHeaders } from 'node:http';
import { errorAnswer } from '../error-response.js';
import { CLOSE } from '../request-head.js';
import type { Answer, Route } from '../route.js';

export const LARGEST_BODY = 10_485_760;

/** Content type, coding and declared size, before a byte of the body is read (server.md 2.3). */
export function checkContent(route: Route, headers: IncomingHttpHeaders): Answer | undefined {
  const declared = Number(headers['content-length'] ?? 0);
  // Without a declared body, one that nobody asked for is judged when it turns out not to be empty.
  const judged = route.body !== undefined || declared > 0;
  return (
    (judged ? checkType(route, headers) : undefined) ?? (declared > LARGEST_BODY ? bodyTooLarge() : undefined)
  );
}

export function checkType({ body }: Route, headers: IncomingHttpHeaders): Answer | undefined {
  const type = headers['content-type'];
  const wanted = body === 'text' ? TEXT : JSON_TYPE;
  if (type !== undefined && !wanted.accepts(type)) {
    return errorAnswer(415, `expected ${wanted.nameFor(type)}, got ${type === '' ? 'an empty one' : type}`);
  }
  const coding = headers['content-encoding'];
  if (coding === undefined || coding.trim().toLowerCase() === 'identity') return undefined;
  return errorAnswer(415, `content encoding ${coding} is not supported`);
}

export function bodyTooLarge(): Answer {
  return errorAnswer(413, `request body is larger than ${LARGEST_BODY} bytes`, CLOSE);
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
