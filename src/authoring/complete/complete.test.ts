import { describe, expect, it } from 'vitest';
import { describeFunction } from '../../request-file/describe-word.js';
import { parseText } from '../../request-file/parse-file.js';
import { BLOCK_KINDS } from '../../request-file/text/blocks.js';
import { DIRECTIVES } from '../../request-file/text/directives.js';
import { functionNames } from '../../request-file/text/function-names.js';
import type { LineRegion } from '../../request-file/text/line-region.js';
import { METHODS } from '../../request-file/text/methods.js';
import { completionsAt, type CompletionPlace } from './complete.js';
import { completionMarkdown, type Completions, type CompletionNames } from './completion-item.js';
import { elementPlaceholders } from './element-names.js';
import { folderToList, pathItems } from './complete-path.js';

const NAMES: CompletionNames = {
  requests: [
    { name: 'login', captures: ['token', 'user'] },
    { name: 'read order', captures: [] },
  ],
  variables: ['host'],
  environment: ['baseUrl'],
  columns: ['id', 'sku'],
  elements: ['order', 'order.id'],
  requestsOf: (path) => (path === './auth.http' ? ['session'] : []),
};

function at(
  before: string,
  region: LineRegion,
  options: Partial<CompletionPlace> = {},
): Completions | undefined {
  return completionsAt({ before, region, isExplicit: false, ...options }, NAMES);
}

function labels(before: string, region: LineRegion, options: Partial<CompletionPlace> = {}): string[] {
  return (at(before, region, options)?.items ?? []).map(({ label }) => label);
}

describe('what @each gives', () => {
  it.each([
    ['# @each {{list}}', ['each', 'each_number']],
    ['# @each [{"id": 1}, {"id": 2, "a b": 3}, 4] as o', ['o', 'each_number', 'o.id']],
    ['# @each 1..3 as n', ['n', 'each_number']],
    ['# @loop for x of {{list}}', ['x']],
    ['# @loop 3', []],
    ['# @data a.csv', []],
  ])('%s', (directive, names) => {
    const [request] = parseText(`${directive}\nGET http://x/\n`, 'a.http').requests;
    expect(request && elementPlaceholders(request)).toEqual(names);
  });
});

describe('names and words', () => {
  it.each([
    ['X: {{', 'headers', 6, ['host', 'baseUrl', 'login.token', 'login.user', 'row.id', 'row.sku', '$uuid']],
    ['{"a": "{{ row.s', 'body', 11, ['row.id', 'row.sku']],
    ['{"a": {{or', 'body', 9, ['order', 'order.id']],
    ['GET {{$ran', 'head', 7, ['$random', '$random.integer']],
    ['# @auth b', 'head', 9, ['bearer', 'basic', 'oauth2 client_credentials']],
    ['# @depends lo', 'head', 12, ['login', 'read order']],
    ['# @depends login, ', 'head', 19, ['login', 'read order']],
    ['# @depends login, ./auth.http#', 'head', 31, ['session']],
    ['# @mock.sequence ', 'head', 18, ['cycle', 'last']],
    ['# @mock.fault st', 'head', 15, ['status 503', 'slow-body 1KB/s']],
    ['# @mock.when ', 'head', 14, ['query', 'path', 'header', 'cookie', 'body']],
    ['# @mock.when query.a == 1 unless c', 'head', 34, ['cookie']],
    ['# @mock.when header X-', 'head', 21, ['Content-Type']],
    ['# @mock.when header X-A ex', 'head', 25, ['exists']],
    ['# @mock.when query.a ', 'head', 22, ['==', 'matches']],
    ['// @ti', 'headers', 5, ['timeout', 'stress.weight']],
    ['>>>c', 'body', 4, ['capture', 'multipart', 'mock']],
    ['expect st', 'assertions', 8, ['status', 'body', 'jsonpath']],
    ['expect body.id exists when s', 'assertions', 28, ['status']],
    ['id from body.id when s', 'capture', 22, ['status']],
    ['expect body.id == 7 when status ', 'assertions', 33, ['==', '!contains']],
    ['expect body.id type i', 'assertions', 21, ['integer', 'string']],
    ['expect header Con', 'assertions', 15, ['Content-Type']],
    ['expect header ETag e', 'assertions', 20, ['exists', 'endsWith']],
    ['expect n ', 'db', 10, ['==']],
    ['id from b', 'capture', 9, ['body', 'text']],
    ['id f', 'capture', 4, ['from']],
    ['ex', 'assertions', 1, ['expect']],
    ['fi', 'multipart', 1, ['field', 'file']],
    ['content-type: app', 'headers', 15, ['application/json']],
    ['P', 'head', 1, ['POST', 'Accept']],
  ] as const)('after %j of %s start in column %d with %j', (before, region, column, wanted) => {
    const found = at(before, region);
    expect(found?.column).toBe(column);
    expect(found?.items.map(({ label }) => label)).toEqual(expect.arrayContaining([...wanted]));
  });

  it('come from the tables of the language, each with its meaning', () => {
    expect(labels('# @', 'head', { isExplicit: true })).toEqual(
      [...DIRECTIVES.values()].map(({ name }) => name),
    );
    expect(labels('X: {{$', 'head')).toEqual(functionNames().map((name) => `$${name}`));
    expect(labels('G', 'head')).toEqual(expect.arrayContaining([...METHODS]));
    const items = ['# @', 'X: {{$', '>>>'].flatMap(
      (before) => at(before, 'head', { isExplicit: true })?.items ?? [],
    );
    const asserted = ['expect ', 'expect status '].flatMap((before) => at(before, 'assertions')?.items ?? []);
    expect([...items, ...asserted].filter((item) => !item.meaning?.endsWith('.'))).toEqual([]);
    expect(at('# @time', 'head')?.items.find(({ label }) => label === 'timeout')).toMatchObject({
      detail: expect.stringContaining('duration') as string,
      example: '# @timeout 5 s',
    });
    const random = at('X: {{$', 'head')?.items.find(({ label }) => label === '$random');
    expect(random).toMatchObject({ detail: '([min, max])', meaning: describeFunction('random')?.meaning });
  });

  it('put what the user has named first', () => {
    const items = at('X: {{', 'head')?.items ?? [];
    const sorted = items.toSorted((a, b) => a.rank - b.rank).map(({ label }) => label);
    expect(sorted.slice(0, 3)).toEqual(['order', 'order.id', 'host']);
    expect(sorted.indexOf('row.sku')).toBeLessThan(sorted.indexOf('$uuid'));
  });

  it.each([
    ['', 'assertions'],
    ['>>>', 'body'],
    ['expect', 'assertions'],
    ['expect body', 'assertions'],
    ['expect body.id exists', 'assertions'],
    ['GET', 'head'],
  ] as const)('wait in %j of %s until they are asked for, because Enter accepts them', (before, region) => {
    expect(at(before, region)).toBeUndefined();
    expect(labels(before, region, { isExplicit: true })).not.toEqual([]);
  });

  it.each([
    ['expect st', 'shell'],
    ['P', 'body'],
    ['select ', 'graphql'],
    ['GET http://x', 'head'],
    ['# a comment', 'head'],
    ['X: \\{{', 'headers'],
    ['X: {{$uuid}} ', 'headers'],
  ] as const)('are not offered in %j of %s', (before, region) => {
    expect(at(before, region, { isExplicit: true })).toBeUndefined();
  });

  it('cost little in a line of any length', () => {
    const long = `# @depends ${' '.repeat(200_000)},${' '.repeat(200_000)}`;
    expect(at(`${long}x`, 'head')).toBeUndefined();
    expect(at(`${'{'.repeat(200_000)}"{{ho`, 'body')?.column).toBe(200_004);
  });
});

describe('paths', () => {
  it.each([
    ['# @depends ./sub/o', 'head', 12, { written: './sub/o', purpose: 'request' }],
    ['# @depends login, ../', 'head', 19, { written: '../', purpose: 'request' }],
    ['# @data ./or', 'head', 9, { written: './or', purpose: 'data' }],
    ['< ./bo', 'body', 3, { written: './bo', purpose: 'any' }],
    ['<@ ./bo', 'body', 4, { written: './bo', purpose: 'any' }],
    ['expect body schema ./or', 'assertions', 20, { written: './or', purpose: 'any' }],
    ['expect body.items each schema "./or', 'assertions', 32, { written: './or', purpose: 'any' }],
    ['file scan @./sc', 'multipart', 12, { written: './sc', purpose: 'any' }],
    ['file @ sc', 'multipart', 8, { written: 'sc', purpose: 'any' }],
  ] as const)('after %j of %s start in column %d and are %j', (before, region, column, paths) => {
    expect(at(before, region)).toEqual({ column, items: [], paths });
  });

  const ENTRIES = ['sub/', 'a.http', 'b.SPEC', 'c.csv', 'd.json', 'e f.http', '.env', '.git/', 'x#1.http'];

  it.each([
    [{ written: './', purpose: 'request' }, './', ['./sub/', './a.http', './b.SPEC']],
    [{ written: '../x/a', purpose: 'data' }, '../x/', ['../x/sub/', '../x/c.csv', '../x/d.json']],
    [{ written: '', purpose: 'any' }, '', ['./sub/', './a.http', './b.SPEC', './c.csv', './d.json']],
    [{ written: './.', purpose: 'any' }, './', ['./.env', './.git/', './a.http']],
  ] as const)('of %j are those of the folder %j that fit', (query, folder, wanted) => {
    expect(folderToList(query)).toBe(folder);
    const written = pathItems(query, ENTRIES).map(({ insert }) => insert);
    expect(written).toEqual(expect.arrayContaining([...wanted]));
    if (!query.written.endsWith('.')) expect(written).toHaveLength(wanted.length);
  });

  it('have files before folders', () => {
    expect(pathItems({ written: './', purpose: 'any' }, ['a/', 'b'])).toEqual([
      { label: 'a/', kind: 'file', rank: 1, detail: 'folder', insert: './a/' },
      { label: 'b', kind: 'file', rank: 0, detail: 'file', insert: './b' },
    ]);
  });
});

describe('blocks', () => {
  it('are offered whole where snippets can be filled in', () => {
    const { column, items = [] } = at('>>>', 'body', { hasSnippets: true }) ?? {};
    expect(column).toBe(4);
    expect(items.map(({ label }) => label)).toEqual([...BLOCK_KINDS]);
    expect(items[0]).toMatchObject({ snippet: '\n${1:expect status == 200}\n<<<\n$0', rank: 0 });
    expect(items[1]).toMatchObject({ snippet: 'capture\n${1:id from body.id}\n<<<\n$0' });
    expect(items.find(({ label }) => label === 'variables')?.snippet).toBe(
      'variables\n${1:{ "id": 7 \\}}\n<<<\n$0',
    );
    expect(labels('>>>cap', 'body', { hasSnippets: true })).toContain('capture');
  });

  it.each(BLOCK_KINDS)('%s can be parsed when its snippet is filled in', (kind) => {
    const found = at('>>>', 'body', { hasSnippets: true })?.items.find(({ label }) => label === kind);
    const filled = (found?.snippet ?? '')
      .replace('${1:', '')
      .replace(/\}\n<<<\n\$0$/, '\n<<<\n')
      .replaceAll(/\\([\\$}])/g, '$1');
    const document = kind === 'variables' ? '>>>graphql\nquery Order($id: ID!) { a }\n<<<\n\n' : '';
    const head = kind === 'db' ? '# @db sqlite:./shop.db\n' : '';
    const { diagnostics } = parseText(`${head}POST http://x/\n\n${document}>>>${filled}`, 'a.http');
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(diagnostics.map(({ code }) => code).filter((code) => code !== 'unused_capture')).toEqual([]);
  });
});

describe('the Markdown of an item', () => {
  it('has meaning and example', () => {
    expect(completionMarkdown({ meaning: 'One `a` *b*.', example: '# @a' })).toBe(
      'One `a` \\*b\\*.\n\n```http\n# @a\n```',
    );
    expect(completionMarkdown({})).toBe('');
  });
});
