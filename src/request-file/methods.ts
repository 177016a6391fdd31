/** Method words of a request line (language section 3.1). */
import { isAsciiLetter, isBlank } from './characters.js';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT'] as const;

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

const KNOWN: ReadonlySet<string> = new Set<string>([...METHODS, ...UNSUPPORTED_METHODS]);
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
  if (KNOWN.has(word)) return { method: word, end: at };
  const method = word.toUpperCase();
  return KNOWN.has(method) ? { method, end: at } : undefined;
}
