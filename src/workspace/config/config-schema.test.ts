import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { METRICS } from '../../primitives/threshold.js';
import type { Shape } from '../../primitives/shapes/check-shape.js';
import { CONFIG_KEYS, CONFIG_SHAPE } from './config.js';
import { checkConfig } from './config-check.js';
import { configSchema } from './config-schema.js';
import { secretProblems } from './secrets/secret-entries.js';
import type { SettingFields } from './config-setting.js';
import { caseCount } from '../../../test/support/generated-cases.js';

/** A schema cannot compare two numbers, so that rule is only our own. */
const COMPARISON = /minWorkers must be at most workers/;
const messages = (data: unknown): string[] =>
  checkConfig(data)
    .map(({ message }) => message)
    .filter((message) => !COMPARISON.test(message));
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
        fc.pre(secretProblems(data).next().done === true);
        expect(messages(data).length === 0).toBe(accepted(data));
      }),
      { numRuns: caseCount(2000, 50) },
    );
  });

  it('accepts what is generated as valid', () => {
    fc.assert(
      fc.property(valid(CONFIG_SHAPE), (data) => {
        fc.pre(secretProblems(data).next().done === true);
        expect(messages(data)).toEqual([]);
      }),
      { numRuns: caseCount(300, 30) },
    );
  });
});

describe('CONFIG_KEYS', () => {
  it('names each flag and variable once, and its defaults pass its own check', () => {
    const named = allSettings(CONFIG_KEYS)
      .flatMap(({ flag, variable }) => [flag, variable])
      .filter((name) => name !== undefined);
    expect(new Set(named).size).toBe(named.length);
    for (const name of named) expect(name).toMatch(/^(?:--[a-z]+(?:-[a-z]+)*|SVC_[A-Z]+(?:_[A-Z]+)*)$/);
    const defaults = Object.entries(CONFIG_KEYS).filter(([, setting]) => setting.default !== undefined);
    expect(messages(Object.fromEntries(defaults.map(([name, setting]) => [name, setting.default])))).toEqual(
      [],
    );
  });
});

type SettingShape = Shape & SettingFields;

function allSettings(settings: object): SettingShape[] {
  return Object.values(settings as Record<string, SettingShape>).flatMap((setting) => [
    setting,
    ...allSettings(setting.properties ?? {}),
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
  const names = [
    ...Object.keys(CONFIG_KEYS),
    ...METRICS,
    'duration',
    'stages',
    'rate',
    'vus',
    'caCert',
    'x-',
    'x-a',
    'X-a',
    'active',
  ];
  return fc.oneof(fc.constantFrom(...names), edgy).filter((name) => name !== '__proto__');
}

function valid(shape: Shape | boolean): fc.Arbitrary<unknown> {
  if (typeof shape === 'boolean') return junk;
  if (shape.enum) return fc.constantFrom(...shape.enum);
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map(valid));
  if (shape.const !== undefined) return fc.constant(shape.const);
  switch (shape.type) {
    case 'boolean':
      return fc.boolean();
    case 'number':
    case 'integer':
      return fc.integer({
        min: Math.max(shape.exclusiveMinimum ?? 0, shape.minimum ?? 0) + (shape.maximum === 1 ? 0 : 1),
        max: shape.maximum ?? 100_000,
      });
    case 'string':
      return fc
        .oneof(edgy, fc.constantFrom('a', 'http://h', 'postgres://h/d', 'redis://h', '1s', '>=4', '1%'))
        .filter((text) => new RegExp(shape.pattern ?? '', 'u').test(text));
    case 'array': {
      const lists = alternatives(shape).map(({ items = {} }) => {
        const each = valid(narrowed(shape.items ?? {}, items));
        return fc.uniqueArray(each, { minLength: shape.minItems ?? 0, maxLength: 3 });
      });
      return fc.oneof(...lists);
    }
    default:
      return fc.oneof(...alternatives(shape).map((each) => validObject(narrowed(shape, each))));
  }
}

/** The rules between keys, which our own check does not read from the schema. */
function alternatives(shape: Shape): readonly Shape[] {
  return (shape as { readonly oneOf?: readonly Shape[] }).oneOf ?? [{}];
}

/** The shape without the members that the alternative forbids, and with those that it requires. */
function narrowed(shape: Shape, alternative: Shape): Shape {
  if (!shape.properties || !alternative.required) return shape;
  const rules = (alternative.properties ?? {}) as Readonly<Record<string, Shape | boolean>>;
  const members = Object.entries(shape.properties).filter(([name]) => rules[name] !== false);
  return {
    ...shape,
    properties: Object.fromEntries(members),
    required: [...(shape.required ?? []), ...alternative.required],
  };
}

function validObject({ properties, required = [], propertyNames, additionalProperties }: Shape) {
  if (properties) {
    const members = Object.entries(properties).map(([name, shape]) => [name, valid(shape)] as const);
    return fc.record(Object.fromEntries(members), { requiredKeys: [...required], noNullPrototype: true });
  }
  const name = safeName().filter((text) => new RegExp(propertyNames?.pattern ?? '', 'u').test(text));
  return fc.dictionary(name, valid(additionalProperties ?? true), { maxKeys: 3, noNullPrototype: true });
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
