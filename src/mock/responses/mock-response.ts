/** The answer of a mock route before a request comes: texts may hold `{{name}}` of parameters. */
import { COMPUTED_HEADERS } from '../../request-file/text/header-name.js';

export interface RouteResponse {
  readonly status: number;
  /** Content-Type among them; Content-Length, Date and Connection come with the request. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** Empty without a body. */
  readonly contentType: string;
}

/** RFC 9110 15.3.5 and 15.4.5. */
export function hasNoBody(status: number): boolean {
  return status === 204 || status === 304;
}

/** Those of one connection (RFC 9110 7.6.1), and the length, which is counted. */
export function isOwnHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return COMPUTED_HEADERS.has(lower) || HOP_BY_HOP.has(lower);
}

const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'trailer',
]);

export interface ResponseDraft {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** The body was written as JSON, whatever it looks like. */
  readonly isJson: boolean;
}

/** The type that was written, else the one that the text looks like. */
export function finishResponse({ status, headers, body: text, isJson }: ResponseDraft): RouteResponse {
  const body = hasNoBody(status) ? '' : text;
  const written = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const contentType = body === '' ? '' : (written ?? (isJson ? JSON_TYPE : guessType(body)));
  const needsType = contentType !== '' && written === undefined;
  return {
    status,
    headers: needsType ? [['Content-Type', contentType], ...headers] : headers,
    body,
    contentType,
  };
}

const JSON_TYPE = 'application/json';

function guessType(body: string): string {
  const start = body.trimStart().slice(0, 5);
  if (start.startsWith('{') || start.startsWith('[')) return JSON_TYPE;
  if (start === '<?xml') return 'application/xml';
  return start.startsWith('<') ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8';
}

export function isJsonType(contentType: string): boolean {
  return /^\s*(?:application\/json|[^\s;]+\+json)\s*(?:;|$)/i.test(contentType);
}
