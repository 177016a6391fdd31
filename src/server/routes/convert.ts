import { Type } from '../../primitives/shapes/type.js';
import { MAX_PATTERN_LENGTH } from '../../record/capture/exclude-paths.js';
import type { TextFormat } from '../../operations/servers/imports.js';
import { defineRoute, type ApiRoute } from '../call/route.js';

const filePath = Type.Optional(
  Type.String({ description: 'A file of any name with the same, relative to the workspace.' }),
);

const warnings = Type.Array(Type.String(), {
  additive: true,
  description: 'What was lost, each with its place in the source.',
});

export const imported = Type.Object(
  {
    content: Type.String({ description: 'Text of a request file; nothing is written.' }),
    files: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), content: Type.String() }), {
        additive: true,
        description: 'Of a directory: each file that an import would write, with its path.',
      }),
    ),
    requestCount: Type.Integer({ minimum: 0 }),
    assertions: Type.Integer({ minimum: 0, additive: true }),
    captures: Type.Integer({ minimum: 0, additive: true }),
    losses: Type.Array(
      Type.Object({
        place: Type.String({ description: 'A JSON pointer, a command or a file.' }),
        line: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
        endLine: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
        text: Type.String({ description: 'What the source says there; empty if the place says it all.' }),
        reason: Type.String(),
      }),
      { additive: true, description: 'At most 1000.' },
    ),
    warnings,
  },
  { title: 'ImportedRequests' },
);

export const exported = Type.Object(
  {
    commands: Type.Array(Type.String(), { description: 'One per request, in the order of the file.' }),
    warnings: Type.Array(Type.String(), {
      additive: true,
      description: 'Variables without a value, and what a command cannot express.',
    }),
  },
  { title: 'ExportedCommands' },
);

const baseUrl = Type.String({
  pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@\\s]+(?:[/?#]\\S*)?$',
  rule: 'an http:// or https:// URL',
  description: 'Instead of the address in the document; http or https.',
});

const pattern = Type.String({
  maxLength: MAX_PATTERN_LENGTH,
  rule: `a string of at most ${MAX_PATTERN_LENGTH} characters`,
});

export const convertRoutes: readonly ApiRoute[] = [
  textImport('curl', 'command', {
    summary: 'Convert curl commands to request-file text',
    description: 'One per line; wins over filePath.',
  }),
  textImport('clientexport', 'data', {
    summary: 'Convert an Insomnia export (v4 or v5) to request-file text',
    description: 'The text of the export, JSON or YAML; wins over filePath.',
  }),
  textImport('collection', 'data', {
    summary: 'Convert a Postman collection (v2.1) to request-file text',
    additive: true,
    description: 'JSON of the collection; wins over filePath.',
  }),
  textImport('bruno', 'data', {
    summary: 'Convert a Bruno collection, a directory or one of its files, to request-file text',
    additive: true,
    description: 'The text of one file, .bru or OpenCollection; wins over filePath.',
  }),
  textImport('http', 'data', {
    summary: 'Convert request files of other clients, a directory or one file, to canonical ones',
    additive: true,
    description: 'The text of one file; wins over filePath.',
  }),
  defineRoute('POST', '/import/har', {
    summary: 'Convert a HAR document, as browsers and recorders write it, to request-file text',
    additive: true,
    body: Type.Object({
      data: Type.Optional(Type.String({ description: 'JSON of the document; wins over filePath.' })),
      filePath,
      all: Type.Optional(
        Type.Boolean({
          description: 'Every entry; otherwise only calls of an API, no pages, scripts, images.',
        }),
      ),
      hosts: Type.Optional(
        Type.Array(pattern, {
          maxItems: 100,
          rule: 'an array of at most 100 strings',
          description: 'Only these hosts; `*` stands for any text.',
        }),
      ),
      exclude: Type.Optional(
        Type.Array(pattern, {
          maxItems: 100,
          rule: 'an array of at most 100 strings',
          description: 'Paths to leave out, as for recordings.',
        }),
      ),
      deduplicate: Type.Optional(Type.Boolean({ description: 'Each method and path once.' })),
      chain: Type.Optional(
        Type.Boolean({
          description: 'Capture values of responses that later requests use; the default is true.',
        }),
      ),
    }),
    responses: { 200: imported },
    errors: [400, 403, 404],
    handle: ({ body: { data, filePath: path, ...har } }, { imports }, { signal }) =>
      imports.convertText('har', { field: 'data', text: data, path }, signal, har),
  }),
  defineRoute('POST', '/import/openapi', {
    summary: 'Convert an OpenAPI or Swagger document to request-file text',
    body: Type.Object({
      specPath: Type.String({
        description: 'A file, relative to the workspace, or a URL on the public network; JSON or YAML.',
      }),
      data: Type.Optional(
        Type.String({
          additive: true,
          description: 'The document itself; nothing is read or fetched then, and specPath only names it.',
        }),
      ),
      baseUrl: Type.Optional(baseUrl),
      full: Type.Optional(
        Type.Boolean({
          additive: true,
          description: 'Write every property of a body, also optional ones far inside.',
        }),
      ),
    }),
    responses: { 200: imported },
    errors: [400, 403, 404, 502, 504],
    handle: ({ body }, { imports }, { signal }) => imports.openapi(body, signal),
  }),
  defineRoute('POST', '/export/curl', {
    summary: 'Convert the requests of a file, or one of them, to curl commands',
    body: Type.Object({
      file: Type.String({ description: 'A request file, relative to the workspace.' }),
      requestName: Type.Optional(Type.String({ description: 'Only this request; all when left out.' })),
      environment: Type.Optional(
        Type.String({
          additive: true,
          description:
            'Gives a value to every variable but captures; without it only those of the file have one.',
        }),
      ),
    }),
    responses: { 200: exported },
    errors: [400, 403, 404],
    handle: ({ body }, { imports }, { signal }) => imports.exportCurl(body, signal),
  }),
];

/** The import of a text in a field of the body, or in a file of the workspace. */
function textImport(
  format: TextFormat,
  field: 'command' | 'data',
  { description, ...about }: { readonly description: string } & Pick<ApiRoute, 'summary' | 'additive'>,
): ApiRoute {
  return defineRoute('POST', `/import/${format}`, {
    ...about,
    body: Type.Object({ [field]: Type.Optional(Type.String({ description })), filePath }),
    responses: { 200: imported },
    errors: [400, 403, 404],
    handle: ({ body }, { imports }, { signal }) =>
      imports.convertText(format, { field, text: body[field], path: body.filePath }, signal),
  });
}
