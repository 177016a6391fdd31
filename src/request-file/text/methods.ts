/** Method words of a request line (language section 3.1). */
import { isAsciiLetter, isBlank } from './characters.js';

export const METHODS = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'CONNECT',
] as const;

/** Methods of other protocols: read, warned about, skipped when run. */
export const UNSUPPORTED_METHODS: ReadonlySet<string> = new Set([
  'GRAPHQL',
  'GRPC',
  'WEBSOCKET',
  'WS',
  'WSS',
  'SSE',
  'EVENTSOURCE',
  'MQTT',
  'AMQP',
]);

/** Each word to its one shared string. */
const KNOWN: ReadonlyMap<string, string> = new Map(
  [...METHODS, ...UNSUPPORTED_METHODS].map((word) => [word, word]),
);
const LONGEST = 11;

export interface MethodSite {
  /** In upper case. */
  readonly method: string;
  readonly end: number;
}

/** The method word at `first`, followed by a blank or the end. */
export function cutMethod(text: string, first: number, end: number): MethodSite | undefined {
  let at = first;
  const limit = Math.min(end, first + LONGEST + 1);
  while (at < limit && isAsciiLetter(text.charCodeAt(at))) at++;
  if (at < end && !isBlank(text.charCodeAt(at))) return undefined;
  const word = text.slice(first, at);
  const method = KNOWN.get(word) ?? KNOWN.get(word.toUpperCase());
  return method === undefined ? undefined : { method, end: at };
}
