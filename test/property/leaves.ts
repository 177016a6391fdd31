/** Documents of other tools in which every text that matters holds the word LEAF. */
import * as fc from 'fast-check';

export const LEAF = 'LEAF';

const leaf = fc.constant(LEAF);
const optional: { requiredKeys: never[] } = { requiredKeys: [] };

/** Entries with names of their own. */
function entries(more: Record<string, fc.Arbitrary<unknown>> = {}): fc.Arbitrary<unknown[]> {
  return fc
    .array(fc.record({ value: leaf, ...more }), { maxLength: 3 })
    .map((list) => list.map((entry, i) => ({ key: `k${i}`, ...entry })));
}

const keyed = (...names: string[]): fc.Arbitrary<unknown> =>
  fc.constant(names.map((key) => ({ key, value: LEAF, type: 'string' })));

const auth = fc.oneof(
  fc.record({ type: fc.constant('bearer'), bearer: keyed('token') }),
  fc.record({ type: fc.constant('basic'), basic: keyed('username', 'password') }),
  fc.record({ type: fc.constant('digest'), digest: keyed('username', 'password') }),
  fc.record({ type: fc.constant('apikey'), apikey: keyed('key', 'value') }),
  fc.record({ type: fc.constant('hawk'), hawk: keyed('authId') }),
);

const files = fc.oneof(
  leaf,
  fc.constant([]),
  fc.constant(null),
  fc.array(leaf, { minLength: 1, maxLength: 2 }),
);
const body = fc.oneof(
  fc.record({
    mode: fc.constant('raw'),
    raw: fc.constantFrom('LEAF', '{"a": "LEAF"}', '### LEAF', '>>>\nLEAF'),
  }),
  fc.record({ mode: fc.constant('urlencoded'), urlencoded: entries() }),
  fc.record({
    mode: fc.constant('formdata'),
    formdata: fc
      .oneof(entries(), entries({ type: fc.constant('file'), src: files }))
      .map((list) =>
        list.map((entry) =>
          'src' in (entry as object) ? { ...(entry as object), value: undefined } : entry,
        ),
      ),
  }),
  fc.record({
    mode: fc.constant('graphql'),
    graphql: fc.record({ query: fc.constant('{ LEAF }'), variables: fc.constantFrom('{"a": "LEAF"}', '') }),
  }),
  fc.record({ mode: fc.constant('file'), file: fc.record({ src: leaf }) }),
  fc.record({ mode: fc.constant('stream'), stream: leaf }),
);

const url = fc.oneof(
  fc.constantFrom('http://x.test/LEAF?a=LEAF#LEAF', 'http://LEAF:LEAF@x.test/LEAF', 'x.test/LEAF'),
  fc.record({
    raw: fc.constantFrom('http://x.test/LEAF', 'http://LEAF:LEAF@x.test/:id/LEAF'),
    variable: entries().map((list) => list.map((entry) => ({ ...(entry as object), key: 'id' })).slice(0, 1)),
  }),
  fc
    .record({ query: entries(), hash: leaf }, optional)
    .map((parts) => ({ protocol: 'https', host: ['x', 'test'], path: ['LEAF', ':id'], ...parts })),
);

const script = fc.record({
  listen: fc.constantFrom('test', 'prerequest'),
  script: fc.record({ exec: fc.constant(['someCall("LEAF");']) }),
});

const request = fc.record(
  { method: fc.constantFrom('GET', 'POST'), url, header: entries(), body, auth, description: leaf },
  { requiredKeys: ['method', 'url'] },
);
const item = fc.record(
  {
    name: leaf,
    request: request.map((value) => ({ ...value, header: value.header })),
    event: fc.array(script, { maxLength: 2 }),
    protocolProfileBehavior: fc.record({ strictSSL: leaf }, optional),
  },
  { requiredKeys: ['name', 'request'] },
);
const folder = fc.record(
  {
    name: leaf,
    item: fc.array(item, { minLength: 1, maxLength: 2 }),
    event: fc.array(script, { maxLength: 1 }),
    variable: entries(),
  },
  { requiredKeys: ['name', 'item'] },
);

export const collections: fc.Arbitrary<unknown> = fc.record(
  {
    info: fc.constant({ name: LEAF, schema: 'https://schema.test/collection/v2.1.0/collection.json' }),
    item: fc.array(fc.oneof(item, folder), { minLength: 1, maxLength: 3 }),
    variable: entries(),
    event: fc.array(script, { maxLength: 1 }),
  },
  { requiredKeys: ['info', 'item'] },
);

const given = fc.constantFrom(
  ...['example', 'default', 'const'].map((keyword) => ({ type: 'string', [keyword]: LEAF })),
  { type: 'string', enum: [LEAF] },
);
const object = fc.record(
  { a: given, b: fc.record({ type: fc.constant('object'), properties: fc.record({ c: given }) }) },
  optional,
);
const schema = fc.oneof(
  given,
  object.map((properties) => ({ type: 'object', properties })),
);
const parameters = fc
  .array(
    fc.oneof(
      fc.record({
        in: fc.constantFrom('query', 'header', 'cookie'),
        required: fc.constant(true),
        schema: given,
      }),
      fc.record({ in: fc.constantFrom('query', 'header', 'cookie'), example: leaf }),
      fc.record({ in: fc.constant('query'), schema: fc.constant({ default: LEAF }), description: leaf }),
    ),
    { maxLength: 4 },
  )
  .map((list) => list.map((parameter, i) => ({ name: `X-${i}`, ...parameter })));
const media = fc.oneof(
  fc.record({ schema }),
  fc.record({ example: fc.constantFrom({ a: LEAF }, 'a=LEAF', 'LEAF') }),
);
const servers = fc.constant([{ url: 'https://LEAF.test' }]);
const operation = fc.record(
  {
    summary: leaf,
    description: leaf,
    operationId: leaf,
    tags: fc.constant([LEAF]),
    parameters,
    servers,
    requestBody: fc
      .tuple(
        fc.constantFrom(
          'application/json',
          'application/x-www-form-urlencoded',
          'multipart/form-data',
          'text/plain',
        ),
        media,
      )
      .map(([type, value]) => ({ content: { [type]: value } })),
    callbacks: fc.record({ sent: leaf }),
    responses: fc.constant({ 200: { description: 'ok', links: { next: LEAF } } }),
  },
  optional,
);

/** The server of an operation makes that of its path meaningless. */
function withUsedServers(item: { post: { servers?: unknown } }): object {
  return item.post.servers === undefined ? item : { ...item, servers: undefined };
}

export const apiDescriptions: fc.Arbitrary<unknown> = fc.record(
  {
    openapi: fc.constantFrom('3.0.3', '3.1.0'),
    info: fc.constant({ title: LEAF, version: LEAF }),
    paths: fc
      .array(fc.record({ post: operation, servers }, { requiredKeys: ['post'] }), { maxLength: 2 })
      .map((items) => Object.fromEntries(items.map((value, i) => [`/p${i}`, withUsedServers(value)]))),
    webhooks: fc.record({ sent: fc.constant({ post: { summary: LEAF } }) }, optional),
  },
  { requiredKeys: ['openapi', 'info', 'paths'] },
);

const named = fc
  .array(fc.constant({ value: LEAF }), { maxLength: 2 })
  .map((list) => list.map((entry, i) => ({ name: `n${i}`, ...entry })));
const exportAuth = fc.constantFrom(
  { type: 'bearer', token: LEAF },
  { type: 'bearer', token: LEAF, prefix: LEAF },
  { type: 'basic', username: LEAF, password: LEAF },
  { type: 'digest', username: LEAF, password: LEAF },
  { type: 'apikey', key: LEAF, value: LEAF, addTo: 'header' },
  { type: 'apikey', key: LEAF, value: LEAF, addTo: 'cookie' },
  { type: 'iam', accessKeyId: LEAF, secretAccessKey: LEAF, sessionToken: LEAF, region: LEAF, service: LEAF },
  {
    type: 'oauth2',
    grantType: 'client_credentials',
    accessTokenUrl: `http://${LEAF}.test`,
    clientId: LEAF,
    clientSecret: LEAF,
    scope: LEAF,
  },
  { type: 'oauth2', grantType: 'authorization_code', authorizationUrl: LEAF },
  { type: 'hawk', id: LEAF },
);
const exportBody = fc.constantFrom(
  { mimeType: 'application/json', text: `{"a": "${LEAF}"}` },
  { mimeType: 'text/plain', text: `### ${LEAF}` },
  {
    mimeType: 'application/graphql',
    text: `{"query": "{ ${LEAF} }", "variables": {"a": "${LEAF}"}, "operationName": "${LEAF}"}`,
  },
  { mimeType: 'application/x-www-form-urlencoded', params: [{ name: LEAF, value: LEAF }] },
  {
    mimeType: 'multipart/form-data',
    params: [
      { name: 'a', value: LEAF },
      { name: 'f', type: 'file', fileName: LEAF },
      { name: 'g', type: 'file', fileName: '' },
    ],
  },
  { mimeType: `image/${LEAF}`, fileName: LEAF },
);
const exportScripts = fc.record(
  {
    preRequest: fc.constantFrom(`insomnia.environment.set("a", "${LEAF}");`, `someCall("${LEAF}");`),
    afterResponse: fc.constantFrom(
      `insomnia.test("${LEAF}", () => insomnia.expect(insomnia.response.json().a).to.equal("${LEAF}"));`,
      `someCall("${LEAF}");`,
    ),
  },
  optional,
);
const exportRequest = (...ids: string[]): fc.Arbitrary<object> =>
  fc.record(
    {
      name: leaf,
      method: fc.constantFrom('GET', 'POST'),
      url: fc.constant(`http://x.test/${LEAF}/:id?q=${LEAF}`),
      pathParameters: fc.constant([{ name: 'id', value: LEAF }]),
      parameters: named,
      headers: named,
      body: exportBody,
      authentication: exportAuth,
      scripts: exportScripts,
      meta: fc.record({ id: fc.constantFrom('req_1', ...ids), description: leaf }),
    },
    { requiredKeys: ['name', 'method', 'url'] },
  );
const exportFolder = fc.record(
  {
    name: leaf,
    children: fc.array(exportRequest(), { minLength: 1, maxLength: 2 }),
    environment: fc.constant({ inFolder: LEAF }),
    scripts: exportScripts,
  },
  { requiredKeys: ['name', 'children'] },
);

export const clientExports: fc.Arbitrary<unknown> = fc.record(
  {
    type: fc.constant('collection.insomnia.rest/5.0'),
    name: leaf,
    collection: fc.array(fc.oneof(exportRequest('ws-req_1', 'greq_1'), exportFolder), {
      minLength: 1,
      maxLength: 3,
    }),
    cookieJar: fc.constant({ cookies: [{ key: LEAF }] }),
    testSuites: fc.constant([{ name: LEAF }]),
    environments: fc.constant({
      data: { base: LEAF, nested: { a: [LEAF] } },
      subEnvironments: [
        { name: 'first', data: { first: LEAF } },
        { name: LEAF, data: { second: LEAF } },
      ],
    }),
  },
  { requiredKeys: ['type', 'name', 'collection'] },
);
