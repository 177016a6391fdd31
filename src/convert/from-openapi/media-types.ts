/** Media types an operation takes, in both ways of saying it, and which of them is used. */
import { entries, list, mapping, pointerStep, type Mapping } from '../../documents/plain-data.js';
import type { ApiOperation, ApiVersion } from '../../documents/api-operations.js';
import type { Home } from '../../documents/references.js';
import type { OperationContext } from './operation-reading.js';
import type { Parameter } from './parameter.js';

export interface Media {
  /** As the document writes it. */
  readonly type: string;
  /** `schema`, `example`, `examples`, `encoding`. */
  readonly value: Mapping;
  readonly home: Home;
  /** JSON pointer that continues the operation's own. */
  readonly below: string;
}

export type MediaKind = 'json' | 'urlencoded' | 'multipart' | 'text' | 'any' | 'binary';

export function requestMedia(
  found: ApiOperation,
  version: ApiVersion,
  parameters: readonly Parameter[],
  reading: OperationContext,
): readonly Media[] {
  if (version === '2.0') return oldMedia(found, parameters, reading);
  const body = reading.mappingAt(found.operation['requestBody'], found.home, '/requestBody');
  return entries(body.value['content']).map(([type, value]) => {
    const below = `/requestBody/content${pointerStep(type)}`;
    return { type, below, ...reading.mappingAt(value, body.home, below) };
  });
}

/** 2.0: `consumes` with one `body` parameter or several `formData` ones. */
function oldMedia(
  { operation, home }: ApiOperation,
  parameters: readonly Parameter[],
  reading: OperationContext,
): readonly Media[] {
  const types = list(operation['consumes'] ?? reading.root['consumes']).filter(
    (type) => typeof type === 'string',
  );
  const body = parameters.find((parameter) => parameter.in === 'body');
  if (body !== undefined) {
    const consumed = types.length === 0 ? ['application/json'] : types;
    return consumed.map((type) => ({ type, value: body.value, home: body.home, below: body.below }));
  }
  const fields = parameters.filter((parameter) => parameter.in === 'formData');
  if (fields.length === 0) return [];
  const forms = types.filter((type) => ['urlencoded', 'multipart'].includes(mediaKind(type)));
  const [fallback] = fields.some(({ value }) => value['type'] === 'file')
    ? ['multipart/form-data']
    : forms.length > 0
      ? forms
      : ['application/x-www-form-urlencoded'];
  const properties = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  // `required` is true or false on a parameter, a list of names on a schema.
  const required = fields.filter(({ value }) => value['required'] === true).map(({ name }) => name);
  const value = { schema: { type: 'object', properties, required } };
  return [{ type: fallback ?? '', value, home, below: '/parameters' }];
}

export function mediaKind(type: string): MediaKind {
  const essence = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (isJsonType(essence)) return 'json';
  if (essence.endsWith('x-www-form-urlencoded')) return 'urlencoded';
  if (essence.startsWith('multipart/')) return 'multipart';
  if (essence === '*/*' || essence === 'application/*') return 'any';
  const isText = /^text\/|[/+](?:xml|yaml|x-yaml|javascript|graphql|sparql-query|x-ndjson|jsonl)$/.test(
    essence,
  );
  return isText ? 'text' : 'binary';
}

/** `application/json` and its like. */
export function isJsonType(type: string): boolean {
  return /^[^/]+\/(?:json|[^;\s]+\+json)\s*(?:;|$)/i.test(type);
}

const PREFERENCE: readonly ((type: string) => boolean)[] = [
  (type) => /^application\/json\s*(?:;|$)/i.test(type),
  isJsonType,
  ...(['urlencoded', 'multipart', 'text', 'any', 'binary'] as const).map(
    (kind) => (type: string) => mediaKind(type) === kind,
  ),
];

/** JSON, forms, text, in this order; of equals the first. */
export function chooseMedia(offered: readonly Media[]): Media | undefined {
  for (const suits of PREFERENCE) {
    const found = offered.find(({ type }) => suits(type));
    if (found !== undefined) return found;
  }
  return undefined;
}

export function encodingOf(media: Media, property: string): Mapping {
  const encodings = mapping(media.value['encoding']);
  const found =
    encodings !== undefined && Object.hasOwn(encodings, property) ? encodings[property] : undefined;
  return mapping(found) ?? {};
}
