import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { startServer } from '../../support/servers/running-server.js';
import { checkRouteErrors, type RouteError } from './check-route-errors.js';

const LIMIT = 'limit must be a whole number from 1 to 100';
const OFFSET = 'offset must be a whole number of 0 or more';
const NAME = 'name must be at most 128 characters without control characters';
const HEADERS = 'headers must be a map of header names to one-line strings';
const STALE = { 'If-Match': '"0123456789abcdef0123456789abcdef"' };
const CHANGED = 'file has changed since it was read: ok.http';

const refused = (route: string, path: string, message: string): RouteError => ({
  route,
  path,
  status: 400,
  message,
});

const created = (json: object, status: number, message: string): RouteError => ({
  route: 'POST /files',
  sent: { json },
  status,
  message,
});

/** The same errors for reading and removing. */
const runs = (id: string, status: number, message: string): readonly RouteError[] =>
  ['GET', 'DELETE'].map((method) => ({
    route: `${method} /history/runs/{id}`,
    path: `/history/runs/${id}`,
    status,
    message,
  }));

const pages = (route: string, query: string): readonly RouteError[] => [
  ...['limit=0', 'limit=-1', 'limit=x', 'limit=1.5', 'limit='].map((sent) =>
    refused(route, query + sent, LIMIT),
  ),
  ...['offset=-1', 'offset=x', 'offset=0.5'].map((sent) => refused(route, query + sent, OFFSET)),
];

const named = (path: string, name: string): RouteError =>
  refused('PUT /environments/{name}', `/environments/${path}`, `invalid environment name: ${name}`);

const removed = (name: string, status: number, message: string): RouteError => ({
  route: 'DELETE /environments/{name}',
  path: `/environments/${name}`,
  status,
  message,
});

const renamed = (name: string, newName: string, status: number, message: string): RouteError => ({
  route: 'POST /environments/{name}/rename',
  path: `/environments/${name}/rename`,
  sent: { json: { name: newName } },
  status,
  message,
});

const inConfig = (json: object, message: string): RouteError => ({
  route: 'PUT /config',
  sent: { json },
  status: 400,
  message,
});

const activated = (name: string, message: string): RouteError => ({
  route: 'PUT /environments/active',
  sent: { json: { name } },
  status: 400,
  message,
});

checkRouteErrors('route-workspace', {
  start: async () => {
    const config = 'defaultEnvironment: qa\nenvironments: {dev: {}, qa: {}, prod: {a: 1}}\n';
    const files = { 'ok.http': 'GET http://h/\n', 'service.yaml': config };
    const server = await startServer({ history: true, args: ['--env', 'dev'], files });
    await mkdir(join(server.root, 'folder.http'));
    await symlink('ok.http', join(server.root, 'link.http'));
    return server;
  },
  cases: [
    created({ path: 'ok.http' }, 409, 'file already exists: ok.http'),
    created({ path: 'folder.http' }, 409, 'file already exists: folder.http'),
    created({ path: 'link.http' }, 409, 'file already exists: link.http'),
    created({ path: 'ok.http/x/new.http' }, 400, 'not a folder: ok.http'),
    created({ path: 'new.http', content: 'a\ud800' }, 400, 'content is not valid Unicode'),
    {
      route: 'PUT /files/*',
      sent: { body: Buffer.from([0x47, 0xc3, 0x28]) },
      status: 400,
      message: 'file content is not valid UTF-8',
    },
    { route: 'PUT /files/*', sent: { body: 'x', headers: STALE }, status: 412, message: CHANGED },
    { route: 'DELETE /files/*', sent: { headers: STALE }, status: 412, message: CHANGED },
    { route: 'GET /environments/{name}', status: 404, message: 'environment not found: 7' },
    {
      route: 'GET /environments/{name}',
      path: '/environments/active',
      status: 404,
      message: 'environment not found: active',
    },
    activated('active', 'environment name is reserved: active'),
    activated('x'.repeat(129), NAME),
    activated('a\u0007', NAME),
    named('a%2Fb', 'a/b'),
    named('a%0Ab', 'a\nb'),
    named('x'.repeat(129), 'x'.repeat(129)),
    named('__proto__', '__proto__'),
    {
      route: 'PUT /environments/{name}',
      sent: { json: { variables: { good: 1, 'a b': 2 } } },
      status: 400,
      message: 'invalid variable name: a b',
    },
    {
      route: 'PUT /environments/{name}',
      path: '/environments/prod',
      sent: { json: { variables: {}, base: { a: 2 } } },
      status: 409,
      message: 'environment was changed meanwhile: prod',
    },
    removed('7', 404, 'environment not found: 7'),
    removed('active', 404, 'environment not found: active'),
    removed('dev', 409, 'environment is active: dev; make another one active first'),
    removed('qa', 409, 'environment is the default: qa; change defaultEnvironment first'),
    renamed('7', 'new', 404, 'environment not found: 7'),
    renamed('prod', 'qa', 409, 'environment already exists: qa'),
    renamed('prod', 'a/b', 400, 'invalid environment name: a/b'),
    renamed('prod', 'active', 400, 'invalid environment name: active'),
    inConfig({ headers: { 'a b': 'x' } }, HEADERS),
    inConfig({ headers: { a: 'x\ny' } }, HEADERS),
    inConfig({ timeout: null }, 'timeout must be a number above 0 up to 2147483647'),
    inConfig({ retries: 0 }, 'retries must be a whole number from 1 to 100, or null'),
    inConfig(
      { defaultEnvironment: 'active' },
      'defaultEnvironment must be a name other than "active", which is reserved',
    ),
    ...pages('GET /history/runs', '/history/runs?'),
    refused('GET /history/runs', '/history/runs?workspace=other', 'workspace must be current or all'),
    refused('DELETE /history/runs', '/history/runs?workspace=other', 'workspace must be current'),
    ...['x', '-1', '1.5', '1234567890123456', '%20'].flatMap((id) =>
      runs(id, 400, `run id must be a number: ${decodeURIComponent(id)}`),
    ),
    ...runs('7', 404, 'run not found: 7'),
    ...['', '?filePath=a.http', '?requestName=&filePath=a.http'].map((query) =>
      refused('GET /history/results', `/history/results${query}`, 'requestName is required'),
    ),
    ...['?requestName=a', '?requestName=a&filePath='].map((query) =>
      refused('GET /history/results', `/history/results${query}`, 'filePath is required'),
    ),
    ...pages('GET /history/results', '/history/results?requestName=a&filePath=a.http&'),
  ],
  without: [
    'GET /workspace',
    'GET /files',
    'GET /requests',
    'GET /files/*',
    'GET /files/raw/*',
    'POST /validate',
    'GET /environments',
    'GET /config',
    'GET /history',
    'DELETE /history',
  ],
  // A file that another program keeps changing: src/workspace/config/config-edit-file.test.ts.
  elsewhere: { 'PUT /config': [409] },
});
