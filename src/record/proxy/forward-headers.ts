/** Selects the headers to forward, as Node's flat lists of alternating names and values, in original order and case. */
import type { IncomingHttpHeaders } from 'node:http';
import { isHopByHop, namedByConnection } from '../recordings/hop-by-hop.js';
import { rewriteLocation, type TargetAddress } from './target-address.js';

export function hasRequestBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

export interface RequestFraming {
  readonly method: string;
  readonly chunked: boolean;
  /** The protocol requested by an upgrade. */
  readonly upgrade: string | undefined;
}

/** RFC 9110 8.6: these methods state explicitly that there is no content. */
const EXPECT_CONTENT: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

export function forwardRequestHeaders(
  raw: readonly string[],
  authority: string,
  framing: RequestFraming,
): string[] {
  const { method, chunked, upgrade } = framing;
  const named = namedByConnection(raw);
  const headers: string[] = [];
  let sized = chunked;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] ?? '';
    const lower = name.toLowerCase();
    if (lower === 'host') headers.push(name, authority);
    else if (lower === 'content-length') {
      sized = true;
      headers.push(name, raw[at + 1] ?? '');
    } else if (!isHopByHop(lower) && named?.has(lower) !== true) headers.push(name, raw[at + 1] ?? '');
  }
  if (chunked) headers.push('Transfer-Encoding', 'chunked');
  else if (!sized && EXPECT_CONTENT.has(method)) headers.push('Content-Length', '0');
  if (upgrade !== undefined) headers.push('Connection', 'Upgrade', 'Upgrade', upgrade);
  return headers;
}

/** `own` is the address under which the client reaches the proxy. */
export function forwardResponseHeaders(
  raw: readonly string[],
  address: TargetAddress,
  own: string,
  upgrade = false,
): string[] {
  const named = namedByConnection(raw);
  const headers: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] ?? '';
    const value = raw[at + 1] ?? '';
    const lower = name.toLowerCase();
    if (lower === 'upgrade' && upgrade) headers.push(name, value, 'Connection', 'Upgrade');
    else if (isHopByHop(lower) || named?.has(lower) === true) continue;
    else if (lower === 'location') headers.push(name, rewriteLocation(value, address, own));
    else if (lower === 'set-cookie') headers.push(name, withoutDomain(value));
    else headers.push(name, value);
  }
  return headers;
}

/** The client would reject a cookie for the domain of the target, since it only knows the proxy. */
function withoutDomain(cookie: string): string {
  const [pair = '', ...attributes] = cookie.split(';');
  return [pair, ...attributes.filter((attribute) => !/^\s*domain\s*(?:=|$)/i.test(attribute))].join(';');
}

/** Serializes a response head that Node cannot write. */
export function writeHead(statusCode: number, statusMessage: string, headers: readonly string[]): Buffer {
  let head = `HTTP/1.1 ${statusCode} ${statusMessage}\r\n`;
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return Buffer.from(`${head}\r\n`, 'latin1');
}
