/** The media types that an operation accepts in both versions, and the choice among them. */
import { entries, list, mapping, member, type Mapping } from './plain-data.js';
import { isJsonType, mediaTypeOf } from '../primitives/text/content-type.js';
import type { SourceDocument } from './references.js';
import type { Parameter } from './operation-parameters.js';
import type { OperationSource } from './operation-source.js';
import { pointerStep } from '../primitives/json-pointer.js';

export interface OperationMedia {
  /** As written in the document. */
  readonly type: string;
  /** Has `schema`, `example`, `examples` and `encoding`. */
  readonly value: Mapping;
  readonly home: SourceDocument;
  /** JSON pointer relative to the operation. */
  readonly below: string;
}

export type BodyMediaKind = 'json' | 'urlencoded' | 'multipart' | 'text' | 'any' | 'binary';

export function listMedia(
  parameters: readonly Parameter[],
  source: OperationSource,
): readonly OperationMedia[] {
  const { found, api } = source;
  if (api.version === '2.0') return oldMedia(parameters, source);
  const body = source.resolveMapping(found.operation['requestBody'], found.home, '/requestBody');
  return entries(body.value['content']).map(([type, value]) => {
    const below = `/requestBody/content${pointerStep(type)}`;
    return { type, below, ...source.resolveMapping(value, body.home, below) };
  });
}

/** In 2.0, `consumes` with one `body` parameter or several `formData` parameters. */
function oldMedia(
  parameters: readonly Parameter[],
  { found: { operation, home }, api }: OperationSource,
): readonly OperationMedia[] {
  const consumes = list(operation['consumes'] ?? api.root['consumes']);
  const types = consumes.filter((type) => typeof type === 'string');
  const body = parameters.find((parameter) => parameter.in === 'body');
  if (body !== undefined) {
    const consumed = types.length === 0 ? ['application/json'] : types;
    return consumed.map((type) => ({ type, value: body.value, home: body.home, below: body.below }));
  }
  const fields = parameters.filter((parameter) => parameter.in === 'formData');
  if (fields.length === 0) return [];
  const forms = types.filter((type) => ['urlencoded', 'multipart'].includes(classifyMedia(type)));
  const [fallback] = fields.some(({ value }) => value['type'] === 'file')
    ? ['multipart/form-data']
    : forms.length > 0
      ? forms
      : ['application/x-www-form-urlencoded'];
  const properties = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  // `required` is a boolean on a parameter, but a list of names on a schema.
  const required = fields.filter(({ value }) => value['required'] === true).map(({ name }) => name);
  const value = { schema: { type: 'object', properties, required } };
  return [{ type: fallback ?? '', value, home, below: '/parameters' }];
}

export function classifyMedia(type: string): BodyMediaKind {
  const essence = mediaTypeOf(type);
  if (isJsonMedia(essence)) return 'json';
  if (essence.endsWith('x-www-form-urlencoded')) return 'urlencoded';
  if (essence.startsWith('multipart/')) return 'multipart';
  if (essence === '*/*' || essence === 'application/*') return 'any';
  const isText = /^text\/|[/+](?:xml|yaml|x-yaml|javascript|graphql|sparql-query|x-ndjson|jsonl)$/.test(
    essence,
  );
  return isText ? 'text' : 'binary';
}

export function isJsonMedia(type: string): boolean {
  if (type === 'application/json') return true;
  return mediaTypeOf(type).endsWith('/json') || isJsonType(type);
}

const PREFERENCE: readonly ((type: string) => boolean)[] = [
  (type) => /^application\/json\s*(?:;|$)/i.test(type),
  isJsonMedia,
  ...(['urlencoded', 'multipart', 'text', 'any', 'binary'] as const).map(
    (kind) => (type: string) => classifyMedia(type) === kind,
  ),
];

/** JSON, forms, text, in this order; the first of equal ones. */
export function chooseMedia(offered: readonly OperationMedia[]): OperationMedia | undefined {
  for (const isPreferred of PREFERENCE) {
    const found = offered.find(({ type }) => isPreferred(type));
    if (found !== undefined) return found;
  }
  return undefined;
}

export function encodingOf(media: OperationMedia, property: string): Mapping {
  return mapping(member(media.value['encoding'], property)) ?? {};
}
