import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { startServer } from '../../support/servers/running-server.js';
import { startTarget } from '../../stress/target.js';

const DURATION = 'duration must be a duration above 0 and at most 24h';
const RATE = 'rate must be a number above 0 and at most 100000';
const RAMP_UP = 'rampUp must be a duration from 0 to duration';
const THINK_TIME = 'thinkTime must be a duration from 0 to 1h';
const KEYS = 'valid keys are p50, p95, p99, max, mean, errors, rps';

const STAGE = 'an object with duration and either rate or vus, the same in all stages';
const RATE_STAGE = { duration: '1s', rate: 5 };

/** Fields that replace or follow `files` and `duration`. */
const FIELDS: readonly (readonly [fields: object, message: string])[] = [
  [{ files: undefined }, 'files is required'],
  [{ files: [] }, 'files is required'],
  [{ files: null }, 'files is required'],
  [{ files: 'a.http' }, 'files must be an array of 1 to 100 request files'],
  [
    { files: Array.from({ length: 101 }, () => 'a.http') },
    'files must be an array of 1 to 100 request files',
  ],
  [{ files: ['a.http', 5] }, 'files[1] must be a string'],
  [{ files: ['a.http', ''] }, 'files[1] must be a non-empty string'],
  [{ duration: undefined }, 'duration is required'],
  [{ duration: null }, 'duration is required'],
  [{ duration: '' }, 'duration is required'],
  [{ duration: '0' }, DURATION],
  [{ duration: '0s' }, DURATION],
  [{ duration: '30' }, `${DURATION}; "30" has no unit; write 30ms, 30s, 30m or 30h`],
  [{ duration: '-1s' }, DURATION],
  [{ duration: '24h1ms' }, DURATION],
  [{ duration: 30 }, `${DURATION}; "30" has no unit; write 30ms, 30s, 30m or 30h`],
  [{ duration: '', profile: 'brief' }, DURATION],
  [{ rate: 0 }, RATE],
  [{ rate: -1 }, RATE],
  [{ rate: 100_001, vus: 1 }, RATE],
  [{ rate: '5' }, RATE],
  [{ vus: 0 }, 'vus must be a whole number from 1 to 10000'],
  [{ vus: 1.5 }, 'vus must be a whole number from 1 to 10000'],
  [{ vus: 10_001 }, 'vus must be a whole number from 1 to 10000'],
  [{ maxVUs: 0 }, 'maxVUs must be a whole number from 1 to 10000'],
  [{ maxVUs: 10_001 }, 'maxVUs must be a whole number from 1 to 10000'],
  [{ vus: 5, maxVUs: 4 }, 'vus must be at most maxVUs, which is 4'],
  [{ rampUp: '2s' }, RAMP_UP],
  [{ rampUp: '5' }, `${RAMP_UP}; "5" has no unit; write 5ms, 5s, 5m or 5h`],
  [{ rampUp: 0 }, RAMP_UP],
  [{ thinkTime: '1h1ms' }, THINK_TIME],
  [{ thinkTime: 'long' }, THINK_TIME],
  [{ environment: 5 }, 'environment must be a string'],
  [{ profile: 5 }, 'profile must be a string'],
  [{ seed: 0.5 }, 'seed must be a whole number'],
  [{ seed: 2 ** 60 }, 'seed must be a whole number'],
  [{ thresholds: [] }, 'thresholds must be an object with keys of p50, p95, p99, max, mean, errors, rps'],
  [{ thresholds: { p98: '1s' } }, `thresholds.p98 must be left out: ${KEYS}`],
  [
    { thresholds: { p95: '>1s' } },
    `thresholds.p95 must be a duration, after < or <=, such as <250ms (${KEYS})`,
  ],
  [
    { thresholds: { p95: 200 } },
    `thresholds.p95 must be a duration, after < or <=, such as <250ms (${KEYS}); "200" has no unit; write 200ms, 200s, 200m or 200h`,
  ],
  [
    { thresholds: { errors: '101%' } },
    `thresholds.errors must be a percentage or a fraction from 0% to 100%, after < or <=, such as <0.5% or <0.005 (${KEYS})`,
  ],
  [{ thresholds: { rps: '<5' } }, `thresholds.rps must be a number, after > or >=, such as >40 (${KEYS})`],
  [{ workers: 2 }, 'workers needs a server started with --queue'],
  [{ workers: 'all', rate: 200_000 }, 'workers needs a server started with --queue'],
  [{ minWorkers: 2 }, 'workers needs a server started with --queue'],
  [{ workerLabels: ['eu'] }, 'workers needs a server started with --queue'],
  [{ onLoss: 'stop' }, 'workers needs a server started with --queue'],
  [{ workers: 0 }, 'workers must be a whole number from 1 to 500, or all'],
  [{ workers: 501 }, 'workers must be a whole number from 1 to 500, or all'],
  [{ workers: '2' }, 'workers must be a whole number from 1 to 500, or all'],
  [{ minWorkers: 1.5 }, 'minWorkers must be a whole number from 1 to 500'],
  [{ workerLabels: ['EU'] }, 'workerLabels[0] must be 1 to 32 of a-z, 0-9, "-" and "."'],
  [{ onLoss: 'panic' }, 'onLoss must be one of continue, stop, adopt'],
  [{ rate: 100_001, seed: 'x' }, RATE],
  [{ thresholds: { rps: {} } }, `thresholds.rps must be a number, after > or >=, such as >40 (${KEYS})`],
  [{ stages: [] }, 'stages must be a list of 1 to 100 stages'],
  [{ stages: 'x' }, 'stages must be a list of 1 to 100 stages'],
  [{ stages: [{ duration: '1', rate: 1 }] }, `stages[0] must be ${STAGE}`],
  [{ stages: [{ duration: '1s' }] }, `stages[0] must be ${STAGE}`],
  [{ stages: [RATE_STAGE, { duration: '1s', vus: 1 }] }, `stages[1] must be ${STAGE}`],
  [{ stages: [{ rate: 5 }] }, `stages[0] must be ${STAGE}`],
  [
    { stages: [{ duration: 5, rate: 5 }] },
    'stages[0].duration must be a duration of 0 or more; "5" has no unit; write 5ms, 5s, 5m or 5h',
  ],
  [{ stages: [{ duration: '1s', rate: -1 }] }, 'stages[0].rate must be a number from 0 to 100000'],
  [{ stages: [{ duration: '1s', rate: 0 }] }, 'stages must be above 0 at least once'],
  [{ stages: [RATE_STAGE], rate: 5 }, 'rate must be left out beside stages'],
  [{ stages: [RATE_STAGE], vus: 5 }, 'vus must be left out beside stages'],
  [{ stages: [RATE_STAGE], rampUp: '1s' }, 'rampUp must be left out beside stages'],
  [{ stages: [RATE_STAGE, RATE_STAGE], duration: '1s' }, 'duration must be the total of stages, which is 2s'],
  [{ stages: [{ duration: '1s', vus: 5 }], maxVUs: 4 }, 'vus of stages must be at most maxVUs, which is 4'],
  [{ abort: { rps: '>5' } }, 'abort takes p50, p95, p99, max, mean and errors'],
  [{ abort: { p95: '>1s' } }, `abort.p95 must be a duration, after < or <=, such as <250ms (${KEYS})`],
  [{ abort: { p95: '1s' }, abortWindow: '500ms' }, 'abortWindow must be a duration from 1s to 5m'],
  [{ find: { rps: '>5' } }, 'find takes p50, p95, p99, max, mean and errors'],
  [{ find: {} }, 'find must be a map of at least one limit'],
  ...[
    { vus: 5 },
    { stages: [RATE_STAGE] },
    { rampUp: '1s' },
    { thresholds: { p95: '1s' } },
    { abort: { p95: '1s' } },
  ].map(
    (other) =>
      [{ find: { p95: '1s' }, ...other }, `${Object.keys(other)[0]} must be left out beside find`] as const,
  ),
  [{ findTo: 5 }, 'findTo must be left out without find'],
  [
    { find: { p95: '1s' }, duration: '11m' },
    'duration must be a duration from 1s to 10m, the length of a step',
  ],
  [{ find: { p95: '1s' }, findTo: 0 }, 'findTo must be a number above 0 and at most 100000'],
  [{ find: { p95: '1s' }, findTo: 5 }, 'findTo must be at least rate, which is 50'],
  [{ find: { p95: '1s' }, findPrecision: '0.5%' }, 'findPrecision must be a percentage from 1% to 50%'],
  [{ find: { p95: '1s' }, findPrecision: 'x' }, 'findPrecision must be a percentage from 1% to 50%'],
  [{ find: { p95: '1s' }, findBudget: '0s' }, 'findBudget must be a duration above 0 and at most 24h'],
  [{ find: { p95: '1s' }, findMin: -1 }, 'findMin must be a number above 0 and at most 100000'],
];

const CYCLE = dedent`
  ### a
  # @depends b
  GET http://h/
  ### b
  # @depends a
  GET http://h/
`;

const REFUSED_FILES: readonly (readonly [path: string, status: number, message: string])[] = [
  ['a\\b.http', 400, 'invalid path: '],
  ['../out.http', 403, 'path is outside the workspace: ../out.http'],
  ['/etc/passwd.http', 403, 'path is outside the workspace: /etc/passwd.http'],
  ['link.http', 403, 'path is outside the workspace: link.http'],
  ['a.txt', 400, 'not a request file: a.txt; expected .http or .spec'],
  ['gone.http', 404, 'file not found: gone.http'],
  ['folder.http', 400, 'not a file: folder.http'],
  ['big.http', 400, 'file is larger than 10 MiB: big.http'],
  ['bad.http', 400, 'bad.http:1:'],
  ['twice.http', 400, 'twice.http:4: request name "a" is already used in line 1'],
  ['cycle.http', 400, 'cycle.http: dependency cycle: a -> b -> a'],
  ['one.http', 400, 'one.http: dependency cycle: '],
  ['idle.http', 400, 'no request to run in idle.http'],
];

describe('POST /stress/start refuses', () => {
  it('invalid fields, each with its rule', async () => {
    const { call } = await startServer({ files: { 'a.http': 'GET http://127.0.0.1:9/\n' } });
    for (const [fields, message] of FIELDS) {
      const { status, json } = await call('POST', '/stress/start', {
        json: { files: ['a.http'], duration: '1s', ...fields },
      });
      expect([status, json], JSON.stringify(fields)).toEqual([400, { error: 'Bad Request', message }]);
    }
    const headers = { 'Content-Type': 'application/json' };
    const body = '{"files":["a.http"],"duration":"1s","thresholds":{"__proto__":1}}';
    const forbidden = await call('POST', '/stress/start', { headers, body });
    expect(forbidden.json).toMatchObject({ message: 'key not allowed: __proto__' });
    expect((await call('POST', '/stress/start', { headers, body: '' })).json).toMatchObject({
      message: 'request body is empty; expected a JSON object',
    });
  });

  it('invalid paths, and files that cannot run', async () => {
    const { call, get, root } = await startServer({
      files: {
        'a.txt': '',
        'folder.http/x.txt': '',
        'big.http': ' '.repeat(10 * 1024 * 1024 + 1),
        'bad.http': dedent`
          GEET
          >>>
          expect
        `,
        'twice.http': dedent`
          # @name a
          GET http://h/
          ###
          # @name a
          GET http://h/
          ###
          # @depends a
          GET http://h/
        `,
        'cycle.http': CYCLE,
        'one.http': dedent`
          ### a
          # @depends ./two.http#b
          GET http://h/
        `,
        'two.http': dedent`
          ### b
          # @depends ./one.http#a
          GET http://h/
        `,
        'idle.http': dedent`
          ### a
          # @stress.skip
          GET http://h/
          ### b
          # @stress.setup
          GET http://h/
        `,
      },
    });
    await symlink('/etc/hostname', join(root, 'link.http'));
    for (const [path, status, message] of REFUSED_FILES) {
      const response = await call('POST', '/stress/start', { json: { files: [path], duration: '1s' } });
      expect(response.status, `${path}: ${response.text}`).toBe(status);
      expect(response.json, path).toMatchObject({ message: expect.stringContaining(message) });
      expect(response.text, path).not.toContain(' → ');
    }
    expect((await get('/stress/status')).json).toMatchObject({ running: false, phase: '' });
    expect((await call('POST', '/stress/stop')).json).toEqual({ status: 'already_stopped' });
  });

  it('fields first, then a running test, the profile, the files and files without a request to run', async () => {
    const { url } = await startTarget();
    const files = {
      'a.http': `GET ${url}/\n`,
      'idle.http': dedent`
        ### a
        # @skip
        GET ${url}/
      `,
    };
    const { call } = await startServer({ files });
    const everything = { files: ['../x.http', 'idle.http'], profile: 'none' };
    const start = async (json: object): Promise<readonly [number, unknown]> => {
      const response = await call('POST', '/stress/start', { json });
      return [response.status, (response.json as { message?: string }).message];
    };
    const busy = [409, 'a stress test is already running'];
    expect((await start({ files: ['a.http'], duration: '1m', rate: 5 }))[0]).toBe(200);
    expect(await start({ ...everything, duration: '0' })).toEqual([400, DURATION]);
    expect(await start(everything)).toEqual(busy);
    expect((await call('POST', '/stress/stop')).json).toEqual({ status: 'stopping' });
    await expect.poll(async () => (await start(everything))[0], { timeout: 60_000, interval: 100 }).toBe(404);
    expect(await start(everything)).toEqual([404, 'stress profile not found: none']);
    const paths = { ...everything, profile: '', duration: '1s' };
    expect(await start(paths)).toEqual([403, 'path is outside the workspace: ../x.http']);
    expect(await start({ ...paths, files: ['idle.http', 'idle.http'] })).toEqual([
      400,
      'no request to run in idle.http',
    ]);
    expect(await start({ ...paths, files: ['a.http'] })).toEqual([200, undefined]);
  });

  it('a profile that contradicts the request, and an invalid config', async () => {
    const config = dedent`
      stress:
        profiles:
          slow: {duration: 1m, rampUp: 30s, maxVUs: 5}
          wild: {duration: 48h}
    `;
    const files = { 'a.http': 'GET http://127.0.0.1:9/\n', 'service.yaml': config };
    const { call } = await startServer({ files });
    const message = async (json: object): Promise<unknown> =>
      (await call('POST', '/stress/start', { json: { files: ['a.http'], ...json } })).json;
    const refused = (text: string): unknown => ({ error: 'Bad Request', message: text });
    expect(await message({ profile: 'slow', duration: '20s' })).toEqual(refused(RAMP_UP));
    expect(await message({ profile: 'slow', vus: 6 })).toEqual(
      refused('vus must be at most maxVUs, which is 5'),
    );
    expect(await message({ profile: 'wild' })).toEqual(refused(DURATION));
    const broken = await startServer({ files: { ...files, 'service.yaml': 'timeout: [' } });
    const json = { files: ['a.http'], duration: '1s' };
    const response = await broken.call('POST', '/stress/start', { json });
    expect(response.status).toBe(400);
    expect(response.json).toMatchObject({
      message: expect.stringMatching(/^service\.yaml is not valid: line 1/),
    });
    expect((await broken.get('/stress/profiles')).status).toBe(400);
  });

  it('every change in read-only mode', async () => {
    const files = {
      'a.http': 'GET http://127.0.0.1:9/\n',
      'service.yaml': 'stress: {profiles: {x: {duration: 1s}}}\n',
    };
    const { call, get } = await startServer({ files, args: ['--read-only'] });
    const json = { files: ['a.http'], duration: '1s', name: 'y' };
    for (const [method, path] of [
      ['POST', '/stress/start'],
      ['POST', '/stress/stop'],
      ['POST', '/stress/profiles'],
      ['PUT', '/stress/profiles/x'],
      ['DELETE', '/stress/profiles/x'],
    ] as const) {
      const response = await call(method, path, { json });
      expect([response.status, response.json], path).toEqual([
        403,
        { error: 'Forbidden', message: 'the server is in read-only mode' },
      ]);
    }
    expect((await get('/stress/status')).status).toBe(200);
    expect((await get('/stress/result')).status).toBe(404);
    expect((await get('/stress/profiles')).json).toEqual([{ name: 'x', duration: '1s' }]);
  });
});
