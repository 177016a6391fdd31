import { describe, expect, it } from 'vitest';
import { describeApi } from '../../../src/server/call/api-document.js';
import { ALL_ROUTES } from '../../../src/server/routes/all-routes.js';

/**
 * What the first version of the API had, by endpoint: the fields of the query, the body and the successful response. It
 * is written out here, so that an addition that is not marked fails.
 */
const FIRST_OPERATIONS: Readonly<Record<string, readonly [query: string, body: string, response: string]>> = {
  'GET /workspace': ['', '', 'Workspace'],
  'GET /files': ['', '', '[]FileInfo'],
  'GET /files/{path}': ['', '', 'ParsedFile'],
  'GET /files/raw/{path}': ['', '', ''],
  'POST /files': ['', 'path content', 'WrittenFile'],
  'PUT /files/{path}': ['', '', 'WrittenFile'],
  'DELETE /files/{path}': ['', '', ''],
  'POST /execute': ['', 'file requestName environment', 'RunResult'],
  'POST /run': ['', 'file environment', 'RunResult'],
  'GET /environments': ['', '', '[]Environment'],
  'PUT /environments/active': ['', 'name', ''],
  'GET /environments/{name}': ['', '', 'Environment'],
  'PUT /environments/{name}': ['', 'variables', 'Environment'],
  'GET /config': ['', '', 'Configuration'],
  'PUT /config': [
    '',
    'defaultEnvironment timeout retries followRedirects validateSSL proxy headers parallel concurrency',
    'Configuration',
  ],
  'GET /history': ['', '', '[]HistoryEntry'],
  'DELETE /history': ['', '', ''],
  'GET /history/runs': ['limit offset', '', 'runs[]PersistedRunSummary total limit offset'],
  'GET /history/runs/{id}': ['', '', 'PersistedRun'],
  'DELETE /history/runs/{id}': ['', '', ''],
  'DELETE /history/runs': ['', '', ''],
  'GET /history/results': [
    'requestName filePath limit offset',
    '',
    'results[]NamedResult total limit offset',
  ],
  'POST /stress/start': ['', 'files[] duration rate vus maxVUs', 'status'],
  'POST /stress/stop': ['', '', 'status'],
  'GET /stress/status': ['', '', 'StressStatus'],
  'GET /stress/result': ['', '', 'StressResult'],
  'GET /stress/profiles': ['', '', '[]StressProfile'],
  'POST /stress/profiles': ['', 'name duration rate vus maxVUs rampUp thinkTime thresholds', 'name'],
  'PUT /stress/profiles/{name}': ['', 'duration rate vus maxVUs rampUp thinkTime thresholds', 'name'],
  'DELETE /stress/profiles/{name}': ['', '', ''],
  'POST /mock/start': ['', 'files[] port delay', 'MockStatus'],
  'POST /mock/stop': ['', '', 'status'],
  'GET /mock/routes': ['', '', 'MockStatus MockIdle'],
  'POST /contract/verify': ['', 'providerUrl stateHandler files[]', '[]ContractFileResult'],
  'GET /contract/files': ['', '', 'files[]'],
  'POST /record/start': ['', 'targetUrl port deduplicate exclude[] sanitize[]', 'status port'],
  'POST /record/stop': ['', '', 'status'],
  'GET /record/status': ['', '', 'RecordingStatus RecordingIdle'],
  'POST /record/export': ['', '', 'content'],
  'DELETE /record/clear': ['', '', 'status'],
  'POST /import/curl': ['', 'command filePath', 'ImportedRequests'],
  'POST /import/clientexport': ['', 'data filePath', 'ImportedRequests'],
  'POST /import/openapi': ['', 'specPath baseUrl', 'ImportedRequests'],
  'POST /export/curl': ['', 'file requestName', 'ExportedCommands'],
  'GET /system/info': ['', '', 'SystemInfo'],
  'GET /ws': ['', '', ''],
};

/** The fields of the resources in the first version. */
const FIRST_RESOURCES: Readonly<Record<string, string>> = {
  Workspace: 'root files[]FileNode totalRequests environment hasConfig',
  FileNode: 'path name dir isDir children[]FileNode requestCount',
  FileInfo: 'path relativePath name size modTime requestCount',
  ParsedFile: 'path variables[].name variables[].value variables[].line requests[]Request',
  Request:
    'name description tags[] method url headers[].key headers[].value headers[].line queryParams[].key ' +
    'queryParams[].value queryParams[].line assertions[].subject assertions[].operator assertions[].expected ' +
    'assertions[].line captures[].name captures[].source captures[].path captures[].line line metadata.timeout ' +
    'metadata.retry metadata.depends[]',
  WrittenFile: 'path',
  RunResult: 'file duration passed failed skipped results[]RequestResult',
  RequestResult:
    'name description passed duration request.method request.url request.headers response.statusCode ' +
    'response.status response.headers response.body response.duration response.size assertions[]AssertionResult ' +
    'captures',
  AssertionResult: 'subject operator expected actual passed',
  Environment: 'name variables',
  Configuration:
    'defaultEnvironment timeout retries followRedirects validateSSL proxy headers parallel concurrency',
  HistoryEntry: 'id file requestName method url statusCode duration passed timestamp',
  PersistedRunSummary: 'id filePath environment startedAt finishedAt durationMs passed failed skipped total',
  PersistedRun:
    'id filePath environment startedAt finishedAt durationMs passed failed skipped total results[]PersistedResult',
  PersistedResult:
    'id requestName method url statusCode durationMs passed description bodyPreview ' +
    'assertions[]PersistedAssertion',
  PersistedAssertion: 'id operator subject expected actual passed',
  NamedResult:
    'id requestName method url statusCode durationMs passed description bodyPreview ' +
    'assertions[]PersistedAssertion runId skipped error filePath environment runStartedAt',
  StressStatus: 'running elapsed statsStressStatistics',
  StressStatistics: 'total success errors rps p50Ms p95Ms p99Ms maxMs errorRate activeVUs',
  StressResult:
    'duration totalRequests successCount errorCount avgRps latency.min latency.max latency.mean latency.stddev ' +
    'latency.p50 latency.p95 latency.p99 thresholds[].metric thresholds[].threshold thresholds[].actual ' +
    'thresholds[].passed perRequest[].name perRequest[].count perRequest[].successCount perRequest[].errorCount ' +
    'perRequest[].avgMs perRequest[].minMs perRequest[].maxMs perRequest[].p50Ms perRequest[].p95Ms ' +
    'perRequest[].p99Ms',
  StressProfile:
    'name duration rate vus maxVUs rampUp thinkTime thresholds.p95 thresholds.p99 thresholds.errors',
  MockStatus: 'running port routes[]MockRoute',
  MockRoute: 'method path name statusCode contentType',
  MockIdle: 'running',
  ContractFileResult: 'file passed failed skipped duration results[]ContractInteraction',
  ContractInteraction: 'name provider state passed duration',
  RecordingStatus: 'running targetUrl port count recordings[]Recording',
  Recording: 'method path url contentType statusCode duration',
  RecordingIdle: 'running count',
  Error: 'error message',
  ImportedRequests: 'content requestCount',
  ExportedCommands: 'commands[]',
  SystemInfo: 'version buildTime runtimeVersion os arch',
};

type Json = Readonly<Record<string, unknown>>;

interface Operation extends Json {
  readonly parameters?: readonly (Json & { readonly name: string; readonly in: string })[];
  readonly requestBody?: Json;
  readonly responses: Readonly<Record<string, Json & { readonly headers: Json }>>;
}

const document = describeApi(ALL_ROUTES);
const operations = new Map<string, Operation>(
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation as Operation] as const,
    ),
  ),
);

describe('additions to the first version of the API', () => {
  it('are marked: endpoints', () => {
    const first = [...operations].filter(([, operation]) => !isAdditive(operation)).map(([name]) => name);
    expect(first.sort()).toEqual(Object.keys(FIRST_OPERATIONS).sort());
    expect(isAdditive(operations.get('POST /import/collection'))).toBe(true);
  });

  it.each(Object.entries(FIRST_OPERATIONS))('are marked: fields of %s', (name, [query, body, response]) => {
    const operation = operations.get(name);
    const parameters = operation?.parameters ?? [];
    const inQuery = parameters.filter((each) => each.in === 'query' && !isAdditive(each));
    expect(inQuery.map((each) => each.name).join(' ')).toBe(query);
    expect(firstFields(schemaOf(operation?.requestBody))).toEqual(words(body));
    expect(firstFields(schemaOf(successOf(operation)))).toEqual(words(response));
  });

  it('are marked: fields of resources', () => {
    const { schemas } = document['components'] as { readonly schemas: Readonly<Record<string, Json>> };
    const found = Object.keys(FIRST_RESOURCES).map((name) => [name, firstFields(schemas[name])] as const);
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(Object.entries(FIRST_RESOURCES).map(([name, fields]) => [name, words(fields)])),
    );
  });

  it('are marked: null that switches something off', () => {
    const config = schemaOf(operations.get('PUT /config')?.requestBody) as { readonly properties: Json };
    expect(config.properties['retries']).toMatchObject({
      anyOf: [
        { type: 'integer', minimum: 1, maximum: 100 },
        { type: 'null', 'x-additive': true },
      ],
    });
  });

  it('are marked: headers', () => {
    const named = (name: string): readonly string[] =>
      Object.keys(successOf(operations.get(name))?.headers ?? {});
    expect(named('GET /files/{path}')).toEqual(['X-Request-Id', 'ETag']);
    expect(named('GET /files/raw/{path}')).toEqual(['X-Request-Id', 'ETag']);
    expect(named('PUT /files/{path}')).toEqual(['X-Request-Id', 'ETag']);
    expect(named('POST /files')).toEqual(['X-Request-Id', 'Location']);
    expect(named('DELETE /files/{path}')).toEqual(['X-Request-Id']);
    for (const name of ['PUT /files/{path}', 'DELETE /files/{path}']) {
      const headers = operations.get(name)?.parameters?.filter((each) => each.in === 'header');
      expect(headers).toMatchObject([{ name: 'If-Match', 'x-additive': true }]);
    }
    expect(operations.get('GET /ws')?.responses['426']?.headers).toHaveProperty('Upgrade');
    for (const { responses } of operations.values()) {
      expect(responses['401']?.headers).toHaveProperty('WWW-Authenticate');
      for (const { headers } of Object.values(responses)) expect(headers).toHaveProperty('X-Request-Id');
    }
  });
});

function words(text: string): readonly string[] {
  return text === '' ? [] : text.split(' ');
}

function isAdditive(value: Json | undefined): boolean {
  return value?.['x-additive'] === true;
}

function successOf(operation: Operation | undefined): Operation['responses'][string] | undefined {
  return Object.entries(operation?.responses ?? {}).find(([status]) => status < '300')?.[1];
}

function schemaOf(value: Json | undefined): Json | undefined {
  const content = value?.['content'] as Readonly<Record<string, { readonly schema: Json }>> | undefined;
  return content?.['application/json']?.schema;
}

/** The fields without a mark, with the names of resources that they refer to. */
function firstFields(schema: Json | undefined, path = ''): readonly string[] {
  if (schema === undefined || isAdditive(schema) || schema['type'] === 'null') return [];
  if (typeof schema['$ref'] === 'string') return [path + schema['$ref'].split('/').at(-1)];
  if (Array.isArray(schema['anyOf']) && !isScalar(schema)) {
    return schema['anyOf'].flatMap((each: Json) => firstFields(each, path));
  }
  if (schema['type'] === 'array') return firstFields(schema['items'] as Json, `${path}[]`);
  const members = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Json>>);
  if (members.length === 0) return path === '' ? [] : [path];
  return members.flatMap(([name, member]) => firstFields(member, path === '' ? name : `${path}.${name}`));
}

function isScalar({ anyOf }: Json): boolean {
  return (anyOf as readonly Json[]).every((each) => each['$ref'] === undefined);
}
