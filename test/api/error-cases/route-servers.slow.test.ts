import { expect } from 'vitest';
import { startBroken } from '../../support/servers/broken-server.js';
import { dedent } from '../../support/dedent.js';
import { connectRaw } from '../../support/clients/raw-client.js';
import { sendRequest, type RunningServer } from '../../support/servers/running-server.js';
import { startSlowApi } from '../../support/servers/slow-api.js';
import { checkRouteErrors, type RouteError } from './check-route-errors.js';

/** Makes a port that no process may use, on any machine. */
const NOT_PERMITTED = `
  const { Server } = require('node:net');
  const { listen } = Server.prototype;
  Server.prototype.listen = function (...args) {
    const [first] = args;
    if ((typeof first === 'object' ? first.port : first) !== 999) return listen.apply(this, args);
    const error = Object.assign(new Error('listen EACCES'), { code: 'EACCES', syscall: 'listen' });
    process.nextTick(() => this.emit('error', error));
    return this;
  };`;

const FILES = {
  'ok.http': dedent`
    ### a
    GET http://h/a
  `,
  'empty.http': '@a = 1\n',
  'big.http': dedent`
    GET http://h/big

    >>>mock
    ${'x'.repeat(9_000_000)}
    <<<
  `,
};

const TARGET =
  'targetUrl must be an http or https URL with a host and without credentials, query or fragment';
const MOCKING = 'a mock server is already running';
const RECORDING = 'a recording proxy is already running';
const IDS = 'ids must be numbers and ranges, such as 3,7-12, at most 8000 characters';
const TIME = 'a time with its zone, such as 2031-04-05T06:07:08Z';
const NOT_MOCKING = 'no mock server is running';
const NOT_RECORDING = 'no recording proxy is running';

const mock = (json: object, status: number, message: RouteError['message']): RouteError => ({
  route: 'POST /mock/start',
  sent: { json: { files: ['ok.http'], port: 0, ...json } },
  status,
  message,
});

const record = (json: object, status: number, message: RouteError['message']): RouteError => ({
  route: 'POST /record/start',
  sent: { json: { targetUrl: 'http://127.0.0.1:1', port: 0, ...json } },
  status,
  message,
});

const ended = (route: string, message: string): RouteError => ({ route, status: 400, message });

/** Wrong parameters, as what follows the usual path; `/../x` replaces its last segment. */
const refused = (route: string, cases: readonly (readonly [string, string])[]): RouteError[] =>
  cases.map(([end, message]) => {
    const usual = route.replace(/^\S+ /, '').replace('{id}', '7');
    const path = end.startsWith('/../') ? usual.replace(/[^/]*$/, end.slice(4)) : usual + end;
    return { route, path, status: 400, message };
  });

type Start = (server: RunningServer) => Promise<unknown>;

async function started({ call }: RunningServer, path: string, json: object): Promise<string> {
  const response = await call('POST', path, { json: { port: 0, ...json } });
  expect(response.status).toBe(200);
  return `http://127.0.0.1:${(response.json as { port: number }).port}`;
}

/** A client does not read its responses, so stopping takes a while. */
const startMock: Start = async (server) => {
  const url = await started(server, '/mock/start', { files: ['big.http'] });
  const stalled = await connectRaw(Number(new URL(url).port));
  stalled.socket.pause();
  stalled.write('GET /big HTTP/1.1\r\nHost: h\r\n\r\n'.repeat(4));
  // The first response is being sent when another client has received one whole.
  expect((await sendRequest(url, 'GET', '/big')).status).toBe(200);
};

const startRecording: Start = async (server) => {
  const target = await startSlowApi();
  const url = await started(server, '/record/start', { targetUrl: target.url });
  void sendRequest(url, 'GET', '/a').catch(() => undefined);
  await expect.poll(() => target.waiting(), { timeout: 60_000 }).toBe(1);
};

/** The port of the API server itself. */
const taken: Pick<RouteError, 'status' | 'message'> = {
  status: 409,
  message: ({ port }) => `port ${port} is already in use`,
};

checkRouteErrors('route-servers', {
  start: () => startBroken(NOT_PERMITTED, { files: FILES }),
  cases: [
    ended('POST /mock/stop', NOT_MOCKING),
    ended('POST /mock/reset', NOT_MOCKING),
    ended('DELETE /mock/requests', NOT_MOCKING),
    ended('GET /mock/requests/{id}', NOT_MOCKING),
    ended('POST /mock/export', NOT_MOCKING),
    mock(
      { delay: '5' },
      400,
      'delay must be a duration from 0 to 1h, such as 250ms; "5" has no unit; write 5ms, 5s, 5m or 5h',
    ),
    mock({ files: ['empty.http'] }, 400, 'no routes in empty.http'),
    mock({ port: 999 }, 400, 'port 999 cannot be used: not permitted'),
    { route: 'POST /mock/start', sent: ({ port }) => ({ json: { files: ['ok.http'], port } }), ...taken },
    { ...mock({ files: ['../x.http'] }, 409, MOCKING), prepare: startMock },
    mock({ delay: 'long' }, 400, 'delay must be a duration from 0 to 1h, such as 250ms'),
    ...refused('GET /mock/requests', [
      ['?after=-1', 'after must be a whole number of 0 or more'],
      ['?limit=0', 'limit must be a whole number from 1 to 2000'],
      [`?text=${'x'.repeat(1001)}`, 'text must be a string of at most 1000 characters'],
      ['?since=yesterday', `since must be ${TIME}`],
      ['?since=2031-04-05T06:07:08', `since must be ${TIME}`],
      ['?until=2031-13-05T06:07:08Z', `until must be ${TIME}`],
    ]),
    ...refused('GET /mock/requests/{id}', [
      ['/../x', 'mock request id must be a number: x'],
      ['?secrets=yes', 'secrets must be true or false'],
    ]),
    { route: 'GET /mock/requests/{id}', status: 404, message: 'mock request not found: 7' },
    ...refused('POST /mock/export', [
      ['?format=xml', 'format must be http, har or json'],
      ['?chain=no', 'chain must be true or false'],
      ['?ids=a', IDS],
    ]),
    {
      route: 'POST /mock/export',
      path: '/mock/export?ids=7-9',
      status: 404,
      message: 'mock request not found: 7-9',
    },
    { ...mock({}, 409, MOCKING), prepare: ({ call }) => call('POST', '/mock/stop') },

    ended('POST /record/stop', NOT_RECORDING),
    ended('POST /record/export', NOT_RECORDING),
    ended('DELETE /record/clear', NOT_RECORDING),
    ended('GET /record/recordings/{id}', NOT_RECORDING),
    ended('DELETE /record/recordings/{id}', NOT_RECORDING),
    { ...ended('DELETE /record/recordings', NOT_RECORDING), path: '/record/recordings?ids=1' },
    ended('POST /record/recordings/{id}/replay', NOT_RECORDING),
    ...['ftp://h', 'http://', 'h', 'http://u:p@h', 'http://h/?q', 'http://h/#f'].map((targetUrl) =>
      record({ targetUrl }, 400, TARGET),
    ),
    ...['127.0.0.1', 'localhost'].map((host): RouteError => ({
      route: 'POST /record/start',
      sent: ({ port }) => ({ json: { targetUrl: `http://${host}:${port}`, port: 0 } }),
      status: 400,
      message: 'targetUrl must not be this server',
    })),
    record({ port: 999 }, 400, 'port 999 cannot be used: not permitted'),
    {
      route: 'POST /record/start',
      sent: ({ port }) => ({ json: { targetUrl: 'http://127.0.0.1:1', port } }),
      ...taken,
    },
    { ...record({}, 409, RECORDING), prepare: startRecording },
    record({ targetUrl: 'ftp://h' }, 400, TARGET),
    {
      route: 'GET /record/recordings/{id}',
      path: '/record/recordings/x',
      status: 400,
      message: 'recording id must be a number: x',
    },
    { route: 'GET /record/recordings/{id}', status: 404, message: 'recording not found: 7' },
    ...['DELETE /record/recordings/{id}', 'POST /record/recordings/{id}/replay'].flatMap(
      (route): RouteError[] => [
        {
          route,
          path: route.replace(/^\S+ /, '').replace('{id}', 'x'),
          status: 400,
          message: 'recording id must be a number: x',
        },
        { route, status: 404, message: 'recording not found: 7' },
      ],
    ),
    ...refused('DELETE /record/recordings', [
      ['', 'ids is required'],
      ['?ids=1-', IDS],
    ]),
    {
      route: 'DELETE /record/recordings',
      path: '/record/recordings?ids=7',
      status: 404,
      message: 'recording not found: 7',
    },
    ...refused('POST /record/export', [['?ids=,', IDS]]),
    {
      route: 'POST /record/export',
      path: '/record/export?ids=3,7',
      status: 404,
      message: 'recording not found: 3,7',
    },
    {
      route: 'POST /record/export',
      path: '/record/export?format=xml',
      status: 400,
      message: 'format must be http, har or json',
    },
    {
      route: 'POST /record/export',
      path: '/record/export?chain=no',
      status: 400,
      message: 'chain must be true or false',
    },
    { ...record({}, 409, RECORDING), prepare: ({ call }) => call('POST', '/record/stop') },
    ended('POST /record/export', NOT_RECORDING),
    ended('DELETE /record/clear', NOT_RECORDING),

    { route: 'GET /workers', status: 404, message: 'no queue is configured; start the server with --queue' },
    // A queue that is away is a 503: test/queue/server.test.ts.

    { route: 'GET /ws', status: 426, message: 'this endpoint speaks WebSocket' },
    // One client too many is refused with 503: test/api/events/websocket-load.slow.test.ts.
    {
      route: 'GET /ws',
      sent: { headers: { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '12' } },
      status: 426,
      message: 'only version 13 of the WebSocket protocol is spoken here',
    },
  ],
  without: ['GET /mock/routes', 'GET /record/status', 'GET /system/info', 'GET /health', 'GET /openapi.json'],
});
