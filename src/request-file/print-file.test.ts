import { describe, expect, it } from 'vitest';
import { ServiceError } from '../errors.js';
import type { Assertion, Capture, Json, Metadata, Request, RequestFile } from './model/model.js';
import { printFile } from './print-file.js';

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

function built(...requests: readonly Partial<Request>[]): RequestFile {
  return {
    path: 'built.http',
    variables: [],
    requests: requests.map(request),
    diagnostics: [],
    comments: [],
  };
}

function request(given: Partial<Request>): Request {
  const name = given.name ?? given.title ?? '';
  return {
    ...{
      name,
      title: '',
      description: '',
      tags: [],
      method: 'GET',
      url: 'http://127.0.0.1:1/',
      headers: [],
      queryParams: [],
    },
    ...{
      assertions: [],
      captures: [],
      line: 0,
      requestLine: 0,
      metadata: {},
      body: null,
      mock: null,
      db: [],
      shell: [],
    },
    ...{ foreign: [], comments: [], endComments: [] },
    ...given,
  };
}

const pair = (key: string, value: string): { key: string; value: string; line: number } => ({
  key,
  value,
  line: 0,
});

describe('printFile', () => {
  it('writes a built request in canonical order', () => {
    const file = built({
      title: 'Order',
      name: 'order',
      description: 'places an order',
      tags: ['shop', 'slow'],
      method: 'POST',
      queryParams: [pair('dry', '1'), pair('flag', '')],
      headers: [pair('Accept', '*/*'), pair('X-Empty', '')],
      body: { contentType: 'json', raw: '{"a": 1}', line: 0 },
      assertions: [{ subject: 'status', operator: 'equals', expected: 201, line: 0 }],
      captures: [{ name: 'id', source: 'body', path: 'id', line: 0, comment: 'later' }],
      db: [
        {
          query: 'select 1\nfrom t',
          line: 0,
          assertions: [{ subject: 'rows', operator: 'greaterThan', expected: 0, line: 0 }],
        },
      ],
      shell: [{ command: 'true', ignoreFailure: true, line: 0 }],
      mock: { status: 201, headers: [pair('A', 'b')], body: '{}', line: 0 },
      metadata: { custom: 'x', db: 'sqlite:./x.db', timeout: 5000, retry: 2, if: ['{{a}}', 'b == c'] },
      foreign: [{ text: '?? status == 1', line: 0, place: 'tail' }],
      comments: ['# first'],
      endComments: ['# last'],
    });
    expect(printFile(file)).toBe(
      lines(
        '### Order',
        '# first',
        '# @name order',
        '# @description places an order',
        '# @tags shop, slow',
        '# @if {{a}}',
        '# @if b == c',
        '# @timeout 5000',
        '# @retry 2',
        '# @db sqlite:./x.db',
        '# @custom x',
        'POST http://127.0.0.1:1/',
        '? dry = 1',
        '? flag =',
        'Accept: */*',
        'X-Empty:',
        '',
        '{"a": 1}',
        '',
        '>>>',
        'expect status == 201',
        '<<<',
        '',
        '>>>capture',
        'id from body.id # later',
        '<<<',
        '',
        '>>>db',
        'query select 1',
        '  from t',
        'expect rows > 0',
        '<<<',
        '',
        '>>>shell',
        '-true',
        '<<<',
        '',
        '>>>mock',
        'HTTP/1.1 201',
        'A: b',
        '',
        '{}',
        '<<<',
        '',
        '?? status == 1',
        '',
        '# last',
      ),
    );
  });

  it('writes file comments, variables and requests, one blank line apart', () => {
    const file: RequestFile = {
      ...built({ title: '' }, { title: '# odd' }),
      comments: ['# about'],
      variables: [
        { name: 'a', value: '1', line: 0 },
        { name: 'b', value: '', line: 0, secret: true, comments: ['# hidden'] },
      ],
    };
    const url = 'GET http://127.0.0.1:1/';
    expect(printFile(file)).toBe(
      lines('# about', '', '@a = 1', '# hidden', '@secret b =', '', '###', url, '', '### # odd', url),
    );
  });

  it.each<[string, Request['body'], string[]]>([
    [
      'form fields',
      { contentType: 'form', raw: '', line: 0, fields: [pair('a', 'b = c'), pair('d', '')] },
      ['& a = b = c', '& d ='],
    ],
    [
      'a file',
      { contentType: 'file', raw: '', line: 0, path: './a b.bin', interpolate: false },
      ['< ./a b.bin'],
    ],
    [
      'a file that is a template',
      { contentType: 'file', raw: '', line: 0, path: '"a"', interpolate: true },
      ['<@ ""a""'],
    ],
    [
      'a document',
      { contentType: 'graphql', raw: '', line: 0, graphql: 'query', variables: '{}' },
      ['>>>graphql', 'query', '<<<', '', '>>>variables', '{}', '<<<'],
    ],
    [
      'parts',
      {
        contentType: 'multipart',
        raw: '',
        line: 0,
        fields: [
          { kind: 'field', name: 'a', value: 'b', line: 0 },
          {
            kind: 'file',
            name: 'f',
            path: './x.png',
            type: 'image/png',
            filename: 'y.png',
            line: 0,
            comments: ['# big'],
          },
        ],
      },
      ['>>>multipart', 'field a = b', '# big', 'file f @./x.png; type=image/png; filename=y.png', '<<<'],
    ],
  ])('writes a body made of %s', (_, body, written) => {
    expect(printFile(built({ method: 'POST', body }))).toBe(
      lines('###', 'POST http://127.0.0.1:1/', '', ...written),
    );
  });

  it.each<[Metadata, string]>([
    [{ skip: 'skipped' }, '# @skip'],
    [{ skip: '=why' }, '# @skip = =why'],
    [{ skip: '==why' }, '# @skip ==why'],
    [{ depends: ['a', 'b, c', './x.http#y'] }, '# @depends a, "b, c", ./x.http#y'],
    [{ waitFor: { url: '{{u}}', status: 200, timeout: 30_000, interval: 1000 } }, '# @waitFor {{u}}'],
    [
      { waitFor: { url: '{{u}}', status: 200, timeout: '{{t}}', interval: 1000 } },
      '# @waitFor {{u}} 200 {{t}}',
    ],
    [{ retry: 1, retryOn: ['503', '4xx'] }, '# @retry 1\n# @retryOn 503, 4xx'],
    [{ noRedirect: true, noCookieJar: true }, '# @no-redirect\n# @no-cookie-jar'],
    [{ dynamicValues: { timeout: '{{t}}' }, only: true }, '# @only\n# @timeout {{t}}'],
    [
      { 'contract.provider': '"a"', 'contract.state': 'b' },
      '# @contract.provider ""a""\n# @contract.state b',
    ],
    [{ auth: { type: 'basic', params: ['ada', 's3,cr et'] } }, '# @auth basic ada, s3,cr et'],
    [{ auth: { type: 'basic', params: ['a,b', ''] } }, '# @auth basic a,b, ""'],
    [{ auth: { type: 'bearer', params: ['a, "b'] } }, '# @auth bearer "a, \\"b"'],
    [
      {
        auth: {
          type: 'oauth2_client_credentials',
          params: ['http://127.0.0.1:9/t', 'app', '{{s}}', 'read, write'],
        },
      },
      '# @auth oauth2 client_credentials http://127.0.0.1:9/t, app, {{s}}, "read, write"',
    ],
    [{ auth: { type: 'none', params: [] } }, '# @auth none'],
  ])('writes the metadata %j', (metadata, written) => {
    expect(printFile(built({ metadata }))).toBe(lines('###', written, 'GET http://127.0.0.1:1/'));
  });

  it.each<[string, Json, string]>([
    ['equals', 'a "b"', '== "a \\"b\\""'],
    ['notEquals', null, '!= null'],
    ['greaterOrEqual', 1.5, '>= 1.5'],
    ['lessThan', '{{n}}', '< {{n}}'],
    ['between', [1, 5], 'between 1 5'],
    ['notBetween', ['{{a}}', 5], '!between {{a}} 5'],
    ['approx', { value: 9.99, delta: 0.01 }, 'approx 9.99 +- 0.01'],
    ['notContains', 'x', '!contains "x"'],
    ['matches', '/a b/i', 'matches /a b/i'],
    ['matches', '\\d+', 'matches "\\\\d+"'],
    ['exists', null, 'exists'],
    ['notIsEmpty', null, '!isEmpty'],
    ['type', 'integer', 'type integer'],
    ['length', 3, 'length 3'],
    ['notLength', 3, 'length != 3'],
    ['lengthLessOrEqual', 3, 'length <= 3'],
    ['in', [200, 'a'], 'in [200,"a"]'],
    ['notIn', '{{list}}', '!in {{list}}'],
    ['each', { operator: 'type', expected: 'integer' }, 'each type integer'],
    ['notEach', { operator: 'equals', expected: 'x' }, '!each == "x"'],
    ['schema', './a.json#/b', 'schema "./a.json#/b"'],
    ['snapshot', null, 'snapshot'],
    ['equals', { a: [1, '{{b}}'] }, '== {"a":[1,"{{b}}"]}'],
  ])('writes %s %j', (operator, expected, written) => {
    const assertion: Assertion = { subject: 'body.x', operator, expected, line: 0 };
    expect(printFile(built({ assertions: [assertion] }))).toContain(
      lines('', '>>>', `expect body.x ${written}`, '<<<'),
    );
  });

  it('prefers the source text of a value', () => {
    const assertion: Assertion = {
      subject: 'a',
      operator: 'equals',
      expected: 12345678901234567000,
      raw: '12345678901234567891',
      line: 0,
    };
    expect(printFile(built({ assertions: [assertion] }))).toContain('\nexpect a == 12345678901234567891\n');
  });

  it.each<[Capture['source'], string, string]>([
    ['body', '', 'body'],
    ['body', '[0].x', 'body[0].x'],
    ['body', 'a.b', 'body.a.b'],
    ['body', '$.a', '$.a'],
    ['body', '$ref', 'body.$ref'],
    ['header', 'X-Id', 'header X-Id'],
    ['jsonpath', '$.a[?(@.b == 1)]', 'jsonpath $.a[?(@.b == 1)]'],
    ['jsonpath', '$["a"] b', 'jsonpath \'$["a"] b\''],
    ['xpath', '//a | //b', 'xpath "//a | //b"'],
    ['regex', '/a b/i', 'regex /a b/i'],
    ['status', '', 'status'],
  ])('writes a capture from %s %s', (source, path, written) => {
    expect(printFile(built({ captures: [{ name: 'n', source, path, line: 0 }] }))).toContain(
      `\nn from ${written}\n`,
    );
  });

  it('refuses what cannot be written, naming field and reason', () => {
    const file = built({ title: 'a' }, { title: 'b', headers: [pair('A', 'b'), pair('C', 'd\ne')] });
    expect(() => printFile(file)).toThrow(
      new ServiceError(
        'input',
        'requests[1].headers[1].value of built.http cannot be written as a request file: it holds a line break; change or remove it.',
      ),
    );
  });
});
