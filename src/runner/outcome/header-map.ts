/** Header maps of results, with canonical names and repeated headers joined. */
import type { HeaderList } from '../../http/message/message.js';

export function headerMap(headers: HeaderList): Record<string, string> {
  const map: Record<string, string> = {};
  for (let at = 0; at < headers.length; at++) {
    const header = headers[at];
    if (header === undefined) continue;
    const key = canonicalNames.get(header[0]) ?? canonicalName(header[0]);
    if (key in map) join(map, key, header[1]);
    else map[key] = header[1];
  }
  return map;
}

/** `__proto__` and other names of the prototype are legal header names, so plain assignment is not enough. */
function join(map: Record<string, string>, key: string, value: string): void {
  const before = Object.hasOwn(map, key) ? map[key] : undefined;
  const joined = before === undefined ? value : `${before}${key === 'Set-Cookie' ? '\n' : ', '}${value}`;
  Object.defineProperty(map, key, { value: joined, enumerable: true, configurable: true, writable: true });
}

const canonicalNames = new Map<string, string>();
const MAX_CACHED_NAMES = 500;

/** Turns `x-trace-id` into `X-Trace-Id`. */
function canonicalName(name: string): string {
  const canonical = name
    .toLowerCase()
    .replace(/(^|-)([a-z])/g, (_all, dash: string, letter: string) => dash + letter.toUpperCase());
  if (canonicalNames.size < MAX_CACHED_NAMES) canonicalNames.set(name, canonical);
  return canonical;
}
