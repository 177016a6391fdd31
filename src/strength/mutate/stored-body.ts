/** The body of a stored response, read once for all of its changes. */
import { claimsJson } from '../../evaluation/response/response-view.js';
import { MAX_NESTING } from '../../evaluation/bounded/limits.js';
import { parseJson, type JsonValue } from '../../evaluation/values/json.js';
import type { StoredExchange } from '../model/stored-exchange.js';
import { readJsonPlaces, type JsonPlace } from './json-places.js';
import { knownHeaders } from './known-headers.js';

/** The values of longer bodies are left alone, since each change would have to be read as a whole again. */
export const MAX_CHANGED_LENGTH = 1024 * 1024;

export interface JsonBody {
  readonly value: JsonValue;
  readonly root: JsonPlace;
}

/** Undefined when the body is no JSON as responses are read, is only known in part, or is too long. */
export function jsonBodyOf(exchange: StoredExchange): JsonBody | undefined {
  const { body } = exchange;
  if (exchange.isCut || body.length > MAX_CHANGED_LENGTH || !claimsJson(body, contentTypeOf(exchange)))
    return undefined;
  try {
    return { value: parseJson(body, MAX_NESTING), root: readJsonPlaces(body) };
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

/**
 * Whether nobody can tell if the body is JSON or text: `true` without a known content type. A run that had its headers
 * knows; a history does not.
 */
export function isReadingUnclear(exchange: StoredExchange): boolean {
  const { body, headers } = exchange;
  if (headers !== undefined || contentTypeOf(exchange) !== '' || !STARTS_LIKE_SCALAR.test(body)) return false;
  try {
    parseJson(body, MAX_NESTING);
    return true;
  } catch (cause) {
    if (cause instanceof SyntaxError) return false;
    throw cause;
  }
}

const STARTS_LIKE_SCALAR = /^\s*[-\d"tfn]/;

/** Empty when it is not known. */
export function contentTypeOf(exchange: StoredExchange): string {
  const header = knownHeaders(exchange).find(([name]) => name.toLowerCase() === 'content-type');
  return header?.[1] ?? '';
}
