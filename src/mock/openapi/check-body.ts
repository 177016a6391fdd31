/** Checks the body of a request against the description of its operation. */
import { classifyMedia, encodingOf } from '../../documents/operation-media.js';
import { readStyle, type ParameterStyle } from '../../documents/parameter-style.js';
import { mapping } from '../../documents/plain-data.js';
import { MAX_NESTING } from '../../evaluation/bounded/limits.js';
import { ABSENT } from '../../evaluation/values/absent.js';
import { parseJson, type JsonValue } from '../../evaluation/values/json.js';
import type { FormField } from '../incoming/form-fields.js';
import { objectFrom } from '../../primitives/json/key-order.js';
import { mediaTypeOf } from '../../primitives/text/content-type.js';
import type { ReceivedRequest } from '../incoming/received-request.js';
import type { ApiDescription } from './api-description.js';
import { checkSent, checkValue } from './check-request.js';
import { shapeOf, type PlannedBody, type PlannedMedia } from './operation-plan.js';
import { readSchemaFacts } from './schema-facts.js';
import { pairedValue } from './sent-parameters.js';
import type { SentValue } from './typed-value.js';

export interface BodyProblems {
  readonly status: 400 | 415;
  readonly problems: readonly string[];
}

const FINE: BodyProblems = { status: 400, problems: [] };

export async function checkBody(
  { isRequired, media }: PlannedBody,
  request: ReceivedRequest,
  description: ApiDescription,
): Promise<BodyProblems> {
  if (request.body.length === 0) {
    return isRequired ? { status: 400, problems: ['body is required'] } : FINE;
  }
  const contentType = request.view().contentType();
  const chosen = mediaFor(media, contentType);
  if (chosen === undefined) return unsupported(contentType, media);
  // The size of what a coding stands for is not known.
  if (chosen.schema === undefined || isCoded(request)) return FINE;
  return { status: 400, problems: await checkContent(chosen, request, description) };
}

/** The most specific of the media types that the request fits. */
function mediaFor(media: readonly PlannedMedia[], contentType: string): PlannedMedia | undefined {
  const type = mediaTypeOf(contentType);
  const [main = ''] = type.split('/', 1);
  for (const wanted of type === '' ? ['*/*'] : [type, `${main}/*`, '*/*']) {
    const found = media.find((each) => mediaTypeOf(each.type) === wanted);
    if (found) return found;
  }
  return undefined;
}

const MAX_SHOWN_TYPES = 5;

function unsupported(contentType: string, media: readonly PlannedMedia[]): BodyProblems {
  const types = media.slice(0, MAX_SHOWN_TYPES).map(({ type }) => type);
  const shown = contentType === '' ? 'the request has no Content-Type' : `Content-Type is ${contentType}`;
  return { status: 415, problems: [`${shown}, the body must be ${types.join(' or ')}`] };
}

function isCoded(request: ReceivedRequest): boolean {
  const coding = request.view().header('content-encoding');
  return coding !== ABSENT && coding.trim().toLowerCase() !== 'identity';
}

async function checkContent(
  media: PlannedMedia,
  request: ReceivedRequest,
  description: ApiDescription,
): Promise<readonly string[]> {
  const { schema } = media;
  if (schema === undefined) return [];
  const contentType = request.view().contentType();
  // A type with wildcards says nothing about the form of the body.
  const kind = classifyMedia(media.type.includes('*') ? contentType : media.type);
  if (kind === 'json') {
    const read = readJson(request.view().text());
    return 'problem' in read ? [read.problem] : checkValue('body', read.value, schema, description);
  }
  if (kind !== 'urlencoded' && kind !== 'multipart') return [];
  const fields = request.formFields();
  if (fields === undefined)
    return kind === 'multipart' ? ['body must be multipart/form-data with a boundary'] : [];
  return checkSent('body', formValue(fields, media, description), schema, description);
}

function readJson(text: string): { readonly value: JsonValue } | { readonly problem: string } {
  try {
    return { value: parseJson(text, MAX_NESTING) };
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: 'body must be JSON' };
    return { problem: `body must not be nested deeper than ${MAX_NESTING} levels` };
  }
}

/** The fields as an object of texts, with lists and objects as the description says that they are written. */
function formValue(
  fields: readonly FormField[],
  media: PlannedMedia,
  description: ApiDescription,
): SentValue {
  const values = new Map<string, string[]>();
  for (const [name, value] of fields) values.set(name, [...(values.get(name) ?? []), value]);
  const valuesOf = (name: string): readonly string[] => values.get(name) ?? [];
  const places = media.schema === undefined ? [] : [media.schema];
  const { properties } = readSchemaFacts(places, description.schemas.registry);
  const members = new Map<string, SentValue>();
  for (const [name, own] of properties) {
    const shape = shapeOf(own, description);
    const style = styleOf(name, media, description);
    const [first] = valuesOf(name);
    const parsed = shape.kind === 'scalar' || first === undefined ? undefined : jsonObject(first);
    const value = parsed ?? pairedValue({ name, style, shape }, valuesOf, () => values.keys());
    if (value === undefined) continue;
    members.set(name, value);
    if (shape.kind === 'object' && style.explode) for (const member of shape.members) values.delete(member);
    values.delete(name);
  }
  for (const [name, all] of values) {
    if (!isPartOfMember(name, members)) members.set(name, all.length === 1 ? (all[0] ?? '') : all);
  }
  return objectFrom([...members]);
}

function isPartOfMember(name: string, members: ReadonlyMap<string, SentValue>): boolean {
  const bracket = name.indexOf('[');
  return bracket > 0 && members.has(name.slice(0, bracket));
}

/** In 2.0 the property is the parameter itself. */
function styleOf(name: string, media: PlannedMedia, { api }: ApiDescription): ParameterStyle {
  const property = mapping(mapping(mapping(media.value['schema'])?.['properties'])?.[name]);
  const written = api.version === '2.0' ? (property ?? {}) : encodingOf(media, name);
  return readStyle(written, 'form', api.version);
}

/** Lists and objects in forms are often written as JSON. */
function jsonObject(text: string): SentValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const read = readJson(text);
  return 'value' in read && typeof read.value === 'object' && read.value !== null ? read.value : undefined;
}
