import { describe, expect, it } from 'vitest';
import { importedText, lossLines } from '../../../test/support/runs/imported.js';
import { formatRequestFile } from '../../request-file/format-text.js';
import { parseText } from '../../request-file/parse-file.js';
import { convertOpenapi } from './convert-openapi.js';

/** The lines between the title and the assertions of one GET with these parameters. */
async function sent(path: string, parameters: readonly object[], rest: object = {}): Promise<string[]> {
  const paths = { [path]: { get: { parameters, responses: {} } } };
  const source = JSON.stringify({ openapi: '3.0.3', servers: [{ url: 'http://x.test' }], paths, ...rest });
  const converted = await convertOpenapi(source, { tests: false, saveBodies: false, location: '' });
  const text = importedText(converted);
  return text
    .split('\n')
    .filter((line) => /^(?:@(?!baseUrl)|[?]|[A-Za-z-]+: |GET |# (?!@|.*imported))/.test(line));
}

const list = { type: 'array', example: ['a b', 'c'] };
const point = { type: 'object', properties: { x: { example: 1 }, y: { example: 2 } } };

describe('query parameters', () => {
  it.each([
    [{ schema: list }, ['? p = a b', '? p = c']],
    [{ schema: list, explode: false }, ['? p = a b,c']],
    [{ schema: list, style: 'pipeDelimited' }, ['? p = a b|c']],
    [{ schema: list, style: 'spaceDelimited' }, ['? p = a b c']],
    [{ schema: point }, ['? x = 1', '? y = 2']],
    [{ schema: point, explode: false }, ['? p = x,1,y,2']],
    [{ schema: point, style: 'deepObject' }, ['? p[x] = 1', '? p[y] = 2']],
    [{ content: { 'application/json': { schema: point } } }, ['? p = {"x": 1,"y": 2}']],
    [{ schema: {} }, ['? p = {{p}}']],
    [{ schema: { type: 'string', default: '{{x}}' } }, ['? p = \\{{x}}']],
    [{ schema: { type: 'integer', exclusiveMinimum: 4 } }, ['? p = 5']],
    [{ schema: { type: 'number', minimum: 0.5 } }, ['? p = 0.5']],
    [{ example: 9, examples: { a: { value: 1 } }, schema: { example: 2 } }, ['? p = 9']],
    [{ examples: { a: { $ref: '#/x-e' } } }, ['? p = from afar']],
  ])('%j', async (parameter, expected) => {
    const lines = await sent('/', [{ name: 'p', in: 'query', required: true, ...parameter }], {
      'x-e': { value: 'from afar' },
    });
    expect(lines.filter((line) => line.startsWith('?'))).toEqual(expected);
  });

  it('are comments when optional and without an example', async () => {
    const optional = [
      { name: 'a', in: 'query', description: 'How\n many.', schema: { type: 'string', default: 'x' } },
      { name: 'c', in: 'query', description: '@name z', schema: {} },
      { name: 'd', in: 'query', schema: { type: 'array', items: { enum: [3] } } },
    ];
    const comments = ['# How many.', '# & a = x', '# "@name z"', '# & c =', '# & d = 3'];
    const example = { name: 'b', in: 'query', schema: { type: 'string', example: 'y' } };
    expect(await sent('/', [...optional, example])).toEqual(['GET {{baseUrl}}/', ...comments, '? b = y']);
    const header = { name: 'X-B', in: 'header', example: 'y' };
    expect(await sent('/', [...optional, header])).toEqual(['GET {{baseUrl}}/', ...comments, 'X-B: y']);
    expect(await sent('/', optional)).toEqual(['GET {{baseUrl}}/', ...comments]);
  });
});

describe('optional query parameters', () => {
  const optional = [
    { name: 'limit', in: 'query', description: 'How many.', schema: { type: 'integer', default: 20 } },
    { name: 'sort', in: 'query', schema: { type: 'string', default: 'name' } },
  ];

  it.each([
    ['alone', [], []],
    ['beside another parameter', [{ name: 'b', in: 'query', example: 'y' }], ['b=y']],
    ['beside a header', [{ name: 'X-B', in: 'header', example: 'y' }], []],
  ])('%s work when their mark is removed, also after formatting', async (_title, others, query) => {
    const imported = (await sent('/', [...optional, ...others])).join('\n');
    for (const name of ['limit', 'sort']) {
      let text = imported;
      const pairs: string[] = [];
      for (const each of [name, name === 'sort' ? 'limit' : 'sort']) {
        text = text.replace(`# & ${each} =`, `& ${each} =`);
        pairs.push(`${each}=${each === 'limit' ? '20' : 'name'}`);
        const parsed = parseText(text, 'a.http');
        expect(parsed.diagnostics).toEqual([]);
        const found = parsed.requests[0]?.queryParams.map(({ key, value }) => `${key}=${value}`);
        expect(new Set(found)).toEqual(new Set([...pairs, ...query]));
        const formatted = await formatRequestFile(text, 'a.http');
        if (!formatted.ok) throw new Error('the file has errors');
        text = formatted.text;
        expect(text).toContain(`? ${each} =`);
      }
    }
  });
});

describe('path parameters', () => {
  it.each([
    [{ schema: list }, 'a b,c'],
    [{ schema: list, style: 'label' }, '.a b,c'],
    [{ schema: list, style: 'label', explode: true }, '.a b.c'],
    [{ schema: list, style: 'matrix' }, ';p=a b,c'],
    [{ schema: list, style: 'matrix', explode: true }, ';p=a b;p=c'],
    [{ schema: point }, 'x,1,y,2'],
    [{ schema: point, explode: true }, 'x=1,y=2'],
    [{ schema: point, style: 'matrix', explode: true }, ';x=1;y=2'],
    [{ example: 'feature/x?#%20%' }, 'feature%2Fx%3F%23%20%25'],
    [{ schema: { type: 'string', format: 'uuid' } }, '{{$uuid()}}'],
  ])('%j', async (parameter, expected) => {
    const lines = await sent('/v/{p}', [{ name: 'p', in: 'path', required: true, ...parameter }]);
    expect(lines).toEqual([`@p = ${expected}`, 'GET {{baseUrl}}/v/{{p}}']);
  });

  it('share a variable unless they need another value', async () => {
    const get = (operationId: string, example?: unknown) => ({
      get: { operationId, parameters: [{ name: 'id', in: 'path', example }] },
    });
    const paths = {
      '/a/{id}': get('one', 1),
      '/b/{id}': get('two', 2),
      '/c/{id}': get('three', 1),
      '/d/{id}': get('four'),
    };
    const source = JSON.stringify({ openapi: '3.0.0', paths });
    const text = importedText(
      await convertOpenapi(source, { tests: false, saveBodies: false, location: '' }),
    );
    expect(text.match(/^(?:@id|@two|GET).*/gm)).toEqual([
      '@id = 1',
      '@two_id = 2',
      'GET {{baseUrl}}/a/{{id}}',
      'GET {{baseUrl}}/b/{{two_id}}',
      'GET {{baseUrl}}/c/{{id}}',
      'GET {{baseUrl}}/d/{{id}}',
    ]);
  });

  it('share a variable when their values are only made up', async () => {
    const get = (type: string, more: object = {}) => ({
      get: { parameters: [{ name: 'id', in: 'path', required: true, schema: { type }, ...more }] },
    });
    const variablesOf = async (paths: object): Promise<string[]> => {
      const source = JSON.stringify({ openapi: '3.0.0', servers: [{ url: 'http://x.test' }], paths });
      const converted = await convertOpenapi(source, { tests: false, saveBodies: false, location: '' });
      return importedText(converted).match(/^@(?!baseUrl).*|\{\{(?!baseUrl)\w+\}\}/gm) ?? [];
    };
    const used = ['{{id}}', '{{id}}', '{{id}}'];
    const texts = { '/a/{id}': get('string'), '/b/{id}': get('string'), '/c/{id}': get('string') };
    expect(await variablesOf(texts)).toEqual(['@id = example', ...used]);
    expect(await variablesOf({ ...texts, '/b/{id}': get('integer') })).toEqual(['@id = 1', ...used]);
    const example = { ...texts, '/b/{id}': get('string', { example: 'b7' }) };
    expect(await variablesOf(example)).toEqual(['@id = b7', ...used]);
  });

  it('that nobody describes are for the user to supply', async () => {
    expect(await sent('/{baseUrl}/{odd name}.json', [])).toEqual([
      '# Needs: get_baseUrl_odd_name_json_baseUrl, odd_name',
      'GET {{baseUrl}}/{{get_baseUrl_odd_name_json_baseUrl}}/{{odd_name}}.json',
    ]);
  });
});

describe('header and cookie parameters', () => {
  it('become lines, except those that other fields define', async () => {
    const parameters = ['Accept', 'content-type', 'Authorization', 'Content-Length', 'X-List'].map(
      (name) => ({
        name,
        in: 'header',
        schema: list,
      }),
    );
    const cookies = [
      { name: 'sid', in: 'cookie', required: true, schema: { type: 'integer' } },
      { name: 'theme', in: 'cookie', example: 'dark' },
    ];
    expect(await sent('/', [...parameters, ...cookies])).toEqual([
      'GET {{baseUrl}}/',
      'X-List: a b,c',
      'Cookie: sid=1; theme=dark',
    ]);
  });

  it('of the operation replace those of the path', async () => {
    const paths = {
      '/': {
        parameters: [
          { name: 'X-A', in: 'header', example: 'outer' },
          { name: 'X-A', in: 'query', example: 'query' },
        ],
        get: { parameters: [{ name: 'X-A', in: 'header', example: 'inner' }] },
      },
    };
    const source = JSON.stringify({ openapi: '3.0.0', paths });
    const converted = await convertOpenapi(source, { tests: false, saveBodies: false, location: '' });
    expect(importedText(converted)).toContain('? X-A = query\nX-A: inner\n');
    expect(lossLines(converted)).toEqual([]);
  });
});
