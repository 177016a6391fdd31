/** Header maps of results (language 6.2, server.md 3): canonical names, repeated headers joined. */
import type { HeaderList } from '../../http/message/message.js';

/** Made twice for every request: plain loops are several times quicker than iterators before code is optimised. */
export function headerMap(headers: HeaderList): Record<string, string> {
  const map: Record<string, string> = {};
  for (let at = 0; at < headers.length; at++) {
    const header = headers[at];
    if (header === undefined) continue;
    const key = known.get(header[0]) ?? canonicalName(header[0]);
    if (key in map) join(map, key, header[1]);
    else map[key] = header[1];
  }
  return map;
}

/** Names of the prototype are legal header names too. */
function join(map: Record<string, string>, key: string, value: string): void {
  const before = Object.hasOwn(map, key) ? map[key] : undefined;
  const joined = before === undefined ? value : `${before}${key === 'Set-Cookie' ? '\n' : ', '}${value}`;
  Object.defineProperty(map, key, { value: joined, enumerable: true, configurable: true, writable: true });
}

const known = new Map<string, string>();
const MOST_KNOWN = 500;

/** `x-trace-id` as `X-Trace-Id`. */
function canonicalName(name: string): string {
  const canonical = name
    .toLowerCase()
    .replace(/(^|-)([a-z])/g, (_all, dash: string, letter: string) => dash + letter.toUpperCase());
  if (known.size < MOST_KNOWN) known.set(name, canonical);
  return canonical;
}
