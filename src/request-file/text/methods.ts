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
const METHOD_WORDS: ReadonlyMap<string, string> = new Map(
  [...METHODS, ...UNSUPPORTED_METHODS].map((word) => [word, word]),
);
const MAX_METHOD_LENGTH = 11;

export interface MethodSite {
  /** In upper case. */
  readonly method: string;
  readonly end: number;
}

/** The method word at `first`, followed by a blank or the end. */
export function cutMethod(text: string, first: number, end: number): MethodSite | undefined {
  let at = first;
  const limit = Math.min(end, first + MAX_METHOD_LENGTH + 1);
  while (at < limit && isAsciiLetter(text.charCodeAt(at))) at++;
  if (at < end && !isBlank(text.charCodeAt(at))) return undefined;
  const word = text.slice(first, at);
  const method = METHOD_WORDS.get(word) ?? METHOD_WORDS.get(word.toUpperCase());
  return method === undefined ? undefined : { method, end: at };
}
