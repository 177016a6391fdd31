import { describe, expect, it } from 'vitest';
import type { Request, RequestFile } from './model/model.js';
import { parseText } from './parse-file.js';
import { unwritableFields } from './check-writable.js';

const SOUND: RequestFile = parseText(
  '@v = 1\n### a\nPOST http://127.0.0.1:1/\nA: b\n? c = d\n\n{}\n',
  'a.http',
);

function spoil(change: Partial<Request>): readonly { field: string; reason: string }[] {
  const [request] = SOUND.requests;
  if (!request) throw new Error('the sound file has one request');
  const { layout: _layout, ...rest } = request;
  return unwritableFields({ ...SOUND, requests: [{ ...rest, ...change }] });
}

const json = (raw: string): Partial<Request> => ({ body: { contentType: 'json', raw, line: 0 } });
const graphql = (text: string): Partial<Request> => ({
  body: { contentType: 'graphql', raw: '', line: 0, graphql: text, variables: null },
});
const header = (key: string, value: string): Partial<Request> => ({ headers: [{ key, value, line: 0 }] });
const query = (key: string, value: string): Partial<Request> => ({ queryParams: [{ key, value, line: 0 }] });
const mock = (status: number, body: string): Partial<Request> => ({
  mock: { status, headers: [], body, line: 0 },
});
const tail = (text: string): Partial<Request> => ({ foreign: [{ text, line: 0, place: 'tail' }] });

describe('unwritable', () => {
  it('finds nothing in a sound tree, with and without its layout', () => {
    expect(unwritableFields(SOUND)).toEqual([]);
    expect(spoil({})).toEqual([]);
  });

  it.each<[string, Partial<Request>, string]>([
    ['body.raw', json('{\n###'), 'line 2 begins with `###`'],
    ['body.raw', json('{\r>>>x'), 'line 2 begins with `>>>`'],
    ['body.raw', json('{\r\n> {% x %}\n}'), 'line 2 would be read as a script of another client'],
    ['body.raw', json('{}\n?? x'), 'line 2 would be read as a `??` check of another client'],
    ['body.raw', json('{}\n'), 'it ends with a line end'],
    ['body.raw', json('{}\r\n \t'), 'it ends with a line end'],
    ['body.raw', json(' '), 'it is blank'],
    ['body.raw', json('{"\0"}'), 'it holds a NUL character'],
    ['body.raw', json('"\ud83d"'), 'it holds half of a character (a lone surrogate)'],
    ['body.contentType', json('plain'), 'it would not read back as it is'],
    ['body', json('# comment'), 'it would not read back as it is'],
    ['body.graphql', graphql('query\n<<<'), 'line 2 begins with `<<<`'],
    ['body.graphql', graphql('###'), 'line 1 begins with `###`'],
    ['body.graphql', graphql('query\n>>>'), 'line 2 begins with `>>>`'],
    ['body.graphql', graphql('query\n\n'), 'it ends with a blank line'],
    ['mock.body', mock(200, 'a\n<<<'), 'line 2 begins with `<<<`'],
    ['mock.status', mock(0, '200 OK'), 'it would not read back as it is'],
    ['mock.status', mock(100, 'x'), 'it would not read back as it is'],
    ['headers[0].value', header('A', 'b\r'), 'it holds a line break'],
    ['headers[0].value', header('A', ' b'), 'it begins or ends with a blank'],
    ['headers[0].value', header('A', 'b\t'), 'it begins or ends with a blank'],
    ['headers[0].key', header('A b', 'c'), 'it is no header name'],
    ['headers[0].key', header('#a', 'c'), 'it is no header name'],
    ['queryParams[0].key', query('a=b', 'c'), 'it holds `=`, which would end it'],
    ['queryParams[0].key', query('', 'c'), 'it is empty'],
    ['queryParams[0].value', query('a', 'b\nc'), 'it holds a line break'],
    ['url', { url: '' }, 'it is empty'],
    ['url', { url: 'http://127.0.0.1/ ' }, 'it begins or ends with a blank'],
    ['method', { method: 'get' }, 'it is no method'],
    ['title', { title: ' a', name: ' a' }, 'it begins or ends with a blank'],
    ['name', { title: 'a', name: '' }, 'it would not read back as it is'],
    ['tags[0]', { tags: ['a,b'] }, 'it would not read back as it is'],
    ['description', { description: 'a\nb' }, 'it holds a line break'],
    ['metadata.before[0]', { metadata: { before: ['a\nb'] } }, 'it holds a line break'],
    ['metadata.timeout', { metadata: { timeout: 0 } }, 'it would not read back as it is'],
    ['metadata.Upper', { metadata: { Upper: 'x' } }, 'it would not read back as it is'],
    [
      'metadata.auth',
      { metadata: { auth: { type: 'basic', params: ['only'] } } },
      'it would not read back as it is',
    ],
    ['comments[0]', { comments: ['no mark'] }, 'it does not begin with `#` or `//`'],
    ['comments[0]', { comments: ['### x'] }, 'it would be a separator'],
    ['comments[0]', { comments: ['# @name x'] }, 'it would be a directive'],
    ['endComments', { endComments: ['# behind a body'] }, 'they would become part of the body'],
    ['endComments[0]', { endComments: ['# @x'], ...tail('> {% x %}') }, 'it would be a directive'],
    ['foreign[0].text', tail('console.log(1)'), 'it is no construct of another client'],
    ['foreign[0].text', tail('> {%\n###\n%}'), 'line 2 begins with `###`'],
    ['foreign[0].text', { foreign: [{ text: '< {%', line: 0, place: 'head' }] }, 'it is never closed'],
    [
      'shell[0].command',
      { shell: [{ command: '-x', ignoreFailure: false, line: 0 }] },
      'it begins with `-`, which would ignore its failure',
    ],
    [
      'shell[0].command',
      { shell: [{ command: '//x', ignoreFailure: false, line: 0 }] },
      'it would be a comment',
    ],
    [
      'captures[0].path',
      { captures: [{ name: 'a', source: 'jsonpath', path: 'a\nb', line: 0 }] },
      'it holds a line break',
    ],
    [
      'captures[0]',
      { captures: [{ name: '1', source: 'status', path: '', line: 0 }] },
      'it would not read back as it is',
    ],
    [
      'assertions[0]',
      { assertions: [{ subject: 'status', operator: 'in', expected: 200, line: 0 }] },
      'it would not read back as it is',
    ],
    [
      'assertions[0]',
      { assertions: [{ subject: 'body.a > b', operator: 'equals', expected: 1, line: 0 }] },
      'it would not read back as it is',
    ],
  ])('names %s of %j', (field, change, reason) => {
    expect(spoil(change)[0]).toEqual({ field: `requests[0].${field}`, reason });
  });

  it('lists every finding of the rules, in the order of the tree', () => {
    const file: RequestFile = {
      ...SOUND,
      comments: ['x'],
      variables: [{ name: 'a b', value: 'c\nd', line: 0, comments: ['# ok', '# no '] }],
    };
    expect(unwritableFields(file).map(({ field }) => field)).toEqual([
      'comments[0]',
      'variables[0].name',
      'variables[0].value',
      'variables[0].comments[1]',
    ]);
  });

  it('names the request whose text reads back with an error', () => {
    const query = { query: 'select 1', line: 0, assertions: [] };
    expect(spoil({ db: [query] })).toEqual([{ field: 'requests[0]', reason: '`>>>db` needs `# @db`' }]);
  });
});
