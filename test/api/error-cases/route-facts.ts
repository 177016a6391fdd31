import type { Route } from '../../../src/server/call/route.js';
import type { CallOptions } from '../../support/running-server.js';
import type { RowId } from './error-cases.js';

/** Rows that depend on what a route works on; those of heads and bodies follow from the table of routes. */
export type SubjectRow = Extract<RowId, `${'P' | 'F'}${number}` | 'C1' | 'I1' | 'N1'>;

export interface RouteFacts {
  readonly rows: readonly SubjectRow[];
  /** How a path comes to the route: behind `*`, in the query, or in a body that is taken. */
  readonly path?: 'url' | 'query' | ((path: string) => object);
  /** A body that is taken, where it holds no path. */
  readonly json?: object;
  /** Fields that row B4 is about. */
  readonly required?: readonly string[];
  /** Of those that take a path: why the other rows of paths and files cannot be. */
  readonly never?: Partial<Record<SubjectRow, string>>;
}

const P1_TO_P3 = ['P1', 'P2', 'P3'] as const;
const P1_TO_P7 = [...P1_TO_P3, 'P4', 'P5', 'P6', 'P7'] as const;
const CONFIG = ['C1', 'I1'] as const;

const NOT_PARSED = 'the text is not parsed';
const NOT_RUN = 'nothing is run, so names and dependencies do not matter';
const RESULT = 'a file that cannot be used is a result (server.md 12)';
const SENT = 'the text comes in the body';

const neverRun = { F2: NOT_RUN, F3: NOT_RUN };
const neverParsed = { F1: NOT_PARSED, F2: NOT_PARSED, F3: NOT_PARSED };
const replaced: RouteFacts = {
  path: 'url',
  rows: ['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'I1'],
  never: { ...neverParsed, P7: 'the old text is not looked at' },
};
const run: RouteFacts = {
  required: ['file'],
  path: (file) => ({ file }),
  rows: [...P1_TO_P7, 'F1', 'F2', 'F3', 'C1', 'I1'],
};
const source = (field: string): RouteFacts => ({
  path: (path) => ({ [field]: path }),
  rows: [...P1_TO_P3, 'P5', 'P6', 'I1'],
  never: {
    ...neverParsed,
    P4: 'a source may have any extension (server.md 14)',
    P7: 'a source may have 20 MiB (server.md 14), with a message of its own',
  },
});
const none: RouteFacts = { rows: [] };

/** By method and path, as server.md 4.2 has them; a new route needs its line here. */
export const FACTS: Readonly<Record<string, RouteFacts>> = {
  'GET /workspace': { rows: ['I1'] },
  'GET /files': { rows: ['I1'] },
  'GET /files/*': { path: 'url', rows: [...P1_TO_P7, 'F1', 'I1'], never: neverRun },
  'GET /files/raw/*': { path: 'url', rows: [...P1_TO_P7, 'I1'], never: neverParsed },
  'POST /files': {
    path: (path) => ({ path, content: '' }),
    required: ['path'],
    rows: [...P1_TO_P3, 'P4', 'P6', 'I1'],
    never: { ...neverParsed, P5: 'the file is made', P7: 'row H9 comes first' },
  },
  'PUT /files/*': replaced,
  'DELETE /files/*': replaced,
  'POST /validate': {
    path: (file) => ({ file }),
    required: ['file'],
    rows: [...P1_TO_P3, 'P4', 'P6'],
    never: { F1: 'findings are the answer', F2: 'findings are the answer', F3: NOT_RUN, P5: SENT, P7: SENT },
  },
  'POST /execute': run,
  'POST /run': run,
  'GET /environments': { rows: CONFIG },
  'PUT /environments/active': { rows: [], json: { name: 'qa' }, required: ['name'] },
  'GET /environments/{name}': { rows: ['P2', ...CONFIG] },
  'PUT /environments/{name}': {
    rows: ['P2', ...CONFIG],
    json: { variables: { a: 1 } },
    required: ['variables'],
  },
  'GET /config': { rows: CONFIG },
  'PUT /config': { rows: CONFIG, json: { timeout: 7 } },
  'GET /history': none,
  'DELETE /history': none,
  'GET /history/runs': { rows: ['N1'] },
  'DELETE /history/runs': { rows: ['N1'] },
  'GET /history/runs/{id}': { rows: ['P2', 'N1'] },
  'DELETE /history/runs/{id}': { rows: ['P2', 'N1'] },
  'GET /history/results': {
    path: 'query',
    rows: [...P1_TO_P3, 'P6', 'N1'],
    never: {
      ...neverParsed,
      P4: 'the path is judged by its text only',
      P5: 'the path is judged by its text only',
      P7: 'the path is judged by its text only',
    },
  },
  'POST /stress/start': {
    ...run,
    path: (file) => ({ files: [file], duration: '1s', vus: 1 }),
    required: ['files', 'duration'],
  },
  'POST /stress/stop': none,
  'GET /stress/status': none,
  'GET /stress/result': none,
  'GET /stress/profiles': { rows: CONFIG },
  'POST /stress/profiles': {
    rows: CONFIG,
    json: { name: 'new', duration: '1s' },
    required: ['name', 'duration'],
  },
  'PUT /stress/profiles/{name}': { rows: ['P2', ...CONFIG], json: { duration: '2s' } },
  'DELETE /stress/profiles/{name}': { rows: ['P2', ...CONFIG] },
  'POST /import/curl': source('filePath'),
  'POST /import/clientexport': source('filePath'),
  'POST /import/collection': source('filePath'),
  'POST /import/openapi': { ...source('specPath'), required: ['specPath'] },
  'POST /export/curl': {
    // Only with an environment the config is needed.
    path: (file) => ({ file, environment: 'dev' }),
    required: ['file'],
    rows: [...P1_TO_P7, 'F1', 'C1', 'I1'],
    never: neverRun,
  },
  'POST /mock/start': {
    path: (file) => ({ files: [file], port: 0 }),
    required: ['files'],
    rows: [...P1_TO_P7, 'F1', 'C1', 'I1'],
    never: neverRun,
  },
  'POST /mock/stop': none,
  'GET /mock/routes': none,
  'POST /contract/verify': {
    path: (file) => ({ files: [file], providerUrl: 'http://127.0.0.1:1' }),
    required: ['providerUrl'],
    rows: [...P1_TO_P7, 'C1', 'I1'],
    never: { F1: RESULT, F2: RESULT, F3: RESULT },
  },
  'GET /contract/result': none,
  'GET /contract/files': { rows: ['I1'] },
  // The config says how the target is reached and what is secret (server.md 13).
  'POST /record/start': {
    rows: CONFIG,
    json: { targetUrl: 'http://127.0.0.1:1', port: 0 },
    required: ['targetUrl'],
  },
  'POST /record/stop': none,
  'GET /record/status': none,
  'GET /record/recordings/{id}': { rows: ['P2'] },
  'POST /record/export': none,
  'DELETE /record/clear': none,
  'GET /system/info': none,
  'GET /health': none,
  'GET /ws': none,
  'GET /openapi.json': none,
};

export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`;

export function factsOf(route: Route): RouteFacts {
  const facts = FACTS[nameOf(route)];
  if (facts === undefined) throw new Error(`${nameOf(route)} has no line in the table of this test`);
  return facts;
}

export interface RouteCall {
  readonly method: string;
  /** Below `/api/v1`. */
  readonly path: string;
  readonly options: CallOptions;
}

/** A call that gets past the checks of head and body, with a path where the route takes one. */
export function callOf(route: Route, path = 'ok.http'): RouteCall {
  const { path: way, json } = factsOf(route);
  const rest = way === 'url' ? path.split('/').map(encodeURIComponent).join('/') : 'ok.http';
  const place = route.path.replace('*', () => rest).replaceAll(/\{\w+\}/g, '7');
  const query = way === 'query' ? `?requestName=a&filePath=${encodeURIComponent(path)}` : '';
  const body = typeof way === 'function' ? way(path) : json;
  const options =
    route.body === 'text' ? { body: 'GET http://h/\n' } : body === undefined ? {} : { json: body };
  return { method: route.method, path: place + query, options };
}
