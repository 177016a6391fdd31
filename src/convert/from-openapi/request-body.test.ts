import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { importedText, lossLines } from '../../../test/support/runs/imported.js';
import { indentJson } from '../../primitives/json-scanner.js';
import { convertOpenapi } from './convert-openapi.js';

interface Sent {
  readonly text: string;
  readonly losses: readonly string[];
}

/** What stands behind the request line of one POST. */
async function sent(content: object, components: object = {}): Promise<Sent> {
  const paths = { '/a': { post: { operationId: 'make', requestBody: { content } } } };
  const source = JSON.stringify({ openapi: '3.1.0', paths, components });
  const converted = await convertOpenapi(source, { tests: false, saveBodies: false, location: '' });
  const text = importedText(converted);
  return { text: text.slice(text.indexOf('/a\n') + 3), losses: lossLines(converted) };
}

async function json(schema: unknown, schemas: object = {}): Promise<unknown> {
  const { text } = await sent({ 'application/json': { schema } }, { schemas });
  return JSON.parse(text.slice(text.indexOf('\n\n')));
}

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

describe('the media type of a body', () => {
  it.each([
    [['text/plain', 'application/json'], 'application/json'],
    [['text/plain', 'application/vnd.x+json', 'multipart/form-data'], 'application/vnd.x+json'],
    [['application/json; charset=utf-8'], 'application/json; charset=utf-8'],
    [['text/csv', 'application/x-www-form-urlencoded'], 'application/x-www-form-urlencoded'],
    [['application/octet-stream', 'text/csv', 'text/plain'], 'text/csv'],
    [['image/png'], 'image/png'],
    [['*/*'], 'application/json'],
  ])('of %j is %s', async (types, chosen) => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    const { text } = await sent(Object.fromEntries(types.map((type) => [type, { schema }])));
    expect(text.split('\n')[0]).toBe(`Content-Type: ${chosen}`);
  });

  it('needs a file when it is binary', async () => {
    expect((await sent({ 'image/png': {} })).text).toBe('Content-Type: image/png\n\n< ./make.bin\n');
  });
});

describe('a JSON body', () => {
  it('has the keys and integers of its example as they are written', async () => {
    const example = '{"10":9007199254740993,"2":{"b":1,"1":[12345678901234567891]},"a":2}';
    const source = `{"openapi":"3.1.0","paths":{"/a":{"post":{"requestBody":{"content":{"application/json":{"example":${example}}}}}}}}`;
    const text = importedText(
      await convertOpenapi(source, { tests: false, saveBodies: false, location: '' }),
    );
    expect(text).toContain(`\n\n${indentJson(example, {})}\n`);
  });

  it.each([
    ['examples come first', { example: { a: 1 }, properties: { b: {} } }, { a: 1 }],
    ['examples[0] of 3.1', { examples: [[1, 2]], type: 'array' }, [1, 2]],
    [
      'default, then const, then enum',
      { properties: { a: { default: 1, const: 2 }, b: { const: 3 }, c: { enum: [null, 4] } } },
      { a: 1, b: 3, c: 4 },
    ],
    [
      'allOf with examples of its parts',
      {
        allOf: [
          { example: { a: 'x' }, properties: { a: { type: 'string' } } },
          { properties: { b: { type: 'integer' } } },
        ],
      },
      { a: 'x', b: 1 },
    ],
    [
      'the first of oneOf that is not null',
      { oneOf: [{ type: 'null' }, { type: 'object', properties: { a: { type: 'boolean' } } }] },
      { a: true },
    ],
    [
      'one element in a list',
      { type: 'array', items: { type: 'string', format: 'email' } },
      ['user@example.com'],
    ],
    [
      'keys such as __proto__',
      JSON.parse('{"properties": {"__proto__": {"type": "string"}, "constructor": {"type": "integer"}}}'),
      JSON.parse('{"__proto__": "example", "constructor": 1}'),
    ],
    [
      'words of formats',
      {
        properties: {
          d: { type: 'string', format: 'date' },
          u: { type: 'string', format: 'uri' },
          o: { type: 'string', format: 'other' },
        },
      },
      { d: '2030-01-15', o: 'example', u: 'https://example.com' },
    ],
  ])('%s', async (_, schema, expected) => {
    expect(await json(schema)).toEqual(expected);
  });

  it('stops in circles at depth 5', async () => {
    const schemas = { Node: { type: 'object', properties: { next: ref('Node') } } };
    expect(await json(ref('Node'), schemas)).toEqual({ next: { next: { next: { next: { next: {} } } } } });
    expect(await json(ref('Loop'), { Loop: ref('Loop') })).toEqual({});
  });

  it('names the alternative that a discriminator asks for', async () => {
    const discriminator = { propertyName: 'kind', mapping: { kitty: '#/components/schemas/Cat' } };
    const schemas = {
      Pet: { oneOf: [ref('Cat'), ref('Dog')], discriminator },
      Cat: {
        type: 'object',
        properties: { kind: { type: 'string' }, lives: { type: 'integer', example: 9 } },
      },
      Dog: { type: 'object', properties: { kind: { type: 'string' } } },
    };
    expect(await json(ref('Pet'), schemas)).toEqual({ kind: 'kitty', lives: 9 });
  });

  it('is cut when its schema has no end', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `S${i}`);
    const properties = Object.fromEntries(names.map((name) => [name.toLowerCase(), ref(name)]));
    const schemas = Object.fromEntries(names.map((name) => [name, { type: 'object', properties }]));
    const { text, losses } = await sent({ 'application/json': { schema: ref('S0') } }, { schemas });
    expect(text.length).toBeLessThan(300_000);
    expect(losses).toEqual([
      '/paths/~1a/post/requestBody: the schema is too large; only a part of it was written',
    ]);
  });

  it('keeps texts of the document literal, and big integers whole', async () => {
    const source = `openapi: 3.0.0
paths: { /a: { post: { requestBody: { content: { application/json: { example: { t: "a{{b}}", n: 9223372036854775807 } } } } } } }`;
    const converted = await convertOpenapi(source, { tests: false, saveBodies: false, location: '' });
    expect(importedText(converted)).toContain('"t": "a\\{{b}}",\n  "n": 9223372036854775807\n');
  });

  it('that is given as text is written as the JSON it holds', async () => {
    const { text } = await sent({ 'application/json': { example: '{"a":  1}' } });
    expect(text).toBe('Content-Type: application/json\n\n{"a":  1}\n');
  });
});

describe('forms', () => {
  const schema = {
    type: 'object',
    properties: {
      file: { type: 'string', format: 'binary' },
      tags: { type: 'array', items: { type: 'string' }, example: ['a', 'b'] },
      id: { type: 'integer', readOnly: true },
      meta: { type: 'object', properties: { k: { type: 'string' } } },
    },
  };

  it('are lines of fields', async () => {
    const encoding = { meta: { style: 'deepObject', explode: true } };
    const { text } = await sent({ 'application/x-www-form-urlencoded': { schema, encoding } });
    expect(text).toBe(
      'Content-Type: application/x-www-form-urlencoded\n\n& file = example\n& meta[k] = example\n& tags = a\n& tags = b\n',
    );
  });

  it('of several parts are blocks, with files for the user to supply', async () => {
    const encoding = { file: { contentType: 'image/png' } };
    const { text } = await sent({ 'multipart/form-data': { schema, encoding } });
    expect(text).toBe(
      dedent`

        >>>multipart
        file file @./file.bin; type=image/png
        field meta = {"k": "example"}
        field tags = a
        field tags = b
        <<<
      `,
    );
  });
});

it('builds XML by the hints of its schema', async () => {
  const schemas = {
    Order: {
      type: 'object',
      xml: { name: 'order' },
      properties: {
        id: { type: 'integer', xml: { attribute: true } },
        note: { type: 'string', example: 'a < b & c' },
        lines: { type: 'array', xml: { wrapped: true }, items: { type: 'string', xml: { name: 'line' } } },
      },
    },
  };
  const { text } = await sent({ 'application/xml': { schema: ref('Order') } }, { schemas });
  expect(text).toBe(`Content-Type: application/xml

<?xml version="1.0" encoding="UTF-8"?>
<order id="1">
  <lines>
    <line>example</line>
  </lines>
  <note>a &lt; b &amp; c</note>
</order>
`);
});
