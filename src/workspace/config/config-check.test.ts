import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { CONFIG_KEYS, type Config, type StressProfile } from './config.js';
import { checkConfig, typedConfig } from './config-check.js';
import { configSchema } from './config-schema.js';

const messages = (data: unknown): string[] => checkConfig(data).map(({ message }) => message);
const accepted = new Ajv2020({ strict: true, strictTypes: false, allErrors: false }).compile(configSchema());

describe('checkConfig', () => {
  it('accepts a complete example', () => {
    const data = {
      defaultEnvironment: 'local',
      timeout: 15000,
      headers: { Accept: 'application/json' },
      secrets: ['apiKey'],
      environments: {
        local: { baseUrl: 'http://localhost:7070', apiKey: '${API_KEY:-dev-only}' },
        staging: { baseUrl: 'https://desk.staging.example.test', apiKey: '${API_KEY}' },
      },
      stress: {
        profiles: {
          evening: { duration: '5m', rate: 40, rampUp: '30s', thresholds: { p95: '250ms', errors: '0.5%' } },
        },
      },
    };
    expect(messages(data)).toEqual([]);
    expect(typedConfig(data)).toEqual(data);
  });

  it.each([
    [{ timeoutt: 1 }, 'unknown key "timeoutt"; did you mean "timeout"?'],
    [{ tls: { zzz: 1 } }, 'unknown key "zzz"; valid keys here: caCert, clientCert, clientKey'],
    [
      { stress: { profiles: { a: { duration: '1s', rmapUp: '1s' } } } },
      'unknown key "rmapUp"; did you mean "rampUp"?',
    ],
    [{ timeout: 0 }, 'timeout must be a number above 0'],
    [{ timeout: '5' }, 'timeout must be a number above 0'],
    [{ timeout: Number.POSITIVE_INFINITY }, 'timeout must be a number above 0'],
    [{ retries: -1 }, 'retries must be a whole number of at least 0'],
    [{ retries: 1.5 }, 'retries must be a whole number of at least 0'],
    [{ retryDelay: -1 }, 'retryDelay must be a whole number of at least 0'],
    [{ maxRedirects: 101 }, 'maxRedirects must be a whole number from 0 to 100'],
    [{ followRedirects: 'yes' }, 'followRedirects must be true or false'],
    [{ defaultEnvironment: '' }, 'defaultEnvironment must be non-empty text'],
    [{ defaultEnvironment: 7 }, 'defaultEnvironment must be non-empty text; put it in quotes'],
    [{ proxy: 'socks5://h:1' }, 'proxy must be an http:// or https:// URL, or empty'],
    [{ httpVersion: 3 }, 'httpVersion must be one of auto, 1.1, 2'],
    [{ headers: { A: 1 } }, 'headers.A must be one line of text; put it in quotes'],
    [{ headers: { A: 'x\ny' } }, 'headers.A must be one line of text'],
    [{ headers: { 'A b': 'x' } }, 'headers."A b" must be a header name'],
    [{ headers: null }, 'headers must be a map; write {} for an empty one'],
    [
      { reporters: ['jsno'] },
      'reporters[0] must be one of console, json, junit, tap, html, ctrf, github, har; did you mean "json"?',
    ],
    [{ reporters: ['json', 'json'] }, 'reporters[1] repeats an earlier entry; remove it'],
    [{ secrets: 'x' }, 'secrets must be a list'],
    [{ environments: { dev: null } }, 'environments.dev must be a map; write {} for an empty one'],
    [
      { environments: { active: {} } },
      'environments.active must be an environment name other than "active", which is reserved',
    ],
    [{ coverage: { min: 101 } }, 'coverage.min must be a number from 0 to 100'],
    [{ stress: { profiles: { a: {} } } }, 'stress.profiles.a needs the key "duration"'],
    [
      { stress: { profiles: { a: { duration: 30 } } } },
      'stress.profiles.a.duration must be a duration such as 30s or 1m30s, above 0; "30" has no unit; write 30ms, 30s, 30m or 30h',
    ],
    [
      { stress: { profiles: { a: { duration: '1s', thresholds: { p95: 200 } } } } },
      'stress.profiles.a.thresholds.p95 must be a duration, after < or <=, such as <250ms; "200" has no unit; write 200ms, 200s, 200m or 200h',
    ],
    [
      { stress: { profiles: { a: { duration: '0s' } } } },
      'stress.profiles.a.duration must be a duration such as 30s or 1m30s, above 0',
    ],
    [
      { stress: { profiles: { a: { duration: '1s', thresholds: { p95: '>1s' } } } } },
      'stress.profiles.a.thresholds.p95 must be a duration, after < or <=, such as <250ms',
    ],
    [
      { stress: { profiles: { a: { stages: [] } } } },
      'stress.profiles.a.stages must be a list of 1 to 100 stages',
    ],
    [
      { stress: { profiles: { a: { stages: [{ duration: '1s', rate: 5 }], rate: 5 } } } },
      'stress.profiles.a.rate must be left out beside stages',
    ],
    [
      { stress: { profiles: { a: { stages: [{ duration: '1s', rate: 5 }], rampUp: '1s' } } } },
      'stress.profiles.a.rampUp must be left out beside stages',
    ],
    [
      { stress: { profiles: { a: { stages: [{ duration: '1s', rate: 5, vus: 5 }] } } } },
      'stress.profiles.a.stages[0] must be a map with duration and either rate or vus, the same in all stages',
    ],
    [
      { stress: { profiles: { a: { stages: [{ duration: 0, vus: 5 }, { duration: '1s' }] } } } },
      'stress.profiles.a.stages[1] must be a map with duration and either rate or vus, the same in all stages',
    ],
    [
      { stress: { profiles: { a: { stages: [{ vus: 5 }] } } } },
      'stress.profiles.a.stages[0] needs the key "duration"',
    ],
    [
      { stress: { profiles: { a: { duration: '1s', abort: { rps: 5 } } } } },
      'unknown key "rps"; valid keys here: p50, p95, p99, max, mean, errors',
    ],
    [[], 'the file must be a map; write {} for an empty one'],
    [{ ['k'.repeat(500)]: 1 }, expect.stringMatching(/^unknown key "k{60}…"; valid keys here: /)],
  ])('refuses %j', (data, message) => {
    expect(messages(data)).toEqual([message]);
    expect(accepted(data)).toBe(false);
  });

  it.each([
    {},
    { 'x-any': { a: [1] }, tls: { 'x-b': 1 }, $schema: './schema.json' },
    { httpVersion: 2 },
    { httpVersion: 1.1 },
    { httpVersion: '1.1' },
    { proxy: '' },
    { proxy: '${PROXY:-}' },
    { proxy: 'http://user:pass@proxy.example.test:3128/' },
    { proxy: 'https://[::1]:8080' },
    {
      stress: {
        profiles: {
          a: {
            stages: [
              { duration: '30s', rate: 50 },
              { duration: 0, rate: 0 },
            ],
            abort: { p95: '2s' },
          },
          b: { duration: '1m', stages: [{ duration: '1m', vus: 0 }], abortWindow: '5s', maxVUs: 20 },
          c: { duration: '1m', workers: 'all', minWorkers: 500, onLoss: 'stop' },
          d: { duration: '1m', workers: 2, minWorkers: 2 },
        },
      },
    },
    { environments: { dev: { a: null, b: [1, { c: true }], 'any name': 1.5 }, 'x-shared': {} } },
    {
      stress: {
        profiles: {
          a: { duration: '1m30s', rampUp: 0, thinkTime: '0', thresholds: { errors: 0.005, rps: 50, max: 0 } },
        },
      },
    },
  ])('accepts %j', (data) => {
    expect(messages(data)).toEqual([]);
    expect(accepted(data)).toBe(true);
  });

  it('lists all problems', () => {
    expect(messages({ timeout: 0, nope: 1, stress: { profiles: { a: { rate: 0 } } } })).toHaveLength(4);
  });

  it('never repeats a value that may be secret', () => {
    const secret = 'hunter2-secret';
    const data = {
      proxy: `socks://${secret}`,
      headers: { A: `${secret}\n`, B: { c: secret } },
      environments: { active: { a: secret }, dev: secret },
      secrets: secret,
    };
    expect(messages(data)).toHaveLength(6);
    expect(messages(data).join('\n')).not.toContain(secret);
  });
});

describe('typedConfig', () => {
  it('drops x- keys and turns words into text', () => {
    expect(typedConfig({ 'x-a': 1, httpVersion: 1.1, tls: { 'x-b': 1, caCert: 'a.pem' } })).toEqual({
      httpVersion: '1.1',
      tls: { caCert: 'a.pem' },
    });
  });

  it('has the types of the table', () => {
    expectTypeOf<Config['timeout']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Config['httpVersion']>().toEqualTypeOf<'auto' | '1.1' | '2' | undefined>();
    expectTypeOf<NonNullable<Config['environments']>>().toEqualTypeOf<
      Readonly<Record<string, Readonly<Record<string, unknown>>>>
    >();
    expectTypeOf<StressProfile['duration']>().toEqualTypeOf<string | number | undefined>();
    expectTypeOf(CONFIG_KEYS.concurrency.default).toEqualTypeOf<5>();
  });
});
