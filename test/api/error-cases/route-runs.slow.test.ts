import { setMaxListeners } from 'node:events';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { sendRequest, startServer, type RunningServer } from '../../support/servers/running-server.js';
import { startSlowApi, type SlowApi } from '../../support/servers/slow-api.js';
import { checkRouteErrors, type RouteError } from './check-route-errors.js';

const ADDRESS = 'an http or https URL with a host and without credentials, query or fragment';
const DURATION = 'duration must be a duration above 0 and at most 24h';
const BUSY = 'a stress test is already running';

let slow: SlowApi;

async function serve(): Promise<RunningServer> {
  slow = await startSlowApi();
  const server = await startServer({
    files: {
      'ok.http': dedent`
        ### a
        GET http://127.0.0.1:1/
      `,
      'slow.http': dedent`
        ### slow
        GET ${slow.url}/
      `,
      'idle.http': dedent`
        ### a
        # @stress.skip
        GET http://h/
      `,
      'service.yaml': 'stress: { profiles: { brief: { duration: 1s } } }\n',
    },
    args: ['--allow-private-network'],
    history: true,
  });
  await writeFile(join(server.root, 'large.txt'), '');
  await truncate(join(server.root, 'large.txt'), 20 * 1024 * 1024 + 1);
  return server;
}

const sent =
  (route: string, usual: object = {}) =>
  (json: object, status: number, message: RouteError['message']): RouteError => ({
    route,
    sent: { json: { ...usual, ...json } },
    status,
    message,
  });

const execute = sent('POST /execute', { file: 'ok.http' });
const stress = sent('POST /stress/start', { files: ['ok.http'], duration: '1s' });
const measure = sent('POST /strength', { file: 'ok.http' });
const newProfile = sent('POST /stress/profiles', { name: 'new', duration: '1s' });
const verify = sent('POST /contract/verify', { providerUrl: 'http://127.0.0.1:1' });
const openapi = sent('POST /import/openapi', { specPath: 'pasted' });
const notFound = { status: 404, message: 'stress profile not found: 7' };

const refused = (route: string, path: string, message: string): RouteError => ({
  route,
  path,
  status: 400,
  message,
});
const stored = (route: string): readonly RouteError[] => [
  { route, status: 404, message: 'stress run not found: 7' },
  refused(route, route.replace(/^\S+ /, '').replace('{id}', 'x'), 'stress run id must be a number: x'),
];
const COMPARE = 'GET /stress/compare';

const storedTests: readonly RouteError[] = [
  refused('GET /stress/runs', '/stress/runs?limit=0', 'limit must be a whole number from 1 to 100'),
  refused('GET /stress/runs', '/stress/runs?offset=-1', 'offset must be a whole number of 0 or more'),
  refused('GET /stress/runs', '/stress/runs?workspace=x', 'workspace must be current or all'),
  refused('DELETE /stress/runs', '/stress/runs?workspace=x', 'workspace must be current'),
  ...['GET /stress/runs/{id}', 'DELETE /stress/runs/{id}', 'GET /stress/runs/{id}/report'].flatMap(stored),
  refused('GET /stress/runs/{id}', '/stress/runs/7?histogram=1', 'histogram must be true or false'),
  refused(COMPARE, '/stress/compare', 'baseline is required'),
  refused(COMPARE, '/stress/compare?current=1', 'baseline is required'),
  refused(COMPARE, '/stress/compare?baseline=1', 'current is required'),
  refused(COMPARE, '/stress/compare?baseline=x&current=1', 'stress run id must be a number: x'),
  refused(
    COMPARE,
    '/stress/compare?baseline=1&current=2&metric=p1',
    'metric must be one of p50, p95, p99, mean, max',
  ),
  { route: COMPARE, status: 404, message: 'stress run not found: 7' },
];
const kept =
  (path: '/results/one' | '/results/body') =>
  (query: string, message: string): RouteError => ({
    route: `GET ${path}`,
    path: `${path}${query}`,
    status: 400,
    message,
  });
const one = kept('/results/one');
const whole = kept('/results/body');

/** As many executions as may run at once; their clients disconnect after the next one was refused. */
const leaving = new AbortController();
async function executeMany(server: RunningServer): Promise<void> {
  setMaxListeners(64, leaving.signal);
  for (let i = 0; i < 64; i += 1) {
    const options = { json: { file: 'slow.http' }, signal: leaving.signal };
    void sendRequest(server.origin, 'POST', '/api/v1/execute', options).catch(() => undefined);
  }
  await expect.poll(() => slow.waiting(), { timeout: 60_000 }).toBe(64);
}

async function startStress({ call }: RunningServer): Promise<void> {
  const json = { files: ['slow.http'], duration: '1m', vus: 1 };
  expect((await call('POST', '/stress/start', { json })).status).toBe(200);
  await expect.poll(() => slow.waiting(), { timeout: 60_000 }).toBe(1);
}

/** The two ways to send a source, and how messages call it. */
function source(path: string, field: string, format: string): readonly RouteError[] {
  const send = sent(`POST /import/${path}`);
  return [
    send({}, 400, `${field} or filePath is required`),
    send({ [field]: '', filePath: null }, 400, `${field} or filePath is required`),
    send({ filePath: 'large.txt' }, 400, 'file is larger than 20 MiB: large.txt'),
    send({ [field]: '%' }, 400, new RegExp(`^not an? ${format}: .`)),
    send({ filePath: 'ok.http' }, 400, new RegExp(`^not an? ${format}: .`)),
  ];
}

/** Sources that may be folders; a broken file of one is a loss. */
function folderSource(path: string): readonly RouteError[] {
  const send = sent(`POST /import/${path}`);
  return [
    send({}, 400, 'data or filePath is required'),
    send({ filePath: 'large.txt' }, 400, 'file is larger than 20 MiB: large.txt'),
    send({ filePath: 'missing' }, 404, 'file not found: missing'),
  ];
}

checkRouteErrors('route-runs', {
  start: serve,
  cases: [
    execute({ requestName: 'b' }, 404, 'request not found: b in ok.http'),
    execute({ requestNames: ['a', 'b'] }, 404, 'request not found: b in ok.http'),
    sent('POST /reports')(
      { executions: ['k3v9q0z1m7ab'], format: 'html' },
      404,
      'no report of execution k3v9q0z1m7ab is kept; run it again with reports: true',
    ),
    { ...execute({}, 503, 'too many executions are running'), prepare: executeMany },
    sent('POST /run')({ file: 'ok.http' }, 503, 'too many executions are running'),
    {
      route: 'GET /stress/result',
      status: 404,
      message: 'no stress test result is available',
      prepare: async () => {
        leaving.abort();
        await expect.poll(() => slow.waiting(), { timeout: 60_000 }).toBe(0);
      },
    },
    { route: 'POST /executions/{id}/stop', status: 404, message: 'no such execution: 7' },
    { route: 'GET /results/one', status: 404, message: 'no result of a in ok.http' },
    one('', 'file is required'),
    one('?file=ok.http&name=', 'name is required'),
    one('?file=ok.http&name=a&previous=1', 'previous must be one of true, false'),
    one('?file=ok.http&name=a&occurrence=0', 'occurrence must be a whole number of 1 or more'),
    {
      route: 'GET /stress/result/report',
      status: 404,
      message: 'no stress test result is available',
    },
    ...storedTests,
    measure({ seed: -1 }, 400, 'seed must be a whole number from 0 to 4294967295'),
    measure({ run: 'yes' }, 400, 'run must be true or false'),
    stress({ label: '12' }, 400, 'label must be 1 to 64 letters, digits, "_", "-" or ".", not only digits'),
    stress({ label: 'a b' }, 400, 'label must be 1 to 64 letters, digits, "_", "-" or ".", not only digits'),
    { route: 'GET /results/body', status: 404, message: 'no result of a in ok.http' },
    whole('', 'file is required'),
    whole('?file=ok.http', 'name is required'),
    whole('?file=ok.http&name=a&occurrence=x', 'occurrence must be a whole number of 1 or more'),
    stress({ duration: '30' }, 400, `${DURATION}; "30" has no unit; write 30ms, 30s, 30m or 30h`),
    stress({ duration: undefined }, 400, 'duration is required'),
    stress({ vus: 5, maxVUs: 4 }, 400, 'vus must be at most maxVUs, which is 4'),
    stress({ rampUp: '2s' }, 400, 'rampUp must be a duration from 0 to duration'),
    stress({ thinkTime: '2h' }, 400, 'thinkTime must be a duration from 0 to 1h'),
    stress(
      { thresholds: { p95: '>1s' } },
      400,
      /^thresholds\.p95 must be .*p50, p95, p99, max, mean, errors, rps/,
    ),
    stress({ profile: 'none' }, 404, 'stress profile not found: none'),
    stress({ files: ['idle.http'] }, 400, 'no request to run in idle.http'),
    { ...stress({ profile: 'none', files: ['../x.http'] }, 409, BUSY), prepare: startStress },
    stress({ duration: '0' }, 400, DURATION),
    { ...stress({}, 409, BUSY), prepare: ({ call }) => call('POST', '/stress/stop') },
    newProfile({ name: 'brief' }, 409, 'stress profile already exists: brief'),
    newProfile({ name: 'a/b' }, 400, 'name must be 1 to 64 letters, digits, spaces, "_", "-" or "."'),
    newProfile({ duration: 'long' }, 400, DURATION),
    { route: 'PUT /stress/profiles/{name}', ...notFound },
    {
      route: 'PUT /stress/profiles/{name}',
      path: '/stress/profiles/brief',
      sent: { json: { duration: null, rampUp: '2s' } },
      status: 400,
      message: 'rampUp must be a duration from 0 to duration',
    },
    { route: 'DELETE /stress/profiles/{name}', ...notFound },
    ...['ftp://h', 'http://', 'h', 'http://u:p@h', 'http://h/?q', 'http://h/#f'].flatMap((url) => [
      verify({ providerUrl: url }, 400, `providerUrl must be ${ADDRESS}`),
      verify({ stateHandler: url }, 400, `stateHandler must be ${ADDRESS}`),
    ]),
    verify({ providerUrl: 'ftp://h', files: ['../x.http'] }, 400, `providerUrl must be ${ADDRESS}`),
    stress({ duration: 'x', files: ['../x.http'] }, 400, DURATION),
    ...source('curl', 'command', 'curl command'),
    ...source('clientexport', 'data', 'Insomnia export of format 4 or 5'),
    ...source('collection', 'data', 'Postman collection of format 2\\.1'),
    ...source('har', 'data', 'HAR document'),
    ...folderSource('bruno'),
    ...folderSource('http'),
    openapi({ baseUrl: 'ftp://h' }, 400, 'baseUrl must be an http:// or https:// URL'),
    openapi({ specPath: 'large.txt' }, 400, 'file is larger than 20 MiB: large.txt'),
    openapi({ specPath: 'ok.http' }, 400, /^not an OpenAPI document: ./),
    openapi({ specPath: 'http://u@h/' }, 400, 'specPath is not a usable URL: it holds credentials'),
    openapi({ specPath: 'http://' }, 400, 'specPath is not a usable URL: it cannot be parsed'),
    openapi({ specPath: 'http://127.0.0.1:1/' }, 502, /^could not fetch the document: ./),
    sent('POST /export/curl')({ file: 'ok.http', requestName: 'A' }, 404, 'request not found: A in ok.http'),
  ],
  without: [
    'GET /results',
    'POST /stress/stop',
    'GET /stress/status',
    'GET /stress/profiles',
    'GET /contract/result',
    'GET /contract/files',
  ],
  elsewhere: {
    // A file that another program keeps changing: src/workspace/config/config-edit-file.test.ts.
    'POST /stress/profiles': [409],
    'PUT /stress/profiles/{name}': [409],
    'DELETE /stress/profiles/{name}': [409],
    // A response that takes longer than thirty seconds: src/server/import-by-url.test.ts.
    'POST /import/openapi': [504],
  },
});

it('fetches nothing from a private network unless the operator allows it', async () => {
  const { call } = await startServer();
  for (const host of ['127.0.0.1', 'localhost', '10.0.0.1', '[::1]', 'printer.local', 'intranet']) {
    const { status, json } = await call('POST', '/import/openapi', { json: { specPath: `http://${host}/` } });
    const message = `target is not on the public network: ${host.replace(/^\[|\]$/g, '')}`;
    expect([status, json]).toEqual([403, { error: 'Forbidden', message }]);
  }
});
