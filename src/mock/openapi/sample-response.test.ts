/** Every response that is sampled fulfils its own schema. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ResolvedSchema } from '../../evaluation/json-schema/references/registry.js';
import { ApiDescription } from './api-description.js';
import { sampleSchema } from './sample-response.js';

type Schema = Readonly<Record<string, unknown>>;

const NAMES = ['id', 'name', 'parts', 'key'] as const;

const scalar: fc.Arbitrary<Schema> = fc.oneof(
  fc
    .record({ low: fc.integer({ min: -50, max: 50 }), size: fc.integer({ min: 1, max: 9 }) })
    .map(({ low, size }): Schema => ({ type: 'integer', minimum: low, maximum: low + size })),
  fc
    .integer({ min: 1, max: 9 })
    .map((step): Schema => ({ type: 'number', multipleOf: step, exclusiveMinimum: step })),
  fc
    .record({ least: fc.integer({ min: 0, max: 9 }), more: fc.integer({ min: 0, max: 9 }) })
    .map(({ least, more }): Schema => ({ type: 'string', minLength: least, maxLength: least + more })),
  fc
    .constantFrom('date', 'date-time', 'email', 'uuid', 'uri', 'ipv4')
    .map((format): Schema => ({ type: 'string', format })),
  fc.constantFrom<Schema>(
    { type: 'boolean' },
    { type: ['null', 'integer'] },
    { type: 'null' },
    { enum: ['open', 'done'] },
    { const: { a: [1] } },
    { type: 'string', pattern: '^[A-Z]{2}-\\d+$' },
    { type: 'string', example: 'blue' },
    { type: 'integer', example: 'none' },
    {},
  ),
);

const { schema } = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.constant<Schema>({ $ref: '#/components/schemas/Shared' }),
    fc
      .record({
        properties: fc.dictionary(fc.constantFrom(...NAMES), tie('schema'), { maxKeys: 3 }),
        required: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 3 }),
        marked: fc.constantFrom(...NAMES),
        mark: fc.constantFrom('readOnly', 'writeOnly'),
      })
      .map(({ properties, required, marked, mark }): Schema => {
        const own = properties[marked];
        const all = own ? { ...properties, [marked]: { ...own, [mark]: true } } : properties;
        return { type: 'object', properties: all, required };
      }),
    fc
      .record({ items: tie('schema'), least: fc.integer({ min: 0, max: 4 }) })
      .map(({ items, least }): Schema => ({ type: 'array', items, minItems: least })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf): Schema => ({ anyOf })),
    tie('schema').map((inner): Schema => ({ allOf: [inner, { description: 'the same' }] })),
  ),
}));

async function described(
  written: Schema,
  shared: Schema,
): Promise<{ description: ApiDescription; target: ResolvedSchema }> {
  const root = { openapi: '3.1.0', paths: {}, components: { schemas: { Shared: shared } } };
  const main = { location: 'api.json', root };
  const description = new ApiDescription({ main, root, others: new Map(), version: '3.x' });
  return { description, target: await description.schemas.locate(written, 'api.json') };
}

async function sampleOf(written: Schema, shared: Schema = {}): Promise<unknown> {
  const { description, target } = await described(written, shared);
  return (await sampleSchema(target, description))?.value;
}

describe('a sampled response', () => {
  it('fulfils its schema', async () => {
    const property = fc.asyncProperty(schema, schema, async (written, other) => {
      const next = { $ref: '#/components/schemas/Shared' };
      const shared = { type: 'object', properties: { value: other, next, list: { items: next } } };
      const { description, target } = await described(written, shared);
      const sampled = await sampleSchema(target, description);
      const options = { maxViolations: 3, unneeded: 'writeOnly' } as const;
      expect(sampled).toBeDefined();
      expect(await description.schemas.violations(sampled?.value, target, options)).toEqual([]);
    });
    await fc.assert(property, { numRuns: 400 });
  }, 60_000);

  it('has no member that only clients write, at any depth', async () => {
    const key = { type: 'string', writeOnly: true };
    const inner = { type: 'object', required: ['key'], properties: { key, id: { type: 'integer' } } };
    const written = {
      type: 'object',
      properties: { key: { $ref: '#/components/schemas/Shared' }, list: { type: 'array', items: inner } },
      example: { key: 'x', list: [{ key: 'y', id: 3 }] },
    };
    const { description, target } = await described(written, key);
    expect(await sampleSchema(target, description)).toEqual({ value: { list: [{ key: 'y', id: 3 }] } });
    const { description: plain, target: own } = await described({ ...written, example: undefined }, key);
    expect(await sampleSchema(own, plain)).toEqual({ value: { list: [{ id: 1 }] } });
  });

  it('prefers the default of a list of values to its first', async () => {
    const state = { type: 'string', enum: ['open', 'done'], default: 'done' };
    const level = { allOf: [{ enum: [1, 2, 3] }, { example: 2 }] };
    const wrong = { enum: ['a', 'b'], default: 'c' };
    expect(await sampleOf({ type: 'object', properties: { state, level, wrong } })).toEqual({
      state: 'done',
      level: 2,
      wrong: 'a',
    });
  });

  it('keeps everything else when a member has a wrong example or cannot be made', async () => {
    const sampled = await sampleOf({
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'integer', example: 'seven' },
        name: { type: 'string', example: 'Rex' },
        password: { type: 'string', pattern: '^(?=.*[A-Z])(?=.*[0-9]).{8,}$' },
        owner: { type: 'object', required: ['mail'], properties: { mail: { example: 3, type: 'string' } } },
        parts: {
          type: 'array',
          items: { type: 'object', properties: { at: { example: 'x', type: 'number' } } },
        },
        note: { type: 'object', example: {}, required: ['text'], properties: { text: { type: 'string' } } },
      },
    });
    expect(sampled).toEqual({
      id: 1,
      name: 'Rex',
      owner: { mail: 'sample' },
      parts: [{ at: 1 }],
      note: { text: 'sample' },
    });
  });

  it('names the chosen alternative where a discriminator tells it', async () => {
    const cat = { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } };
    const oneOf = [{ $ref: '#/components/schemas/Shared' }, { type: 'string' }];
    const mapping = { kitty: '#/components/schemas/Shared' };
    const named = { oneOf, discriminator: { propertyName: 'kind', mapping } };
    expect(await sampleOf(named, cat)).toEqual({ kind: 'kitty' });
    expect(await sampleOf({ oneOf, discriminator: { propertyName: 'kind' } }, cat)).toEqual({
      kind: 'Shared',
    });
    const given = { ...cat, properties: { kind: { type: 'string', example: 'dog' } } };
    expect(await sampleOf(named, given)).toEqual({ kind: 'kitty' });
    const fixed = { ...cat, properties: { kind: { enum: ['dog'] } } };
    expect(await sampleOf(named, fixed)).toEqual({ kind: 'dog' });
    const base = { ...cat, discriminator: { propertyName: 'kind', mapping } };
    expect(await sampleOf({ $ref: '#/components/schemas/Shared' }, base)).toEqual({ kind: 'kitty' });
  });

  it('ends with required members that contain themselves', async () => {
    const shared = {
      type: 'object',
      required: ['inner'],
      properties: { inner: { $ref: '#/components/schemas/Shared' } },
    };
    const { description, target } = await described({ $ref: '#/components/schemas/Shared' }, shared);
    expect(await sampleSchema(target, description)).toBeUndefined();
  });
});
