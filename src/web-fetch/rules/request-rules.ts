/** Validates requests that are sent for a third party. */
import { bytesOfText } from '../../http/message/headers.js';
import { isHeaderValue, isToken } from '../../http/http1/http1-request.js';
import type { HeaderList } from '../../http/message/message.js';

const REFUSED_METHODS: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);
const REFUSED_HEADERS =
  /^(?:host|content-length|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|http2-settings|proxy-.*)$/i;
const MAX_HEADER_COUNT = 64;
const MAX_HEADER_BYTES = 32 * 1024;
const MAX_BODY_BYTES = 1024 * 1024;

export interface RequestParts {
  readonly method: string;
  readonly headers: HeaderList;
  readonly bodyBytes: number;
  /** Whether it is from a request file, which may repeat headers and hold characters beyond Latin-1, sent as UTF-8. */
  readonly isSaved?: boolean;
}

/** The field and its fault; values are not shown. */
export interface RequestFault {
  readonly field: 'method' | 'headers' | 'body';
  readonly fault: string;
}

export function findRequestFault(parts: RequestParts): RequestFault | undefined {
  const { method, headers, bodyBytes, isSaved = false } = parts;
  const wrongMethod = findMethodFault(method);
  if (wrongMethod !== undefined) return wrongMethod;
  const fault = headersFault(headers, isSaved);
  if (fault !== undefined) return { field: 'headers', fault };
  return bodyBytes > MAX_BODY_BYTES ? { field: 'body', fault: 'it is larger than 1 MiB' } : undefined;
}

export function findMethodFault(method: string): RequestFault | undefined {
  if (REFUSED_METHODS.has(method)) return { field: 'method', fault: `${method} is not sent` };
  return isToken(method) ? undefined : { field: 'method', fault: 'it is not a method name' };
}

function headersFault(headers: HeaderList, isSaved: boolean): string | undefined {
  if (headers.length > MAX_HEADER_COUNT) return `there are more than ${MAX_HEADER_COUNT}`;
  const seenNames = new Set<string>();
  let size = 0;
  for (const [name, given] of headers) {
    const value = isSaved ? bytesOfText(given) : given;
    if (!isToken(name)) return 'a name is not a token';
    if (isRefusedHeader(name)) return `${name} is set by the client and cannot be given`;
    if (!isHeaderValue(value)) return `the value of ${name} holds a character that no header may have`;
    if (!isSaved && seenNames.has(name.toLowerCase())) return `${name} is given twice`;
    seenNames.add(name.toLowerCase());
    size += name.length + value.length;
  }
  return size > MAX_HEADER_BYTES ? 'they are larger than 32 KiB' : undefined;
}

export function isRefusedHeader(name: string): boolean {
  return REFUSED_HEADERS.test(name);
}

/** Adds the defaults that the caller does not name. */
export function withDefaults(headers: HeaderList, defaults: HeaderList): HeaderList {
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  return [...headers, ...defaults.filter(([name]) => !given.has(name.toLowerCase()))];
}
