import { STATUS_CODES } from 'node:http';
import type { TObject, TSchema } from 'typebox';
import { Type } from '../../primitives/shapes/type.js';
import { version } from '../../version.js';
import { describeRule } from './field-rule.js';
import { API_PREFIX } from './request-head.js';
import type { ApiRoute, HeaderTexts } from './route.js';

type Json = Readonly<Record<string, unknown>>;

export interface ApiDocument extends Json {
  readonly paths: Readonly<Record<string, Record<string, unknown>>>;
}

/** The OpenAPI 3.1 document, from the same schemas that check input. */
export function describeApi(routes: readonly ApiRoute[]): ApiDocument {
  const schemas: Record<string, unknown> = {};
  const shape = (schema: TSchema): unknown => described(schema, schemas, true);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = (paths[documentPath(route)] ??= {});
    path[route.method.toLowerCase()] = operation(route, shape);
  }
  shape(errorBody);
  return {
    openapi: '3.1.1',
    info: { title: 'svc workspace server', version, description: ABOUT },
    servers: [{ url: API_PREFIX }],
    security: [{}, { bearer: [] }, { token: [] }],
    paths,
    components: {
      schemas,
      headers: { RequestId: header('Under which the log of the server has the request.') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        token: { type: 'apiKey', in: 'query', name: 'token' },
      },
    },
  };
}

const ABOUT =
  'Fields, endpoints and event types are only ever added. What is marked `x-additive` is an addition that clients must not need. ' +
  'A request with `Origin` or `Sec-Fetch-Site` has to come from the origin of the server, or from one that `--cors` permits, else it is refused with 403; ' +
  'its body needs the content type of the endpoint, else it is refused with 415. ' +
  'A method that a path does not have is refused with 405; `Allow` lists those that it has.';

const errorBody = Type.Object(
  {
    error: Type.String({ description: 'the reason phrase of the status' }),
    message: Type.String({ minLength: 1, description: 'what is wrong, where, and what to do' }),
    hint: Type.Optional(
      Type.String({ additive: true, description: 'what may be meant, or what to add to the request' }),
    ),
    diagnostics: Type.Optional(
      Type.Array(
        Type.Object({
          severity: Type.String(),
          code: Type.String(),
          message: Type.String(),
          line: Type.Integer(),
          column: Type.Integer(),
          endColumn: Type.Integer(),
        }),
        { additive: true, description: 'of a request file with errors' },
      ),
    ),
  },
  { title: 'Error' },
);

/** The headers that explain an error, by its status. */
const ERROR_HEADERS: Readonly<Record<number, HeaderTexts>> = {
  401: { 'WWW-Authenticate': 'The scheme of the API token.' },
  426: { Upgrade: 'The protocol of this endpoint.' },
};

/** The statuses of checks that precede every endpoint. */
const SHARED_ERRORS = [400, 401, 403, 408, 413, 415, 417, 431, 500, 503];

type Shape = (schema: TSchema) => unknown;

function operation(route: ApiRoute, shape: Shape): Json {
  const { method, summary, additive, body, responses: bodies, errors = [], open } = route;
  const path = documentPath(route);
  const parameters = [
    ...pathParameters(path),
    ...queryParameters(route.query, shape),
    ...headerParameters(route.requestHeaders),
  ];
  const responses: Record<string, unknown> = {};
  for (const [status, schema] of Object.entries(bodies))
    responses[status] = response(Number(status), schema, shape, route.responseHeaders);
  for (const status of new Set([...SHARED_ERRORS, ...errors])) {
    responses[status] ??= response(status, errorBody, shape, ERROR_HEADERS[status]);
  }
  return {
    operationId: operationId(method, path),
    summary,
    ...(additive && { 'x-additive': true }),
    ...(open && { security: [{}] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: { required: true, content: content(body, shape) } }),
    responses,
  };
}

/** OpenAPI has no form for `/files/*`. */
function documentPath({ path }: ApiRoute): string {
  return path.replace('*', '{path}');
}

function operationId(method: string, path: string): string {
  const words = path.split(/[^a-z]+/i).filter((word) => word !== '');
  return method.toLowerCase() + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
}

function pathParameters(path: string): readonly Json[] {
  const description = 'a workspace-relative path; its slashes stay as they are';
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    ...(name === 'path' && { description }),
    schema: TEXT,
  }));
}

const TEXT = { type: 'string' };

function queryParameters(query: TObject | undefined, shape: Shape): readonly Json[] {
  const required: readonly string[] = query?.required ?? [];
  return Object.entries((query?.properties ?? {}) as Record<string, TSchema>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...('additive' in schema && { 'x-additive': schema['additive'] }),
    schema: shape(schema),
  }));
}

function headerParameters(headers: HeaderTexts = {}): readonly Json[] {
  return Object.entries(headers).map(([name, text]) => ({ name, in: 'header', ...header(text) }));
}

/** The first version of the API named no headers. */
function header(description: string): Json {
  return { description, 'x-additive': true, schema: TEXT };
}

function response(
  status: number,
  schema: TSchema | 'text' | 'bytes' | null,
  shape: Shape,
  own: HeaderTexts = {},
): Json {
  const headers: Record<string, unknown> = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
  for (const [name, text] of Object.entries(own)) headers[name] = header(text);
  const description = STATUS_CODES[status] ?? 'Response';
  return { description, headers, ...(schema !== null && { content: content(schema, shape) }) };
}

function content(schema: TSchema | 'text' | 'bytes', shape: Shape): Json {
  if (schema === 'text') return { 'text/plain': { schema: TEXT } };
  // OpenAPI 3.1 describes bytes without a schema.
  if (schema === 'bytes') return { 'application/octet-stream': {} };
  return { 'application/json': { schema: shape(schema) } };
}

/** Schemas with a title become components, and keywords of our own become extensions. */
function described(value: unknown, schemas: Record<string, unknown>, isSchema: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => described(item, schemas, isSchema));
  if (typeof value !== 'object' || value === null) return value;
  const title = isSchema && 'title' in value && typeof value.title === 'string' ? value.title : undefined;
  if (title !== undefined) {
    if (!Object.hasOwn(schemas, title)) {
      schemas[title] = {};
      schemas[title] = members(value, schemas, isSchema);
    }
    return { $ref: `#/components/schemas/${title}` };
  }
  return members(value, schemas, isSchema);
}

function members(value: object, schemas: Record<string, unknown>, isSchema: boolean): Json {
  const found: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (isSchema && key === 'additive') found['x-additive'] = member;
    else if (typeof member === 'function') continue;
    else if (isSchema && key === 'rule') found['description'] ??= describeRule(value);
    else if (isSchema && DATA.has(key)) found[key] = member;
    // The names of properties are not keywords, even if they are called `title`.
    else found[key] = described(member, schemas, !(isSchema && MAPS.has(key)));
  }
  return found;
}

const MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties']);
const DATA: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'examples', 'required']);
