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
async function sent(content: object, components: object = {}, full = false): Promise<Sent> {
  const paths = { '/a': { post: { operationId: 'make', requestBody: { content } } } };
  const source = JSON.stringify({ openapi: '3.1.0', paths, components });
  const converted = await convertOpenapi(source, { tests: false, saveBodies: true, location: '', full });
  const text = importedText(converted);
  return { text: text.slice(text.indexOf('/a\n') + 3), losses: lossLines(converted) };
}

async function json(schema: unknown, schemas: object = {}, full = false): Promise<unknown> {
  const { text } = await sent({ 'application/json': { schema } }, { schemas }, full);
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

  it.each([
    ['image/png', 'Content-Type: image/png\n\nplaceholder\n'],
    ['multipart/form-data', '\n>>>multipart\nfield f = placeholder\n<<<\n'],
  ])('has a text for a file where none can be written: %s', async (type, expected) => {
    const schema = { type: 'object', properties: { f: { type: 'string', format: 'binary' } } };
    const paths = {
      '/a': { post: { operationId: 'make', requestBody: { content: { [type]: { schema } } } } },
    };
    const source = JSON.stringify({ openapi: '3.1.0', info: { title: 'T' }, paths });
    const converted = await convertOpenapi(source, { tests: false, saveBodies: false, location: '' });
    expect(importedText(converted)).toContain(
      `### make\n# The text "placeholder" stands for a file.\nPOST {{baseUrl}}/a\n${expected}`,
    );
    expect(importedText(converted)).not.toContain('Needs');
    expect(converted.warnings).toEqual([
      '/paths/~1a/post: a text stands for the file to upload; with -o, a file beside the request file does',
    ]);
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

  it('stops at the first circle, and at depth 5 when everything is wanted', async () => {
    const nodes = { type: 'array', items: ref('Node') };
    const schemas = { Node: { type: 'object', properties: { id: {}, next: ref('Node'), nodes } } };
    expect(await json(ref('Node'), schemas)).toEqual({ id: {}, nodes: [] });
    const needed = { Node: { type: 'object', required: ['next'], properties: { next: ref('Node') } } };
    expect(await json(ref('Node'), needed)).toEqual({ next: {} });
    const endless = { Node: { type: 'object', properties: { next: ref('Node') } } };
    const repeated = { next: { next: { next: { next: { next: {} } } } } };
    expect(await json(ref('Node'), endless, true)).toEqual(repeated);
    expect(await json(ref('Loop'), { Loop: ref('Loop') })).toEqual({});
  });

  it('has optional properties down to depth 2, in the order of the document', async () => {
    const leaf = { type: 'object', required: ['c'], properties: { d: { type: 'boolean' }, c: { const: 1 } } };
    const inner = { type: 'object', properties: { z: leaf, list: { type: 'array', items: leaf }, b: {} } };
    const { text } = await sent({ 'application/json': { schema: { properties: { y: inner, a: {} } } } });
    const body = JSON.parse(text.slice(text.indexOf('\n\n'))) as object;
    expect(JSON.stringify(body)).toBe('{"y":{"z":{"c":1},"list":[{"c":1}],"b":{}},"a":{}}');
    const whole = await json({ properties: { y: inner } }, {}, true);
    expect(whole).toEqual({ y: { z: { d: true, c: 1 }, list: [{ d: true, c: 1 }], b: {} } });
    const atLeast = { ...leaf, minProperties: 2 };
    const nested = { properties: { y: { properties: { z: atLeast } } } };
    expect(await json(nested)).toEqual({ y: { z: { d: true, c: 1 } } });
  });

  it.each<[object, unknown]>([
    [{ type: 'string', pattern: '^sn-[0-9a-f]{4}$' }, 'sn-0000'],
    [{ type: 'string', pattern: '^[a-z]+$' }, 'example'],
    [{ type: 'string', pattern: '^[A-Z0-9]+$', minLength: 9 }, 'EXAMPLEEX'],
    [{ type: 'string', pattern: '^\\d+$', minLength: 3, maxLength: 3 }, '123'],
    [{ type: 'string', pattern: '(' }, 'example'],
    [{ pattern: '^v\\d$' }, 'v1'],
    [{ type: 'string', format: 'ipv4' }, '192.0.2.1'],
    [{ type: 'string', example: 85014 }, '85014'],
    [{ type: 'integer', example: '7' }, 7],
    [{ type: 'number', example: '1e400' }, '1e400'],
    [{ type: 'boolean', example: 'false' }, false],
    [{ type: 'string', example: ['a', 'b'] }, 'a'],
    [{ type: 'array', items: { type: 'string' }, example: 'a' }, ['a']],
    [{ type: 'object', example: 'x = y', properties: { a: { const: 1 } } }, { a: 1 }],
    [{ type: 'string', enum: ['a', 'b'], example: 'Choose' }, 'a'],
    [{ type: 'integer', enum: [1, 2], example: '2' }, 2],
    [{ type: 'array', minItems: 2, items: { const: 3 } }, [3, 3]],
    [{ type: 'array', minItems: 2, uniqueItems: true, items: { enum: [3, 4, 5] } }, [3, 4]],
    [{ type: 'integer', exclusiveMaximum: 1 }, 0],
    [{ type: 'integer', maximum: 1, exclusiveMaximum: true }, 0],
    [{ type: 'integer', maximum: 5 }, 1],
    [{ type: 'null' }, null],
    [
      { required: ['a', 'b'], properties: { a: { type: 'string' }, b: { const: 2 } }, example: { a: 5 } },
      { a: '5', b: 2 },
    ],
  ])('obeys %j', async (schema, expected) => {
    expect(await json({ properties: { v: schema } })).toEqual({ v: expected });
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
    const { text, losses } = await sent({ 'application/json': { schema: ref('S0') } }, { schemas }, true);
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
      'Content-Type: application/x-www-form-urlencoded\n\n& file = example\n& tags = a\n& tags = b\n& meta[k] = example\n',
    );
  });

  it('that are given as text are sent as they are', async () => {
    const media = { schema, example: 'a=1&b=%20{{x}}' };
    const { text, losses } = await sent({ 'application/x-www-form-urlencoded': media });
    expect(text).toBe('Content-Type: application/x-www-form-urlencoded\n\na=1&b=%20\\{{x}}\n');
    expect(losses).toEqual([]);
    const parts = await sent({ 'multipart/form-data': { schema, example: 'a=1' } });
    expect(parts.text).toContain('>>>multipart\nfile file @./file.bin\n');
    expect(parts.losses).toEqual([
      '/paths/~1a/post/requestBody/content/multipart~1form-data: an example of the parts as one text has no counterpart',
    ]);
  });

  it('of several parts are blocks, with files for the user to supply', async () => {
    const encoding = { file: { contentType: 'image/png' } };
    const { text } = await sent({ 'multipart/form-data': { schema, encoding } });
    expect(text).toBe(
      dedent`

        >>>multipart
        file file @./file.bin; type=image/png
        field tags = a
        field tags = b
        field meta = {"k": "example"}
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
  <note>a &lt; b &amp; c</note>
  <lines>
    <line>example</line>
  </lines>
</order>
`);
});
