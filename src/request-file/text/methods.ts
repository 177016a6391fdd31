/** The methods of a request line. */
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

/** The method of GraphQL requests in other clients, which is sent as POST. */
export const GRAPHQL = 'GRAPHQL';

/** Methods of other protocols, which are read and cannot be run. */
export const UNSUPPORTED_METHODS: ReadonlySet<string> = new Set([
  'GRPC',
  'WEBSOCKET',
  'WS',
  'WSS',
  'SSE',
  'EVENTSOURCE',
  'MQTT',
  'AMQP',
  'RSOCKET',
  'KAFKA',
  'NATS',
  'REDIS',
  'UDP',
  'TCP',
  'STOMP',
  'SOCKETIO',
]);

/** Maps each method to one shared string, which saves memory in large files. */
const METHOD_WORDS: ReadonlyMap<string, string> = new Map(
  [...METHODS, GRAPHQL, ...UNSUPPORTED_METHODS].map((word) => [word, word]),
);
/** The method that goes over the wire. */
export function sentMethod(method: string): string {
  return method === GRAPHQL ? 'POST' : method;
}

const MAX_METHOD_LENGTH = 11;

export interface MethodSite {
  /** The method in upper case. */
  readonly method: string;
  readonly end: number;
}

/** The method at `first`, if it is followed by a blank or the end. */
export function cutMethod(text: string, first: number, end: number): MethodSite | undefined {
  const common = commonMethod(text, first);
  if (common !== undefined) {
    const stop = first + common.length;
    if (stop === end || (stop < end && isBlank(text.charCodeAt(stop)))) return { method: common, end: stop };
  }
  let at = first;
  const limit = Math.min(end, first + MAX_METHOD_LENGTH + 1);
  while (at < limit && isAsciiLetter(text.charCodeAt(at))) at++;
  if (at < end && !isBlank(text.charCodeAt(at))) return undefined;
  const word = text.slice(first, at);
  const method = METHOD_WORDS.get(word) ?? METHOD_WORDS.get(word.toUpperCase());
  return method === undefined ? undefined : { method, end: at };
}

/** The word that most request lines begin with, compared in place; other spellings are searched in the table. */
function commonMethod(text: string, first: number): string | undefined {
  switch (text.charCodeAt(first)) {
    case 71: // G
      return text.startsWith('GET', first) ? 'GET' : undefined;
    case 80: // P
      return text.startsWith('POST', first) ? 'POST' : text.startsWith('PUT', first) ? 'PUT' : undefined;
    case 68: // D
      return text.startsWith('DELETE', first) ? 'DELETE' : undefined;
    default:
      return undefined;
  }
}
