import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { METRICS } from '../../primitives/threshold.js';
import { CONFIG_KEYS, CONFIG_SHAPE } from './config.js';
import { checkConfig } from './config-check.js';
import { configSchema } from './config-schema.js';
import { keysOf, shapeWithin, type Keys, type Shape } from './config-shape.js';

const messages = (data: unknown): string[] => checkConfig(data).map(({ message }) => message);
const accepted = new Ajv2020({ strict: true, strictTypes: false, allErrors: false }).compile(configSchema());

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
      { numRuns: 2000 },
    );
  }, 60_000);

  it('accepts what is generated as valid', () => {
    fc.assert(
      fc.property(valid(CONFIG_SHAPE), (data) => {
        expect(messages(data)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  }, 60_000);
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
