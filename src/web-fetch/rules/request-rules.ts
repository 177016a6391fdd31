/** What a request for somebody else may ask for. */
import { bytesOfText } from '../../http/message/headers.js';
import { isHeaderValue, isToken } from '../../http/http1/http1-request.js';
import type { HeaderList } from '../../http/message/message.js';

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
  /** Of a request file, which may repeat a header and have characters beyond Latin-1; those are sent as UTF-8. */
  readonly isSaved?: boolean;
}

/** The field and what is wrong with it; values are not shown. */
export interface RequestFault {
  readonly field: 'method' | 'headers' | 'body';
  readonly fault: string;
}

export function requestFault(parts: RequestParts): RequestFault | undefined {
  const { method, headers, bodyBytes, isSaved = false } = parts;
  const wrongMethod = methodFault(method);
  if (wrongMethod !== undefined) return wrongMethod;
  const fault = headersFault(headers, isSaved);
  if (fault !== undefined) return { field: 'headers', fault };
  return bodyBytes > MOST_BODY_BYTES ? { field: 'body', fault: 'it is larger than 1 MiB' } : undefined;
}

export function methodFault(method: string): RequestFault | undefined {
  if (REFUSED_METHODS.has(method)) return { field: 'method', fault: `${method} is not sent` };
  return isToken(method) ? undefined : { field: 'method', fault: 'it is not a method name' };
}

function headersFault(headers: HeaderList, isSaved: boolean): string | undefined {
  if (headers.length > MOST_HEADERS) return `there are more than ${MOST_HEADERS}`;
  const met = new Set<string>();
  let size = 0;
  for (const [name, given] of headers) {
    const value = isSaved ? bytesOfText(given) : given;
    if (!isToken(name)) return 'a name is not a token';
    if (refusedHeader(name)) return `${name} is set by the client and cannot be given`;
    if (!isHeaderValue(value)) return `the value of ${name} holds a character that no header may have`;
    if (!isSaved && met.has(name.toLowerCase())) return `${name} is given twice`;
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
