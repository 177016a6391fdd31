/** Documents of other tools with any mistake: values of other types, odd keys, references to anywhere. */
import fc from 'fast-check';

const oddText = fc.constantFrom(
  ...[
    '',
    ' ',
    'x',
    'a b',
    '{{',
    '}}',
    '{{x}}',
    '{{ _.x }}',
    '\\{{x}}',
    '{x}',
    '{% uuid %}',
    '###',
    '>>>',
    '<<<',
  ],
  ...[
    'a\nb',
    '\r\n',
    '\0',
    '\ud800',
    'é😀',
    '# @auth x',
    '@x = 1',
    '& a',
    '< f',
    '> {% x %}',
    '?',
    '=',
    ',',
    '"',
  ],
  ...[
    '#/components/schemas/A',
    '../x.yaml',
    'http://h/{x}',
    '{{x}}:1',
    '://',
    '%',
    '%zz',
    'file:///x',
    '__proto__',
  ],
  ...[
    'object',
    'array',
    'string',
    'integer',
    'uuid',
    'bearer',
    'basic',
    'header',
    'query',
    'path',
    'form',
    'raw',
  ],
);
const oddKey = fc.oneof(
  oddText,
  fc.constantFrom(
    '$ref',
    'type',
    'name',
    'in',
    'schema',
    'example',
    'properties',
    'items',
    'allOf',
    'get',
    'value',
  ),
);
const oddLeaf = fc.oneof(
  oddText,
  fc.constantFrom(null, true, false, 0, -1, 1.5, 1e300, 200),
  fc.constantFrom<unknown>(
    { $ref: '#/components/schemas/A' },
    { $ref: '#' },
    { $ref: 'x.yaml#/a' },
    { $ref: 5 },
  ),
);

const oddValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    oddLeaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(oddKey, tie('value')), { maxLength: 4 }).map(Object.fromEntries),
  ),
})).value;

/** A proper value, most of the time. */
function mostly<T>(proper: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 8, arbitrary: proper }, { weight: 1, arbitrary: oddValue });
}

function record(fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<object> {
  const members = Object.entries(fields).map(([name, value]) => [name, mostly(value)] as const);
  return fc.record(Object.fromEntries(members), { requiredKeys: [] });
}

const some = <T>(item: fc.Arbitrary<T>): fc.Arbitrary<unknown[]> => fc.array(mostly(item), { maxLength: 3 });
const named = (item: fc.Arbitrary<unknown>): fc.Arbitrary<object> =>
  fc
    .array(fc.tuple(oddKey, mostly(item)), { maxLength: 3 })
    .map((members): object => Object.fromEntries(members));

const schema = record({
  type: fc.constantFrom('object', 'array', 'string', 'integer', 'number', ['null', 'string']),
  $ref: fc.constantFrom('#/components/schemas/A', '#/components/schemas/B', 'other.yaml'),
  properties: named(oddValue),
  items: oddValue,
  allOf: some(oddValue),
  oneOf: some(oddValue),
  example: oddValue,
  enum: some(oddLeaf),
  format: oddText,
  minLength: fc.constantFrom(0, 20, -1, 1e12),
});
const media = named(
  record({ schema, example: oddValue, examples: named(oddValue), encoding: named(oddValue) }),
);
const parameter = record({
  name: oddText,
  in: fc.constantFrom('path', 'query', 'header', 'cookie', 'body', 'formData'),
  required: fc.boolean(),
  schema,
  style: oddText,
  explode: fc.boolean(),
  example: oddValue,
  type: oddText,
});
const operation = record({
  operationId: oddText,
  summary: oddText,
  description: oddText,
  tags: some(oddText),
  parameters: some(parameter),
  requestBody: record({
    content: fc.oneof(media, fc.record({ 'application/json': mostly(record({ schema })) })),
  }),
  responses: fc.dictionary(fc.constantFrom('200', '2XX', '302', 'default', 'x'), oddValue, { maxKeys: 3 }),
  security: some(named(oddValue)),
  servers: some(record({ url: oddText, variables: oddValue })),
  consumes: some(oddText),
});
const version = fc.constantFrom({ openapi: '3.1.0' }, { openapi: '3.0.3' }, { swagger: '2.0' });

export const foreignOpenapi: fc.Arbitrary<object> = fc
  .tuple(
    version,
    record({
      info: record({ title: oddText, version: oddText }),
      servers: some(record({ url: oddText, variables: oddValue })),
      host: oddText,
      basePath: oddText,
      paths: fc.dictionary(
        fc.oneof(oddText, fc.constantFrom('/a', '/a/{x}', '/{{x}}/{y}.z')),
        mostly(record({ get: operation, post: operation, put: operation, parameters: some(parameter) })),
        { maxKeys: 3 },
      ),
      components: record({ schemas: record({ A: schema, B: schema }), securitySchemes: named(oddValue) }),
      securityDefinitions: named(oddValue),
      security: some(named(oddValue)),
    }),
  )
  .map(([start, rest]) => ({ ...rest, ...start }));

const keyed = record({
  key: oddText,
  name: oddText,
  value: oddValue,
  disabled: fc.boolean(),
  type: oddText,
  src: oddValue,
});
const collectionRequest = record({
  method: fc.constantFrom('GET', 'post', 'LOCK', 'x y'),
  url: fc.oneof(
    oddText,
    record({ raw: oddText, host: oddValue, path: oddValue, query: some(keyed), variable: some(keyed) }),
  ),
  header: fc.oneof(oddText, some(keyed)),
  body: record({
    mode: fc.constantFrom('raw', 'urlencoded', 'formdata', 'graphql', 'file'),
    raw: oddText,
    urlencoded: some(keyed),
    formdata: some(keyed),
    graphql: record({ query: oddText, variables: oddText }),
    file: oddValue,
  }),
  auth: record({ type: oddText, bearer: some(keyed), basic: some(keyed) }),
});
const event = record({
  listen: fc.constantFrom('test', 'prerequest'),
  script: record({ exec: some(oddText) }),
});
const item = record({ name: oddText, request: collectionRequest, event: some(event), response: oddValue });

export const foreignCollection: fc.Arbitrary<object> = fc.record({
  info: fc.record({ name: oddText, schema: fc.constantFrom('https://x/v2.1.0/', 'https://x/v2.0.0/') }),
  item: some(fc.oneof(item, record({ name: oddText, item: some(item), auth: oddValue }))),
  variable: mostly(some(keyed)),
  auth: oddValue,
});

const id = fc.constantFrom('w', 'a', 'b', 'c', '');
const resource = record({
  _id: id,
  parentId: id,
  _type: fc.constantFrom('request', 'request_group', 'environment', 'workspace', 'cookie_jar'),
  name: oddText,
  url: oddText,
  method: fc.constantFrom('GET', 'post', 'x'),
  headers: some(keyed),
  parameters: some(keyed),
  body: record({ mimeType: oddText, text: oddText, params: some(keyed), fileName: oddText }),
  authentication: record({ type: oddText, token: oddValue, username: oddValue, key: oddText }),
  data: named(oddValue),
  environment: named(oddValue),
  metaSortKey: oddLeaf,
});

export const foreignClientExport: fc.Arbitrary<object> = fc.oneof(
  fc.record({
    _type: fc.constant('export'),
    __export_format: fc.constant(4),
    resources: some(resource).map((found) => [{ _type: 'workspace', _id: 'w' }, ...found]),
  }),
  fc.record({
    type: fc.constant('collection.insomnia.rest/5.0'),
    collection: some(fc.oneof(resource, record({ name: oddText, children: some(resource) }))),
    environments: oddValue,
  }),
);
