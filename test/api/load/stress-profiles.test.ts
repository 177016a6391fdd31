import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { startServer } from '../../support/servers/running-server.js';

const CONFIG = `# Ours
timeout: 500 # short

stress:
  profiles:
    # every evening
    evening:
      duration: 5m   # long enough
      rate: 40
      rampUp: 0
      thresholds: { p95: 250ms, errors: 0.005 } # agreed
    "b c": {duration: 1s, vus: 2}

headers: {X-A: 'b'}
`;

const KEYS = 'valid keys are p50, p95, p99, max, mean, errors, rps';
const NAME = 'name must be 1 to 64 letters, digits, spaces, "_", "-" or "."';

/** Errors of both POST and PUT. */
const REFUSED: readonly (readonly [object, string])[] = [
  [{ duration: '25h' }, 'duration must be a duration above 0 and at most 24h'],
  [
    { duration: 5 },
    'duration must be a duration above 0 and at most 24h; "5" has no unit; write 5ms, 5s, 5m or 5h',
  ],
  [{ rate: 0 }, 'rate must be a number above 0 and at most 100000'],
  [{ rate: 'x' }, 'rate must be a number above 0 and at most 100000'],
  [{ vus: 10_001 }, 'vus must be a whole number from 1 to 10000'],
  [{ vus: '1' }, 'vus must be a whole number from 1 to 10000'],
  [{ maxVUs: 1.5 }, 'maxVUs must be a whole number from 1 to 10000'],
  [{ vus: 3, maxVUs: 2 }, 'vus must be at most maxVUs, which is 2'],
  [{ duration: '1s', rampUp: '2s' }, 'rampUp must be a duration from 0 to duration'],
  [{ thinkTime: '2h' }, 'thinkTime must be a duration from 0 to 1h'],
  [{ thinkTime: 5 }, 'thinkTime must be a duration from 0 to 1h; "5" has no unit; write 5ms, 5s, 5m or 5h'],
  [{ rate: 100_001 }, 'rate must be a number above 0 and at most 100000'],
  [{ workers: 2, rate: 10_000_001 }, 'rate must be a number above 0 and at most 10000000'],
  [{ workers: 'some' }, 'workers must be a whole number from 1 to 500, or all'],
  [{ workers: 2, minWorkers: 3 }, 'minWorkers must be at most workers, which is 2'],
  [{ onLoss: 'wait' }, 'onLoss must be one of continue, stop, adopt'],
  [{ thresholds: 'x' }, 'thresholds must be an object with keys of p50, p95, p99, max, mean, errors, rps'],
  [{ thresholds: { p42: '1s' } }, `thresholds.p42 must be left out: ${KEYS}`],
  [{ thresholds: { rps: '< 5' } }, `thresholds.rps must be a number, after > or >=, such as >40 (${KEYS})`],
  [{ stages: [{ duration: '1s', vus: 0 }] }, 'stages must be above 0 at least once'],
  [
    { duration: '1s', stages: [{ duration: '2s', rate: 4 }] },
    'duration must be the total of stages, which is 2s',
  ],
  [{ stages: [{ duration: '1s', rate: 4 }], rate: 3 }, 'rate must be left out beside stages'],
  [{ abort: { rps: 4 } }, 'abort takes p50, p95, p99, max, mean and errors'],
  [{ abortWindow: '6m' }, 'abortWindow must be a duration from 1s to 5m'],
];

describe('stress profiles', () => {
  it('are listed by name with the fields that are set', async () => {
    const { get } = await startServer({ files: { 'service.yaml': CONFIG } });
    const { text } = await get('/stress/profiles');
    expect(text).toBe(
      '[{"name":"b c","duration":"1s","vus":2},' +
        '{"name":"evening","duration":"5m","rate":40,"rampUp":"0","thresholds":{"p95":"250ms","errors":"0.005"}}]\n',
    );
  });

  it('are created, with the config file if there is none', async () => {
    const { call, get, root } = await startServer();
    expect((await get('/stress/profiles')).text).toBe('[]\n');
    const profile = {
      name: 'Früh 1_a-b.c',
      duration: '30s',
      rate: 5,
      vus: 2,
      maxVUs: 2,
      rampUp: '0',
      thinkTime: '1.5s',
      thresholds: { p95: '< 2s', errors: '0.5%', rps: 3 },
    };
    const { status, text } = await call('POST', '/stress/profiles', { json: { ...profile, other: 1 } });
    expect([status, text]).toEqual([201, '{"name":"Früh 1_a-b.c"}\n']);
    expect((await get('/stress/profiles')).json).toEqual([
      { ...profile, thresholds: { ...profile.thresholds, rps: '3' } },
    ]);
    const path = join(root, 'service.yaml');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const again = await call('POST', '/stress/profiles', { json: profile });
    expect([again.status, again.json]).toEqual([
      409,
      { error: 'Conflict', message: 'stress profile already exists: Früh 1_a-b.c' },
    ]);
  });

  it('change field by field, and no other byte', async () => {
    const { call, get, root } = await startServer({ files: { 'service.yaml': CONFIG } });
    const text = (): Promise<string> => readFile(join(root, 'service.yaml'), 'utf8');
    const put = async (name: string, json: object): Promise<void> => {
      const response = await call('PUT', `/stress/profiles/${name}`, { json });
      expect([response.status, response.json]).toEqual([200, { name: decodeURIComponent(name) }]);
    };
    await put('evening', {});
    await put('evening', { name: 'other', duration: null });
    expect(await text()).toBe(CONFIG);
    await put('evening', { duration: '10m', rate: null, thresholds: { p95: '200ms', errors: 0.005 } });
    let expected = CONFIG.replace('5m   #', '"10m"   #')
      .replace('      rate: 40\n', '')
      .replace('250ms', '"200ms"');
    expect(await text()).toBe(expected);
    await put('b%20c', { rate: 7, thresholds: null });
    expected = expected.replace('vus: 2}', 'vus: 2, rate: 7}');
    expect(await text()).toBe(expected);
    await put('evening', { thresholds: null, rampUp: null });
    expect((await get('/stress/profiles')).json).toEqual([
      { name: 'b c', duration: '1s', rate: 7, vus: 2 },
      { name: 'evening', duration: '10m' },
    ]);
    const gone = await call('DELETE', '/stress/profiles/evening');
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await get('/stress/profiles')).json).toEqual([{ name: 'b c', duration: '1s', rate: 7, vus: 2 }]);
    const left = await text();
    expect(left).toContain('timeout: 500 # short\n');
    expect(left).toMatch(/\n\nheaders: \{X-A: 'b'\}\n$/);
    expect((await get('/config')).json).toMatchObject({ timeout: 500, headers: { 'X-A': 'b' } });
  });

  it('may have a larger load when workers send it', async () => {
    const { call, get } = await startServer({ files: { 'service.yaml': CONFIG } });
    const put = async (json: object): Promise<unknown> => {
      const response = await call('PUT', '/stress/profiles/evening', { json });
      return response.status === 200 || (response.json as { message: string }).message;
    };
    expect(await put({ workers: 'all', minWorkers: 3, onLoss: 'stop', rate: 10_000_000 })).toBe(true);
    expect(await put({ rate: 200_000 })).toBe(true);
    expect(await put({ workers: 2 })).toBe('minWorkers must be at most workers, which is 2');
    expect(await put({ workers: null })).toBe('rate must be a number above 0 and at most 100000');
    expect((await get('/stress/profiles')).json).toMatchObject([
      { name: 'b c' },
      { name: 'evening', rate: 200_000, workers: 'all', minWorkers: 3, onLoss: 'stop' },
    ]);
    expect(await put({ workers: null, minWorkers: null, onLoss: null, rate: 5 })).toBe(true);
    const added = { name: 'wide', duration: '1s', vus: 20_000, workers: 3 };
    expect((await call('POST', '/stress/profiles', { json: added })).status).toBe(201);
    expect((await get('/stress/profiles')).json).toContainEqual(added);
  });

  it('are refused with the rule that they break, without writing anything', async () => {
    const { call, root } = await startServer({ files: { 'service.yaml': CONFIG } });
    const message = async (method: string, path: string, json: object): Promise<unknown> => {
      const response = await call(method, path, { json });
      return [response.status, (response.json as { message: string }).message];
    };
    for (const [fields, rule] of REFUSED) {
      const json = { name: 'new', duration: '1m', ...fields };
      expect(await message('POST', '/stress/profiles', json), rule).toEqual([400, rule]);
      expect(await message('PUT', '/stress/profiles/evening', fields), rule).toEqual([400, rule]);
      // Fields are checked before the profile is looked up.
      expect(await message('PUT', '/stress/profiles/none', fields), rule).toEqual([400, rule]);
    }
    const made = (json: object): Promise<unknown> => message('POST', '/stress/profiles', json);
    expect(await made({ duration: '1s' })).toEqual([400, 'name is required']);
    expect(await made({ name: 'x' })).toEqual([400, 'duration is required']);
    for (const name of ['a/b', 'a\n', 'x'.repeat(65), 'a:b', '€'])
      expect(await made({ name, duration: '1s' }), name).toEqual([400, NAME]);
    expect(await made({ name: '__proto__', duration: '1s' })).toEqual([
      400,
      'name must be other than __proto__',
    ]);
    const put = (json: object): Promise<unknown> => message('PUT', '/stress/profiles/b%20c', json);
    expect(await put({ maxVUs: 1 })).toEqual([400, 'vus must be at most maxVUs, which is 1']);
    expect(await put({ rampUp: '2s' })).toEqual([400, 'rampUp must be a duration from 0 to duration']);
    for (const name of ['none', '__proto__', 'constructor', 'toString']) {
      const missing = [404, `stress profile not found: ${name}`];
      expect(await message('PUT', `/stress/profiles/${name}`, { rate: 1 })).toEqual(missing);
      expect(await message('DELETE', `/stress/profiles/${name}`, {})).toEqual(missing);
    }
    expect(await readFile(join(root, 'service.yaml'), 'utf8')).toBe(CONFIG);
  });

  it('are never written to a file that is not valid', async () => {
    const bad = dedent`
      stress:
        profiles: [
    `;
    const { call, get, root } = await startServer({ files: { 'service.yaml': bad } });
    const json = { name: 'x', duration: '1s' };
    for (const response of [
      await get('/stress/profiles'),
      await call('POST', '/stress/profiles', { json }),
      await call('PUT', '/stress/profiles/x', { json }),
      await call('DELETE', '/stress/profiles/x'),
    ]) {
      expect(response.status).toBe(400);
      expect(response.json).toMatchObject({
        message: expect.stringMatching(/^service\.yaml is not valid: line \d/),
      });
    }
    expect(await readFile(join(root, 'service.yaml'), 'utf8')).toBe(bad);
    await writeFile(join(root, 'service.yaml'), '');
    expect((await call('POST', '/stress/profiles', { json })).status).toBe(201);
  });
});
