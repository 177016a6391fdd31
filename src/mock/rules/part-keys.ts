/** The parts of a request as texts that are equal when the values are. */
import { ABSENT } from '../../evaluation/values/absent.js';
import { toJson, type JsonValue } from '../../evaluation/values/json.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import type { ReceivedRequest } from '../incoming/received-request.js';
import type { PartPlace } from '../responses/route-rules.js';

type JsonPath = readonly (string | number)[];

const NONE: readonly string[] = [];

/** What the request has at a place; a query parameter or field may occur more than once. */
export function keysAt(request: ReceivedRequest, place: PartPlace): readonly string[] {
  switch (place.in) {
    case 'query':
      return request.queryValues(place.name);
    case 'header':
      return present(request.view().header(place.name));
    case 'cookie':
      return present(request.cookie(place.name));
    case 'form':
      return (request.formFields() ?? []).flatMap(([name, value]) => (name === place.name ? value : []));
    case 'json':
      return jsonKeysAt(request.view().json(), place.path);
    case 'graphql':
      return graphqlKeys(request.view().json());
    case 'text':
      return request.body.length === 0 ? NONE : [comparableText(request.view().text())];
  }
}

function present(value: string | typeof ABSENT): readonly string[] {
  return value === ABSENT ? NONE : [value];
}

function jsonKeysAt(json: JsonValue | typeof ABSENT, path: JsonPath): readonly string[] {
  let value: unknown = json;
  for (const step of path) {
    if (typeof step === 'number') value = Array.isArray(value) ? value[step] : undefined;
    else value = isPlainObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
    if (value === undefined) return NONE;
  }
  return value === ABSENT ? NONE : [jsonKey(value)];
}

/** A number differs from the same text; of lists only the length counts, of objects only that they are some. */
export function jsonKey(value: unknown): string {
  if (Array.isArray(value)) return `${LIST_KEY}${value.length}`;
  return isPlainObject(value) ? OBJECT_KEY : toJson(value);
}

/** No text of a JSON value begins like these. */
export const LIST_KEY = 'list of ';
export const OBJECT_KEY = 'object';

function graphqlKeys(json: JsonValue | typeof ABSENT): readonly string[] {
  if (!isPlainObject(json) || typeof json['query'] !== 'string') return NONE;
  return [json['query'].replaceAll(/\s+/g, ' ').trim()];
}

/** Line breaks and what stands around a text depend on its editor. */
export function comparableText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trim();
}
