import type { ApiRoute } from '../../../src/server/call/route.js';
import type { CallOptions } from '../../support/servers/running-server.js';
import type { CASE_GROUPS } from './error-cases.js';

/** Errors that depend on what a route works on; those of heads and bodies follow from the table of routes. */
export type SubjectCase = (typeof CASE_GROUPS)['paths' | 'contents'][number];

export interface RouteFacts {
  readonly cases: readonly SubjectCase[];
  /** How the route gets the path of a file: in its URL, in the query, or in this valid body. */
  readonly path?: 'url' | 'query' | ((path: string) => object);
  /** A valid query. */
  readonly query?: string;
  /** A valid body without a path. */
  readonly json?: object;
  /** The fields that must not be missing. */
  readonly required?: readonly string[];
  /** For a route that takes a path: why the other errors of paths and files cannot occur. */
  readonly impossible?: Partial<Record<SubjectCase, string>>;
}

const PATH_CASES = ['missing path', 'invalid path', 'path outside'] as const;
const FILE_CASES = [
  ...PATH_CASES,
  'not a request file',
  'file not found',
  'not a file',
  'file too large',
] as const;
const CONFIG = ['invalid config', 'disk failure'] as const;

const NOT_PARSED = 'the text is not parsed';
const NOT_RUN = 'nothing is run, so names and dependencies do not matter';
const RESULT = 'a file that cannot be used is a result';
const SENT = 'the text comes in the body';

const notRun = { 'duplicate name': NOT_RUN, 'dependency cycle': NOT_RUN };
const notParsed = {
  'syntax errors': NOT_PARSED,
  'duplicate name': NOT_PARSED,
  'dependency cycle': NOT_PARSED,
};
const replaced: RouteFacts = {
  path: 'url',
  cases: [
    'missing path',
    'invalid path',
    'path outside',
    'not a request file',
    'file not found',
    'not a file',
    'disk failure',
  ],
  impossible: { ...notParsed, 'file too large': 'the old text is not looked at' },
};
const run: RouteFacts = {
  required: ['file'],
  path: (file) => ({ file }),
  cases: [
    ...FILE_CASES,
    'syntax errors',
    'duplicate name',
    'dependency cycle',
    'invalid config',
    'disk failure',
  ],
};
const source = (field: string): RouteFacts => ({
  path: (path) => ({ [field]: path }),
  cases: [...PATH_CASES, 'file not found', 'not a file', 'disk failure'],
  impossible: {
    ...notParsed,
    'not a request file': 'a source may have any extension',
    'file too large': 'a source may have 20 MiB, with a message of its own',
  },
});
const folderSource: RouteFacts = {
  ...source('filePath'),
  cases: [...PATH_CASES, 'file not found', 'disk failure'],
  impossible: { ...source('filePath').impossible, 'not a file': 'a directory is a source too' },
};
const none: RouteFacts = { cases: [] };
const TEXT_ONLY = 'only the text of the path is checked';
const textOnly = {
  'not a request file': TEXT_ONLY,
  'file not found': TEXT_ONLY,
  'file too large': TEXT_ONLY,
};
/** Results are found in the history as well, but what memory has is enough without it. */
const kept: RouteFacts = {
  path: 'query',
  cases: [...PATH_CASES, 'not a file'],
  impossible: { ...notParsed, ...textOnly },
};

/** By method and path; a new route needs its line here. */
export const FACTS: Readonly<Record<string, RouteFacts>> = {
  'GET /workspace': { cases: ['disk failure'] },
  'GET /files': { cases: ['disk failure'] },
  'GET /requests': { cases: ['disk failure'] },
  'GET /files/*': {
    path: 'url',
    cases: [...FILE_CASES, 'syntax errors', 'disk failure'],
    impossible: notRun,
  },
  'GET /files/raw/*': { path: 'url', cases: [...FILE_CASES, 'disk failure'], impossible: notParsed },
  'POST /files': {
    path: (path) => ({ path, content: '' }),
    required: ['path'],
    cases: [...PATH_CASES, 'not a request file', 'not a file', 'disk failure'],
    impossible: {
      ...notParsed,
      'file not found': 'the file is made',
      'file too large': 'the limit of bodies comes first',
    },
  },
  'PUT /files/*': replaced,
  'DELETE /files/*': replaced,
  'POST /validate': {
    path: (file) => ({ file }),
    required: ['file'],
    cases: [...PATH_CASES, 'not a request file', 'not a file'],
    impossible: {
      'syntax errors': 'findings are part of the result',
      'duplicate name': 'findings are part of the result',
      'dependency cycle': NOT_RUN,
      'file not found': SENT,
      'file too large': SENT,
    },
  },
  'POST /execute': run,
  'POST /run': run,
  'POST /reports': {
    cases: [],
    json: { executions: ['k3v9q0z1m7ab'], format: 'html' },
    required: ['executions', 'format'],
  },
  'POST /executions/{id}/stop': { cases: ['invalid path'] },
  'GET /results': kept,
  'GET /results/one': kept,
  'GET /results/body': kept,
  'GET /environments': { cases: CONFIG },
  'PUT /environments/active': { cases: [], json: { name: 'qa' }, required: ['name'] },
  'GET /environments/{name}': { cases: ['invalid path', ...CONFIG] },
  'PUT /environments/{name}': {
    cases: ['invalid path', ...CONFIG],
    json: { variables: { a: 1 } },
    required: ['variables'],
  },
  'DELETE /environments/{name}': { cases: ['invalid path', ...CONFIG] },
  'POST /environments/{name}/rename': {
    cases: ['invalid path', ...CONFIG],
    json: { name: 'new' },
    required: ['name'],
  },
  'GET /config': { cases: CONFIG },
  'PUT /config': { cases: CONFIG, json: { timeout: 7 } },
  'GET /history': none,
  'DELETE /history': none,
  'GET /history/runs': { cases: ['history unavailable'] },
  'DELETE /history/runs': { cases: ['history unavailable'] },
  'GET /history/runs/{id}': { cases: ['invalid path', 'history unavailable'] },
  'DELETE /history/runs/{id}': { cases: ['invalid path', 'history unavailable'] },
  'GET /history/results': {
    path: 'query',
    cases: [...PATH_CASES, 'not a file', 'history unavailable'],
    impossible: { ...notParsed, ...textOnly },
  },
  'POST /stress/start': {
    ...run,
    path: (file) => ({ files: [file], duration: '1s', vus: 1 }),
    required: ['files', 'duration'],
  },
  'POST /strength': { ...run, cases: [...run.cases, 'history unavailable'] },
  'POST /stress/stop': none,
  'GET /stress/status': none,
  'GET /stress/result': none,
  'GET /stress/result/report': none,
  'GET /stress/runs': { cases: ['history unavailable'] },
  'DELETE /stress/runs': { cases: ['history unavailable'] },
  'GET /stress/runs/{id}': { cases: ['invalid path', 'history unavailable'] },
  'DELETE /stress/runs/{id}': { cases: ['invalid path', 'history unavailable'] },
  'GET /stress/runs/{id}/report': { cases: ['invalid path', 'history unavailable'] },
  'GET /stress/compare': { cases: ['history unavailable'], query: '?baseline=7&current=7' },
  'GET /stress/profiles': { cases: CONFIG },
  'POST /stress/profiles': {
    cases: CONFIG,
    json: { name: 'new', duration: '1s' },
    required: ['name', 'duration'],
  },
  'PUT /stress/profiles/{name}': { cases: ['invalid path', ...CONFIG], json: { duration: '2s' } },
  'DELETE /stress/profiles/{name}': { cases: ['invalid path', ...CONFIG] },
  'POST /import/curl': source('filePath'),
  'POST /import/clientexport': source('filePath'),
  'POST /import/collection': source('filePath'),
  'POST /import/har': source('filePath'),
  'POST /import/bruno': folderSource,
  'POST /import/http': folderSource,
  'POST /import/openapi': { ...source('specPath'), required: ['specPath'] },
  'POST /export/curl': {
    // The config is needed only with an environment.
    path: (file) => ({ file, environment: 'dev' }),
    required: ['file'],
    cases: [...FILE_CASES, 'syntax errors', 'invalid config', 'disk failure'],
    impossible: notRun,
  },
  'POST /mock/start': {
    path: (file) => ({ files: [file], port: 0 }),
    required: ['files'],
    cases: [...FILE_CASES, 'syntax errors', 'invalid config', 'disk failure'],
    impossible: notRun,
  },
  'POST /mock/stop': none,
  'POST /mock/reset': none,
  'GET /mock/routes': none,
  'GET /mock/requests': none,
  'DELETE /mock/requests': none,
  'GET /mock/requests/{id}': { cases: ['invalid path'] },
  'POST /mock/export': none,
  'POST /contract/verify': {
    path: (file) => ({ files: [file], providerUrl: 'http://127.0.0.1:1' }),
    required: ['providerUrl'],
    cases: [...FILE_CASES, 'invalid config', 'disk failure'],
    impossible: { 'syntax errors': RESULT, 'duplicate name': RESULT, 'dependency cycle': RESULT },
  },
  'GET /contract/result': none,
  'GET /contract/files': { cases: ['disk failure'] },
  // The config says how the target is reached and what is secret.
  'POST /record/start': {
    cases: CONFIG,
    json: { targetUrl: 'http://127.0.0.1:1', port: 0 },
    required: ['targetUrl'],
  },
  'POST /record/stop': none,
  'GET /record/status': none,
  'GET /record/recordings/{id}': { cases: ['invalid path'] },
  'DELETE /record/recordings/{id}': { cases: ['invalid path'] },
  'DELETE /record/recordings': { cases: [], query: '?ids=7' },
  'POST /record/recordings/{id}/replay': { cases: ['invalid path'] },
  'POST /record/export': none,
  'DELETE /record/clear': none,
  'GET /workers': none,
  'GET /system/info': none,
  'GET /health': none,
  'GET /ws': none,
  'GET /openapi.json': none,
};

export const nameOf = ({ method, path }: Pick<ApiRoute, 'method' | 'path'>): string => `${method} ${path}`;

export function factsOf(route: ApiRoute): RouteFacts {
  const facts = FACTS[nameOf(route)];
  if (facts === undefined) throw new Error(`${nameOf(route)} has no line in the table of this test`);
  return facts;
}

export interface RouteCall {
  readonly method: string;
  /** The path below `/api/v1`. */
  readonly path: string;
  readonly options: CallOptions;
}

/** A call that passes the checks of head and body, with a path where the route takes one. */
export function callOf(route: ApiRoute, path = 'ok.http'): RouteCall {
  const { path: way, json, query: sent = '' } = factsOf(route);
  const rest = way === 'url' ? path.split('/').map(encodeURIComponent).join('/') : 'ok.http';
  const place = route.path.replace('*', () => rest).replaceAll(/\{\w+\}/g, '7');
  const encoded = encodeURIComponent(path);
  // Unknown parameters are ignored.
  const query = way === 'query' ? `?requestName=a&filePath=${encoded}&name=a&file=${encoded}` : sent;
  const body = typeof way === 'function' ? way(path) : json;
  const options =
    route.body === 'text' ? { body: 'GET http://h/\n' } : body === undefined ? {} : { json: body };
  return { method: route.method, path: place + query, options };
}
