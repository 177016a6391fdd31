/** Header maps of results (language 6.2, server.md 3): canonical names, repeated headers joined. */
import type { HeaderList } from '../http/message.js';

export function headerMap(headers: HeaderList): Record<string, string> {
  const map: Record<string, string> = {};
  for (const [name, value] of headers) {
    const key = canonicalName(name);
    const before = Object.hasOwn(map, key) ? map[key] : undefined;
    if (before !== undefined) map[key] = `${before}${key === 'Set-Cookie' ? '\n' : ', '}${value}`;
    // `__proto__` is a legal header name.
    else if (key === '__proto__') Object.defineProperty(map, key, { value, enumerable: true });
    else map[key] = value;
  }
  return map;
}

const known = new Map<string, string>();
const MOST_KNOWN = 500;

/** `x-trace-id` as `X-Trace-Id`. */
function canonicalName(name: string): string {
  const found = known.get(name);
  if (found !== undefined) return found;
  const canonical = name
    .toLowerCase()
    .replace(/(^|-)([a-z])/g, (_all, dash: string, letter: string) => dash + letter.toUpperCase());
  if (known.size < MOST_KNOWN) known.set(name, canonical);
  return canonical;
}
