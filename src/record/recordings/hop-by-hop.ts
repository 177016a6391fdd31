/** Headers that belong to one connection and not to the message (RFC 9110 7.6.1), in Node's flat lists. */
import type { RawHeaders } from './learn-secrets.js';

/** Names that start with `proxy-` count too. */
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

/** The names, in lower case, of further such headers; headers that frame the message never count. */
export function namedByConnection(raw: RawHeaders): ReadonlySet<string> | undefined {
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

/**
 * The headers without those that only `Connection` says are for one connection: they never reach the other side, so
 * they are no part of a recording. The same list when there are none, as almost always.
 */
export function withoutNamedByConnection(raw: RawHeaders): RawHeaders {
  const named = namedByConnection(raw);
  if (named === undefined) return raw;
  const kept: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] ?? '';
    const lower = name.toLowerCase();
    if (isHopByHop(lower) || !named.has(lower)) kept.push(name, raw[at + 1] ?? '');
  }
  return kept;
}
