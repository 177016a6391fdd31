import { describe, expect, it } from 'vitest';
import { derived } from '../../test/support/runs/mock-routes.js';

/** The body for a schema beside further assertions, and what is wrong with it. */
async function bodyFor(schema: unknown, ...assertions: readonly string[]): Promise<unknown> {
  const readFile = (): Promise<Buffer> => Promise.resolve(Buffer.from(JSON.stringify(schema)));
  const { response, warnings } = await derived(['body schema ./crate.json', ...assertions], { readFile });
  expect(warnings).toEqual([]);
  return JSON.parse(response.body);
}

const CRATE = {
  $defs: {
    size: { type: 'object', required: ['width'], properties: { width: { type: 'number', minimum: 2.5 } } },
  },
  type: 'object',
  required: ['id', 'owner', 'sizes', 'extra'],
  additionalProperties: true,
  properties: {
    id: { type: 'integer', exclusiveMinimum: 10 },
    owner: { type: 'string', minLength: 8, maxLength: 9 },
    kind: { enum: ['box', 'bag'] },
    state: { const: 'new' },
    made: { type: 'string', format: 'date-time' },
    code: { type: 'string', pattern: '^[A-Z]{3}-\\d{4}$' },
    sizes: { type: 'array', minItems: 2, items: { $ref: '#/$defs/size' } },
    open: { type: ['boolean', 'null'] },
  },
};

describe('a body for a schema', () => {
  it('has what the schema asks for', async () => {
    expect(await bodyFor(CRATE)).toEqual({
      id: 11,
      owner: 'samplesa',
      kind: 'box',
      state: 'new',
      made: '2031-04-07T09:15:02.087Z',
      code: 'AAA-1111',
      sizes: [{ width: 3 }, { width: 3 }],
      open: true,
      extra: 'sample',
    });
  });

  it('ends with null what contains itself', async () => {
    const node = (next: object): object => ({ type: 'object', required: ['next'], properties: { next } });
    const ofApi = {
      openapi: '3.0.3',
      components: { schemas: { Node: node({ $ref: '#/components/schemas/Node', nullable: true }) } },
    };
    const readFile = (): Promise<Buffer> => Promise.resolve(Buffer.from(JSON.stringify(ofApi)));
    const { response, warnings } = await derived(['body schema ./api.json#/components/schemas/Node'], {
      readFile,
    });
    const list = (depth: number): unknown => (depth === 0 ? null : { next: list(depth - 1) });
    expect([JSON.parse(response.body), warnings]).toEqual([list(5), []]);
    expect(await bodyFor({ ...node({ $ref: '#' }), type: ['object', 'null'] })).toEqual(list(5));
  });

  it('includes the values of other assertions', async () => {
    const body = await bodyFor(
      CRATE,
      'body.id exists',
      'body.owner == "adalovel"',
      'body.sizes[1].width > 7',
    );
    expect(body).toMatchObject({ id: 11, owner: 'adalovel', sizes: [{ width: 3 }, { width: 8 }] });
  });

  it.each<[string, unknown, unknown]>([
    ['alternatives', { oneOf: [{ type: 'integer', maximum: -3 }, { type: 'string' }] }, -3],
    [
      'all of several',
      { allOf: [{ type: 'object', required: ['a'] }, { properties: { a: { type: 'null' } } }] },
      { a: null },
    ],
    ['a second alternative', { type: 'string', anyOf: [{ const: 1 }, { minLength: 2 }] }, 'sample'],
    ['multiples', { type: 'integer', multipleOf: 4, minimum: 5 }, 8],
    ['narrow ranges', { type: 'number', exclusiveMinimum: 0.1, maximum: 0.3 }, 0.2],
    [
      'unique items',
      { type: 'array', minItems: 3, uniqueItems: true, items: { type: 'integer' } },
      [1, 2, 3],
    ],
    ['tuples', { prefixItems: [{ type: 'string' }, { type: 'boolean' }], items: false }, ['sample', true]],
    ['no items', { type: 'array', maxItems: 0 }, []],
    ['examples', { type: 'string', examples: ['Ada'] }, 'Ada'],
    ['examples that are wrong', { type: 'integer', default: 'none', minimum: 3 }, 3],
    [
      'draft 4',
      {
        $schema: 'http://json-schema.org/draft-04/schema#',
        type: 'integer',
        minimum: 2,
        exclusiveMinimum: true,
      },
      3,
    ],
    ['members without a schema', { minProperties: 2 }, { sample1: 'sample', sample2: 'sample' }],
    ['anything', {}, { status: 'ok' }],
  ])('knows %s', async (_what, schema, expected) => {
    expect(await bodyFor(schema)).toEqual(expected);
  });

  it('ends where a schema refers to itself', async () => {
    const tree = {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, next: { $ref: '#' } },
    };
    expect(JSON.stringify(await bodyFor(tree)).length).toBeLessThan(300);
  });

  it('of a part stands in its place', async () => {
    const readFile = (): Promise<Buffer> => Promise.resolve(Buffer.from(JSON.stringify(CRATE)));
    const { response, warnings } = await derived(['body.items[0] schema ./crate.json#/$defs/size'], {
      readFile,
    });
    expect([JSON.parse(response.body), warnings]).toEqual([{ items: [{ width: 3 }] }, []]);
  });

  it.each([
    ['nothing can satisfy', { type: 'object', required: ['next'], properties: { next: { $ref: '#' } } }],
    ['nothing may satisfy', { not: {} }],
    ['is too long', { type: 'array', minItems: 100_000 }],
    ['is none', { type: 7 }],
  ])('cannot be created for one that %s, with a warning', async (_what, schema) => {
    const readFile = (): Promise<Buffer> => Promise.resolve(Buffer.from(JSON.stringify(schema)));
    const { warnings } = await derived(['body schema ./crate.json'], { readFile });
    expect(warnings).toEqual([
      'depot.http:5: the mock response of read does not pass `body schema ./crate.json`; a mock block could',
    ]);
  });
});
