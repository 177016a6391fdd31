/** The response of a mock route before a request arrives; its texts may contain `{{name}}` of path parameters. */
import { COMPUTED_HEADERS } from '../../request-file/text/header-name.js';

export interface RouteResponse {
  readonly status: number;
  /** Includes Content-Type; Content-Length, Date and Connection are added for each request. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** Empty without a body. */
  readonly contentType: string;
  /** The body is base64 of bytes that are no text. */
  readonly isBase64?: true;
  /** Whether MOCK_HOST in its texts stands for the host and port that the request names. */
  readonly hasOwnHost?: boolean;
  /** Whether its texts may also contain values of the request and results of functions. */
  readonly isTemplate?: true;
}

/** Statuses without a body (RFC 9110 15.3.5 and 15.4.5). */
export function hasNoBody(status: number): boolean {
  return status === 204 || status === 304;
}

/** Headers of the connection (RFC 9110 7.6.1), and the length, which is computed. */
export function isServerHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return COMPUTED_HEADERS.has(lower) || HOP_BY_HOP.has(lower);
}

const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'trailer',
]);

export interface ResponseDraft extends Pick<RouteResponse, 'status' | 'headers' | 'body' | 'isBase64'> {
  /** The body was serialized as JSON. */
  readonly isJson: boolean;
}

/** Uses the given content type, else guesses it from the text. */
export function finishResponse({
  status,
  headers,
  body: text,
  isJson,
  isBase64,
}: ResponseDraft): RouteResponse {
  const body = hasNoBody(status) ? '' : text;
  const written = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const contentType =
    body === '' ? '' : (written ?? (isBase64 ? BINARY_TYPE : isJson ? JSON_TYPE : guessType(body)));
  const needsType = contentType !== '' && written === undefined;
  return {
    status,
    headers: needsType ? [['Content-Type', contentType], ...headers] : headers,
    body,
    contentType,
    ...(isBase64 && body !== '' && { isBase64 }),
  };
}

/** The bytes that are sent for a text of the body. */
export function bodyBytes(text: string, { isBase64 }: Pick<RouteResponse, 'isBase64'>): Buffer {
  return Buffer.from(text, isBase64 ? 'base64' : 'utf8');
}

const JSON_TYPE = 'application/json';
const BINARY_TYPE = 'application/octet-stream';

function guessType(body: string): string {
  const start = body.trimStart().slice(0, 5);
  if (start.startsWith('{') || start.startsWith('[')) return JSON_TYPE;
  if (start === '<?xml') return 'application/xml';
  return start.startsWith('<') ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8';
}
