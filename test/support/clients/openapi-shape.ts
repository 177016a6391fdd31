/** The structure of an OpenAPI 3.1 document, as far as ours uses it; anything else in it is a mistake. */
const text = { type: 'string', minLength: 1 };
const extensions = { '^x-': true };

function object(
  properties: Record<string, unknown>,
  required: readonly string[],
  patterns: Record<string, unknown> = extensions,
): Record<string, unknown> {
  return { type: 'object', properties, required, patternProperties: patterns, additionalProperties: false };
}

const schema = { type: ['object', 'boolean'] };
const content = {
  type: 'object',
  minProperties: 1,
  patternProperties: { '^[a-z]+/[a-z.+-]+$': object({ schema }, ['schema']) },
  additionalProperties: false,
};
const parameter = {
  ...object(
    {
      name: text,
      in: { enum: ['path', 'query', 'header', 'cookie'] },
      required: { type: 'boolean' },
      description: text,
      schema,
    },
    ['name', 'in', 'schema'],
  ),
  if: { properties: { in: { const: 'path' } } },
  // Path parameters are always required (OpenAPI 3.1.1 section 4.8.12).
  then: { required: ['required'], properties: { required: { const: true } } },
};
const response = object({ description: { type: 'string' }, content, headers: { type: 'object' } }, [
  'description',
]);
const security = {
  type: 'array',
  items: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
};
const operation = object(
  {
    operationId: text,
    summary: text,
    description: text,
    security,
    parameters: { type: 'array', items: parameter, uniqueItems: true },
    requestBody: object({ required: { type: 'boolean' }, description: text, content }, ['content']),
    responses: {
      type: 'object',
      minProperties: 1,
      patternProperties: { '^[1-5][0-9][0-9]$': response },
      additionalProperties: false,
    },
  },
  ['responses'],
);
const pathItem = object({ get: operation, put: operation, post: operation, delete: operation }, []);

export const openApiShape = object(
  {
    openapi: { type: 'string', pattern: '^3\\.1\\.\\d+$' },
    info: object({ title: text, version: text, description: text }, ['title', 'version']),
    servers: { type: 'array', items: object({ url: text, description: text }, ['url']) },
    security,
    paths: { type: 'object', patternProperties: { '^/': pathItem }, additionalProperties: false },
    components: object(
      {
        schemas: {
          type: 'object',
          propertyNames: { pattern: '^[A-Za-z0-9._-]+$' },
          additionalProperties: schema,
        },
        headers: {
          type: 'object',
          additionalProperties: object({ description: text, schema }, ['schema']),
        },
        securitySchemes: {
          type: 'object',
          additionalProperties: {
            oneOf: [
              object({ type: { const: 'http' }, scheme: text }, ['type', 'scheme']),
              object({ type: { const: 'apiKey' }, in: { enum: ['query', 'header', 'cookie'] }, name: text }, [
                'type',
                'in',
                'name',
              ]),
            ],
          },
        },
      },
      [],
    ),
  },
  ['openapi', 'info', 'paths'],
);
