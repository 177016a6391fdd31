/** What a direct request may ask for (mcp.md 4.5). */
import { isHeaderValue, isToken } from '../http/http1-request.js';
import type { HeaderList } from '../http/message.js';

const REFUSED_METHODS: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);
const REFUSED_HEADERS =
  /^(?:host|content-length|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|http2-settings|proxy-.*)$/i;
const MOST_HEADERS = 64;
const MOST_HEADER_BYTES = 32 * 1024;
const MOST_BODY_BYTES = 1024 * 1024;

export interface RequestParts {
  readonly method: string;
  readonly headers: HeaderList;
  readonly bodyBytes: number;
}

/** The field and what is wrong with it; values are not shown. */
export interface RequestFault {
  readonly field: 'method' | 'headers' | 'body';
  readonly fault: string;
}

export function requestFault({ method, headers, bodyBytes }: RequestParts): RequestFault | undefined {
  if (REFUSED_METHODS.has(method)) return { field: 'method', fault: `${method} is not sent` };
  if (!isToken(method)) return { field: 'method', fault: 'it is not a method name' };
  const fault = headersFault(headers);
  if (fault !== undefined) return { field: 'headers', fault };
  return bodyBytes > MOST_BODY_BYTES ? { field: 'body', fault: 'it is larger than 1 MiB' } : undefined;
}

function headersFault(headers: HeaderList): string | undefined {
  if (headers.length > MOST_HEADERS) return `there are more than ${MOST_HEADERS}`;
  const met = new Set<string>();
  let size = 0;
  for (const [name, value] of headers) {
    if (!isToken(name)) return 'a name is not a token';
    if (refusedHeader(name)) return `${name} is set by the client and cannot be given`;
    if (!isHeaderValue(value)) return `the value of ${name} holds a character that no header may have`;
    if (met.has(name.toLowerCase())) return `${name} is given twice`;
    met.add(name.toLowerCase());
    size += name.length + value.length;
  }
  return size > MOST_HEADER_BYTES ? 'they are larger than 32 KiB' : undefined;
}

export function refusedHeader(name: string): boolean {
  return REFUSED_HEADERS.test(name);
}

/** Added where the caller says nothing else. */
export function withDefaults(headers: HeaderList, defaults: HeaderList): HeaderList {
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  return [...headers, ...defaults.filter(([name]) => !given.has(name.toLowerCase()))];
}
