/** Which headers go on, in Node's flat lists: names and values in turn, in their order and spelling. */
import { turnLocation, type TargetAddress } from './target-address.js';

/** RFC 9110 7.6.1; those that begin with `proxy-` belong to them. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export function isHopByHop(lowerName: string): boolean {
  return HOP_BY_HOP.has(lowerName) || lowerName.startsWith('proxy-');
}

export interface Framing {
  readonly method: string;
  readonly chunked: boolean;
  /** The protocol that an upgrade asks for. */
  readonly upgrade: string | undefined;
}

/** RFC 9110 8.6: methods that give a meaning to content tell that there is none. */
const EXPECT_CONTENT: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

export function requestHeaders(raw: readonly string[], authority: string, framing: Framing): string[] {
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

/** `own` is the address that the client knows the proxy by. */
export function responseHeaders(
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
    else if (lower === 'location') headers.push(name, turnLocation(value, address, own));
    else if (lower === 'set-cookie') headers.push(name, withoutDomain(value));
    else headers.push(name, value);
  }
  return headers;
}

/** A cookie for the target's domain would not be kept by who knows the proxy only. */
function withoutDomain(cookie: string): string {
  const [pair = '', ...attributes] = cookie.split(';');
  return [pair, ...attributes.filter((attribute) => !/^\s*domain\s*(?:=|$)/i.test(attribute))].join(';');
}

/** Headers that the sender meant for us alone; what frames the message is never among them. */
function namedByConnection(raw: readonly string[]): ReadonlySet<string> | undefined {
  let named: Set<string> | undefined;
  for (let at = 0; at < raw.length; at += 2) {
    if (raw[at]?.length !== 10 || raw[at]?.toLowerCase() !== 'connection') continue;
    const value = raw[at + 1] ?? '';
    if (value === 'keep-alive' || value === 'close') continue;
    for (const word of value.toLowerCase().split(',')) {
      const name = word.trim();
      if (name !== 'host' && name !== 'content-length' && name !== 'close') (named ??= new Set()).add(name);
    }
  }
  return named;
}

/** The head of an answer that Node cannot write. */
export function writtenHead(statusCode: number, statusMessage: string, headers: readonly string[]): Buffer {
  let head = `HTTP/1.1 ${statusCode} ${statusMessage}\r\n`;
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return Buffer.from(`${head}\r\n`, 'latin1');
}
