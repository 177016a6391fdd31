import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { METRICS } from '../primitives/threshold.js';
import { CONFIG_KEYS, CONFIG_SHAPE, type Config, type StressProfile } from './config.js';
import { checkConfig, typedConfig } from './config-check.js';
import { configSchema } from './config-schema.js';
import { keysOf, shapeWithin, type Keys, type Shape } from './config-shape.js';

const messages = (data: unknown): string[] => checkConfig(data).map(({ message }) => message);
const accepted = new Ajv2020({ strict: true, strictTypes: false, allErrors: false }).compile(configSchema());

describe('checkConfig', () => {
  it('accepts the example of the specification', () => {
    const data = {
      defaultEnvironment: 'local',
      timeout: 15000,
      headers: { Accept: 'application/json' },
      secrets: ['deskKey'],
      environments: {
        local: { baseUrl: 'http://localhost:7070', deskKey: '${DESK_KEY:-dev-only}' },
        staging: { baseUrl: 'https://desk.staging.example.test', deskKey: '${DESK_KEY}' },
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
    [{ retries: 0 }, 'retries must be a whole number above 0'],
    [{ retries: 1.5 }, 'retries must be a whole number above 0'],
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
      { stress: { profiles: { a: { duration: '0s' } } } },
      'stress.profiles.a.duration must be a duration such as 30s or 1m30s, above 0',
    ],
    [
      { stress: { profiles: { a: { duration: '1s', thresholds: { p95: '>1s' } } } } },
      'stress.profiles.a.thresholds.p95 must be a duration, after < or <=, such as <250ms',
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
    expectTypeOf<StressProfile['duration']>().toEqualTypeOf<string | number>();
    expectTypeOf(CONFIG_KEYS.concurrency.default).toEqualTypeOf<5>();
  });
});

describe('configSchema', () => {
  it('is a draft 2020-12 document with every key described', () => {
    const { $schema, properties } = configSchema() as {
      $schema: string;
      properties: Record<string, { description: string }>;
    };
    expect($schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(Object.keys(properties)).toEqual(Object.keys(CONFIG_KEYS));
    for (const { description } of Object.values(properties)) expect(description).not.toBe('');
  });

  it('accepts exactly what the check accepts', () => {
    fc.assert(
      fc.property(fc.oneof(valid(CONFIG_SHAPE), mutated), (data) => {
        expect(messages(data).length === 0).toBe(accepted(data));
      }),
      { numRuns: 3000 },
    );
  });

  it('accepts what is generated as valid', () => {
    fc.assert(
      fc.property(valid(CONFIG_SHAPE), (data) => {
        expect(messages(data)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('CONFIG_KEYS', () => {
  it('names each flag and variable once, and its defaults pass its own check', () => {
    const rows = rowsOf(CONFIG_KEYS);
    const named = rows.flatMap(({ flag, variable }) => [flag, variable]).filter((name) => name !== undefined);
    expect(new Set(named).size).toBe(named.length);
    for (const name of named) expect(name).toMatch(/^(?:--[a-z]+(?:-[a-z]+)*|SVC_[A-Z]+(?:_[A-Z]+)*)$/);
    const defaults = Object.entries(CONFIG_KEYS).filter(([, row]) => row.default !== undefined);
    expect(messages(Object.fromEntries(defaults.map(([name, row]) => [name, row.default])))).toEqual([]);
  });
});

function rowsOf(keys: Keys): Keys[string][] {
  return Object.values(keys).flatMap((row) => [
    row,
    ...(row.shape.kind === 'object' ? rowsOf(keysOf(row.shape)) : []),
  ]);
}

/** Texts near the borders of every rule. */
const edgy = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '0s',
    '1s',
    '1.5s',
    '1m30s',
    '30',
    '00',
    '0.0',
    '-1s',
    '0.5%',
    '100%',
    '100.1%',
    '0.005',
    '1',
    '1.0',
    '2',
    '<1s',
    '<= 5ms',
    '>1s',
    '> 40',
    '>=40',
    '<40',
    'auto',
    '1.1',
    'json',
    'JSON',
    'active',
    'active2',
    '\n',
    '\0',
    'a\nb',
    '${X}',
    '$${X}',
    'http://h',
    'http://',
    'HTTPS://h:1/x',
    'http://h:x',
    'http://u@h',
    'http://u@v@h',
    'http://[::1]',
    'http://a b',
    'x-y',
    '\ud800',
  ),
  fc.string({ maxLength: 6 }),
  fc.stringMatching(/^[<>= 0-9.%mshx]{0,7}$/),
);
const junk = fc.oneof(
  edgy,
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -0,
    1,
    -1,
    1.1,
    2,
    0.5,
    100,
    101,
    1e21,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    [],
    {},
  ),
  fc.double(),
  fc.array(edgy, { maxLength: 3 }),
  fc.dictionary(safeName(), edgy, { maxKeys: 2, noNullPrototype: true }),
);

function safeName(): fc.Arbitrary<string> {
  const known = [...Object.keys(CONFIG_KEYS), ...METRICS, 'duration', 'caCert', 'x-', 'x-a', 'X-a', 'active'];
  return fc.oneof(fc.constantFrom(...known), edgy).filter((name) => name !== '__proto__');
}

function valid(shape: Shape): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case 'any':
      return junk;
    case 'boolean':
      return fc.boolean();
    case 'number':
      return fc.integer({
        min: Math.max(shape.above ?? 0, shape.least ?? 0) + 1,
        max: shape.most ?? 100_000,
      });
    case 'text':
      return fc
        .oneof(edgy, fc.constantFrom('a', 'http://h'))
        .filter((text) => new RegExp(shape.pattern, 'u').test(text));
    case 'word':
      return fc.constantFrom<unknown>(...shape.words, ...shape.numbers);
    case 'duration':
      return fc.constantFrom('1s', '1m30s', '250ms');
    case 'threshold':
      return fc.constantFrom(
        ...(shape.metric === 'rps'
          ? [1, '>=4', '4']
          : shape.metric === 'errors'
            ? ['1%', 0.1]
            : ['1s', '<2ms']),
      );
    case 'list':
      return fc.uniqueArray(valid(shapeWithin(shape)), { maxLength: 3 });
    case 'map': {
      const name = safeName().filter((text) => new RegExp(shape.names.pattern, 'u').test(text));
      return fc.dictionary(name, valid(shapeWithin(shape)), { maxKeys: 3, noNullPrototype: true });
    }
    default: {
      const rows = Object.entries(keysOf(shape)).map(([name, row]) => [name, valid(row.shape)] as const);
      return fc.record(Object.fromEntries(rows), {
        requiredKeys: [...shape.required],
        noNullPrototype: true,
      });
    }
  }
}

/** A valid document with one or two places changed. */
const mutated = fc
  .tuple(
    valid(CONFIG_SHAPE),
    fc.array(fc.tuple(fc.nat(), safeName(), junk, fc.constantFrom('set', 'delete', 'add')), {
      minLength: 1,
      maxLength: 2,
    }),
  )
  .map(([data, changes]) => {
    const copy: unknown = structuredClone(data);
    for (const [seed, name, value, how] of changes) change(copy, seed, name, value, how);
    return copy;
  });

function change(
  data: unknown,
  seed: number,
  name: string,
  value: unknown,
  how: 'set' | 'delete' | 'add',
): void {
  if (typeof data !== 'object' || data === null) return;
  const members = Object.keys(data);
  const chosen = members[seed % Math.max(members.length, 1)];
  const target = data as Record<string, unknown>;
  const inner = chosen === undefined ? undefined : target[chosen];
  if (typeof inner === 'object' && inner !== null && seed % 3 !== 0)
    return change(inner, Math.floor(seed / 3), name, value, how);
  if (how === 'add' || chosen === undefined) target[name] = value;
  else if (how === 'set') target[chosen] = value;
  else delete target[chosen];
}
