/** Writes a value as a body of a media type. */
import { classifyMedia } from '../../documents/operation-media.js';
import { toJson } from '../../evaluation/values/json.js';
import { isJson } from '../../primitives/json-scanner.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import { mediaTypeOf } from '../../primitives/text/content-type.js';
import { xmlText } from './xml-text.js';

export function writeContent(value: unknown, type: string, name: string): string {
  switch (classifyMedia(type)) {
    case 'json':
    case 'any':
      return typeof value === 'string' && isJsonObject(value) ? value : toJson(value, 2);
    case 'urlencoded':
      return isPlainObject(value) ? formText(value) : plainText(value);
    default:
      return /[/+]xml$/.test(mediaTypeOf(type)) && typeof value !== 'string'
        ? xmlText(value, name)
        : plainText(value);
  }
}

/** Some documents give the example of a JSON body as a string of JSON. */
function isJsonObject(text: string): boolean {
  return /^\s*[[{]/.test(text) && isJson(text);
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : toJson(value, 2);
}

function formText(value: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(value).flatMap(([name, member]) =>
    (Array.isArray(member) ? (member as unknown[]) : [member]).map((item): [string, string] => [
      name,
      typeof item === 'string' ? item : toJson(item),
    ]),
  );
  return new URLSearchParams(pairs).toString();
}
