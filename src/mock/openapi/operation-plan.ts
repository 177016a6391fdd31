/** What a description says about one operation, read when the operation is first called. */
import type { ApiOperation } from '../../documents/api-operations.js';
import { listMedia, type OperationMedia } from '../../documents/operation-media.js';
import { readParameters, type Parameter } from '../../documents/operation-parameters.js';
import {
  listResponseMedia,
  readResponses,
  type DescribedResponse,
} from '../../documents/operation-responses.js';
import { createOperationSource, type OperationSource } from '../../documents/operation-source.js';
import { readStyle } from '../../documents/parameter-style.js';
import { entries, mapping, type Mapping } from '../../documents/plain-data.js';
import type { ResolvedSchema } from '../../evaluation/json-schema/references/registry.js';
import { isJsonMedia } from '../../documents/operation-media.js';
import type { ApiDescription } from './api-description.js';
import { readSchemaFacts } from './schema-facts.js';
import type { SentParameter, ValueShape } from './sent-parameters.js';

export interface PlannedParameter extends SentParameter {
  readonly isRequired: boolean;
  /** Whether an empty text is allowed whatever the schema says. */
  readonly allowsEmpty: boolean;
  /** Undefined when the description says nothing about its values. */
  readonly schema: ResolvedSchema | undefined;
  /** Its value is JSON. */
  readonly isJson: boolean;
}

export interface PlannedBody {
  readonly isRequired: boolean;
  readonly media: readonly PlannedMedia[];
}

export interface PlannedMedia extends OperationMedia {
  readonly schema: ResolvedSchema | undefined;
}

export interface PlannedResponse extends DescribedResponse {
  readonly media: readonly PlannedMedia[];
}

export interface OperationPlan {
  readonly source: OperationSource;
  readonly parameters: readonly PlannedParameter[];
  /** Undefined when the operation has none. */
  readonly body: PlannedBody | undefined;
  readonly responses: readonly PlannedResponse[];
}

export async function planOperation(
  operation: ApiOperation,
  description: ApiDescription,
): Promise<OperationPlan> {
  const source = createOperationSource(description.api, operation);
  const found = readParameters(source);
  const parameters: PlannedParameter[] = [];
  for (const parameter of found) {
    if (isChecked(parameter)) parameters.push(await planParameter(parameter, source, description));
  }
  const responses: PlannedResponse[] = [];
  for (const response of readResponses(source)) {
    responses.push({
      ...response,
      media: await planMedia(listResponseMedia(response, source), description),
    });
  }
  return { source, parameters, body: await planBody(found, source, description), responses };
}

/** Whether the operation has a body, which can be told without looking at any schema. */
export function describesBody(operation: ApiOperation, description: ApiDescription): boolean {
  const source = createOperationSource(description.api, operation);
  if (description.api.version === '3.x') return mapping(operation.operation['requestBody']) !== undefined;
  return readParameters(source).some((parameter) => BODY_PLACES.has(parameter.in));
}

const BODY_PLACES: ReadonlySet<string> = new Set(['body', 'formData']);
const CHECKED_PLACES: ReadonlySet<string> = new Set(['path', 'query', 'header', 'cookie']);
/** OpenAPI defines these headers by other fields. */
const IGNORED_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

function isChecked({ in: place, name }: Parameter): boolean {
  if (name === '' || !CHECKED_PLACES.has(place)) return false;
  return place !== 'header' || !IGNORED_HEADERS.has(name.toLowerCase());
}

async function planParameter(
  { name, in: place, value, home, below }: Parameter,
  source: OperationSource,
  description: ApiDescription,
): Promise<PlannedParameter> {
  const isOld = description.api.version === '2.0';
  const [content] = entries(value['content']);
  const media = content && source.resolveMapping(content[1], home, below);
  // In 2.0 a parameter is its own schema.
  const written = media ? media.value['schema'] : isOld ? value : value['schema'];
  const schema = await schemaAt(written, media?.home.location ?? home.location, description);
  return {
    name,
    in: place,
    style: readStyle(
      value,
      place === 'query' || place === 'cookie' ? 'form' : 'simple',
      description.api.version,
    ),
    shape: media || schema === undefined ? { kind: 'scalar' } : shapeOf([schema], description),
    // A path without the parameter would be another one.
    isRequired: value['required'] === true && place !== 'path',
    allowsEmpty: value['allowEmptyValue'] === true,
    schema,
    isJson: content !== undefined && isJsonMedia(content[0]),
  };
}

/** Lists and objects are written in several ways; what may also be a plain text is read as one. */
export function shapeOf(places: readonly ResolvedSchema[], { schemas }: ApiDescription): ValueShape {
  const { types, properties } = readSchemaFacts(places, schemas.registry);
  const isPlain = ['string', 'integer', 'number', 'boolean'].some((type) => types.has(type));
  if (types.has('array')) return { kind: isPlain ? 'scalar' : 'list' };
  if (!types.has('object') || isPlain) return { kind: 'scalar' };
  return { kind: 'object', members: [...properties.keys()] };
}

async function planBody(
  parameters: readonly Parameter[],
  source: OperationSource,
  description: ApiDescription,
): Promise<PlannedBody | undefined> {
  const offered = listMedia(parameters, source);
  if (offered.length === 0) return undefined;
  const { operation, home } = source.found;
  const isOld = description.api.version === '2.0';
  const isRequired = isOld
    ? parameters.some(({ in: place, value }) => BODY_PLACES.has(place) && value['required'] === true)
    : source.resolveMapping(operation['requestBody'], home, '/requestBody').value['required'] === true;
  return { isRequired, media: await planMedia(isOld ? offered.map(withoutFiles) : offered, description) };
}

async function planMedia(
  offered: readonly OperationMedia[],
  description: ApiDescription,
): Promise<readonly PlannedMedia[]> {
  const planned: PlannedMedia[] = [];
  for (const media of offered) {
    const schema = await schemaAt(media.value['schema'], media.home.location, description);
    planned.push({ ...media, schema });
  }
  return planned;
}

async function schemaAt(
  written: unknown,
  location: string,
  { schemas }: ApiDescription,
): Promise<ResolvedSchema | undefined> {
  if (mapping(written) === undefined && typeof written !== 'boolean') return undefined;
  return schemas.locate(written, location);
}

/** The type `file` of 2.0 is none of JSON Schema. */
function withoutFiles(media: OperationMedia): OperationMedia {
  const schema = mapping(media.value['schema']);
  const properties = mapping(schema?.['properties']);
  if (properties === undefined || !Object.values(properties).some(isFile)) return media;
  const plain = Object.entries(properties).map(([name, value]): [string, unknown] => [
    name,
    isFile(value) ? {} : value,
  ]);
  return {
    ...media,
    value: { ...media.value, schema: { ...schema, properties: Object.fromEntries(plain) } },
  };
}

function isFile(value: unknown): value is Mapping {
  return mapping(value)?.['type'] === 'file';
}
