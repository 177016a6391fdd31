/** Whether a request carries one written part, and what is said when it does not. */
import { textOfBytes } from '../../http/message/headers.js';
import { cutText } from '../../evaluation/values/value-text.js';
import { isSecretFieldName, isSecretHeaderName } from '../../redaction/secret-names.js';
import type { ReceivedRequest } from '../incoming/received-request.js';
import type { PartPlace, WrittenPart } from '../responses/route-rules.js';
import { keysAt, LIST_KEY, OBJECT_KEY } from './part-keys.js';

export function matchesPart(request: ReceivedRequest, part: WrittenPart): boolean {
  const keys = keysAt(request, part);
  if (part.pieces === undefined) return keys.includes(part.key);
  const [text] = keys;
  return text !== undefined && matchesPieces(text, part.pieces);
}

/** Any text may stand between the pieces. */
export function matchesPieces(text: string, pieces: readonly string[]): boolean {
  const first = pieces[0] ?? '';
  const last = pieces.at(-1) ?? '';
  const end = text.length - last.length;
  let at = first.length;
  if (end < at || !text.startsWith(first) || !text.endsWith(last)) return false;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= end;
}

/** One clause, such as `query page is 3, not 2`. */
export function describeMismatch(request: ReceivedRequest, part: WrittenPart): string {
  const name = placeName(part);
  const keys = keysAt(request, part);
  const [key = ''] = keys;
  if (keys.length === 0) return `${name} is missing`;
  if (part.in === 'text' || part.in === 'graphql') return `${name} is another one`;
  if (part.isSecret || isSensitive(part)) return `${name} has another value`;
  return `${name} is ${shownKey(key, part)}, not ${shownKey(part.key, part)}`;
}

export function placeName(place: PartPlace): string {
  switch (place.in) {
    case 'json':
      return `body${place.path.map(stepText).join('')}`;
    case 'text':
      return 'the body';
    case 'graphql':
      return 'the GraphQL query';
    case 'form':
      return `form field ${place.name}`;
    default:
      return `${place.in} ${place.name}`;
  }
}

function stepText(step: string | number): string {
  if (typeof step === 'number') return `[${step}]`;
  return /^[A-Za-z_][\w-]*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
}

/** Names of credentials: their values are not shown, whatever they are. */
function isSensitive(place: PartPlace): boolean {
  switch (place.in) {
    case 'cookie':
      return true;
    case 'header':
      return isSecretHeaderName(place.name) || isSecretFieldName(place.name);
    case 'json':
      return place.path.some((step) => typeof step === 'string' && isSecretFieldName(step));
    case 'query':
    case 'form':
      return isSecretFieldName(place.name);
    default:
      return false;
  }
}

const MAX_LENGTH = 80;

function shownKey(key: string, place: PartPlace): string {
  if (place.in === 'json') {
    if (key === OBJECT_KEY) return 'an object';
    return key.startsWith(LIST_KEY) ? `a ${key}` : shortText(key);
  }
  const text = place.in === 'header' ? textOfBytes(key) : key;
  return /^[\w.:/@%+-]{1,40}$/.test(text) ? text : shortText(JSON.stringify(text));
}

function shortText(text: string): string {
  return text.length > MAX_LENGTH ? `${cutText(text, MAX_LENGTH)}…` : text;
}
