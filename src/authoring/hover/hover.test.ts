import { describe, expect, it } from 'vitest';
import { parseText } from '../../request-file/parse-file.js';
import type { PathStep } from '../../request-file/expressions/parse-path.js';
import { regionAt, type LineRegion } from '../../request-file/text/line-region.js';
import { hoverAt } from './hover.js';
import type { Hover, HoverContext } from './hover-context.js';
import { hoverMarkdown } from './hover-markdown.js';
import { hoverNames } from './hover-names.js';

const TEXT = `@host = first
@host = last
@pin = 1234
# plain
@secret note = hidden
@id = {{$uuid}}

### login
# @set trace = 1
POST https://{{host}}/login

>>>capture
token from body.token
user from body.user
<<<

### read
# @depends login, "login", ./auth.http#session, nobody
# @data ./orders.csv
# @retryOn 429, 5xx
# @waitFor http://127.0.0.1/200 201 300ms
# a comment about {{host}}
# @description about {{host}}
# @timeout {{limit}}
GET https://{{host}}/{{row.id}}/{{$uuid}}?x={{$HOME}}

>>>
expect status == 404 when body.code == 500
expect body.code == 404 when status == 200 and duration < 500
expect status in [200, 299, 5002]
<<<

>>>mock
HTTP/1.1 503 {{host}}
<<<
`;

function valueAt(value: unknown, steps: readonly PathStep[]): unknown {
  let current = value;
  for (const step of steps) {
    const key = step.kind === 'key' ? step.key : step.kind === 'index' ? step.index : '';
    const isOwn = typeof current === 'object' && current !== null && Object.hasOwn(current, key);
    current = isOwn ? (current as Record<string, unknown>)[key] : undefined;
  }
  return current;
}

const CONTEXT: HoverContext = {
  ...hoverNames(parseText(TEXT, 'orders.http')),
  path: 'shop/orders.http',
  environment: {
    name: 'staging',
    variables: {
      host: 'weaker than the file',
      limit: 30,
      nothing: null,
      user2: { name: 'Ada', password: 'hunter2', ids: [7, 8], pets: [{ pin: 1 }] },
      'a.b': 1,
      password: 'hunter2',
      listed: { name: 'Ada' },
      later: '${HOME}{{$now}}',
      long: 'x'.repeat(300),
    },
    placeOf: (name) => `service.yaml:${name.length}`,
  },
  secrets: ['listed', 'login.user'],
  commandSecrets: ['fromStore', 'password'],
  clientVariables: ['ofClient'],
  dotenv: (name) => (name === 'STAGE' || name === 'HOME' ? { place: '.env:2' } : undefined),
  processEnvironment: (name) => (name === 'HOME' || name === 'LANG' ? {} : undefined),
  operatorVariables: (name) => (name === 'given' ? {} : undefined),
  requestIn: (path, name) =>
    path === './auth.http' && name === 'session'
      ? { name, method: 'POST', url: '/sessions', captures: [], place: 'shop/auth.http:4' }
      : undefined,
  valueAt,
};

function at(marked: string, region: LineRegion = 'headers', line = 200): Hover | undefined {
  const column = marked.indexOf('|') + 1;
  return hoverAt({ text: marked.replace('|', ''), region, line, column }, CONTEXT);
}

/** The hover at a mark in a line of the text above. */
function inText(part: string): Hover | undefined {
  const plain = part.replace('|', '');
  const lines = TEXT.split('\n');
  const index = lines.findIndex((each) => each.includes(plain));
  const text = lines[index] ?? '';
  const region = regionAt((number) => lines[number - 1] ?? '', index + 1);
  const column = text.indexOf(plain) + part.indexOf('|') + 1;
  return hoverAt({ text, region, line: index + 1, column }, CONTEXT);
}

const HIDDEN = { value: '••••••', isSecret: true };

describe('a placeholder', () => {
  it.each([
    ['host', { value: 'last', source: 'variable of this file', place: 'shop/orders.http:2' }],
    ['pin', { ...HIDDEN, source: 'variable of this file', place: 'shop/orders.http:3' }],
    ['note', { ...HIDDEN, source: 'variable of this file', place: 'shop/orders.http:5' }],
    ['id', { value: '{{$uuid}}', source: 'variable of this file', place: 'shop/orders.http:6' }],
    ['token', { source: 'captured by login', place: 'shop/orders.http:13', isSecret: true }],
    ['login.user.name', { source: 'captured by login', place: 'shop/orders.http:14', isSecret: true }],
    ['user.name', { source: 'captured by login', place: 'shop/orders.http:14' }],
    ['login.response.status', { source: 'captured by login', place: 'shop/orders.http:8' }],
    ['trace', { source: 'set by login' }],
    ['limit', { value: '30', source: 'environment staging', place: 'service.yaml:5' }],
    ['nothing', { value: 'null', source: 'environment staging', place: 'service.yaml:7' }],
    ['password', { ...HIDDEN, source: 'environment staging', place: 'service.yaml:8' }],
    ['listed.name', { ...HIDDEN, source: 'environment staging', place: 'service.yaml:6' }],
    [
      'user2',
      {
        value: '{"name":"Ada","password":"••••••","ids":[7,8],"pets":[{"pin":"••••••"}]}',
        source: 'environment staging',
        place: 'service.yaml:5',
      },
    ],
    ['user2.name', { value: 'Ada', source: 'environment staging', place: 'service.yaml:5' }],
    ['user2.password', { ...HIDDEN, source: 'environment staging', place: 'service.yaml:5' }],
    ['user2.ids[1]', { value: '8', source: 'environment staging', place: 'service.yaml:5' }],
    ['a.b', { value: '1', source: 'environment staging', place: 'service.yaml:3' }],
    ['later', { value: '${HOME}{{$now}}', source: 'environment staging', place: 'service.yaml:5' }],
    ['long', { value: `${'x'.repeat(200)}…`, source: 'environment staging', place: 'service.yaml:4' }],
    ['fromStore', { ...HIDDEN, source: 'secret, by command' }],
    ['ofClient.city', { source: 'environment file of another client' }],
    ['STAGE', { source: 'dotenv', place: '.env:2' }],
    ['$HOME', { title: 'HOME', source: 'dotenv', place: '.env:2' }],
    ['LANG', { source: 'process environment' }],
    ['given', { source: 'process environment' }],
    ['row.id', { source: 'row of ./orders.csv' }],
  ])('%s is told', (name, shown) => {
    expect(at(`X: {{ |${name} }}`)).toEqual({
      range: { line: 200, column: 4, endColumn: 10 + name.length },
      title: name,
      ...shown,
    });
  });

  it.each([
    ['nope', 'nope'],
    ['user2.gone', 'user2.gone'],
    ['login.other', 'login.other'],
    ['constructor', 'constructor'],
    ['user2.__proto__', 'user2.__proto__'],
    ['a name of 400,001 characters', `a${'.b'.repeat(200_000)}`],
  ])('%s has nothing to tell', (_title, name) => {
    expect(at(`X: {{|${name}}}`)).toBeUndefined();
  });

  it('is told inside of the argument of a function, which has its own words', () => {
    expect(at('X: {{$base64({{ho|st}})}}')?.title).toBe('host');
    expect(at('X: {{$base6|4({{host}})}}')).toMatchObject({ title: '$base64', grammar: '(text)' });
  });

  it.each([
    ['# a comment about {{h|ost}}'],
    ['# @description about {{h|ost}}'],
    ['HTTP/1.1 503 {{h|ost}}'],
    ['### {{h|ost}}'],
    ['# {{$uu|id}}'],
    ['\\{{h|ost}}'],
  ])('is plain text in %s', (part) => {
    expect(part.startsWith('HTTP') || /^# (?:a|@)/.test(part) ? inText(part) : at(part)).toBeUndefined();
  });

  it('is told in the value of a directive', () => {
    expect(inText('# @timeout {{l|imit}}')?.value).toBe('30');
  });

  it('has the column of the data file of its own request only', () => {
    expect(inText('{{row.i|d}}')?.source).toBe('row of ./orders.csv');
    expect(at('X: {{row.i|d}}', 'headers', 9)).toBeUndefined();
  });

  it('shows lines where the file has no path, and values of any depth', () => {
    let deep: unknown = 'end';
    for (let count = 0; count < 5000; count++) deep = { a: deep };
    const context = { ...CONTEXT, environment: { name: 'dev', variables: { deep } }, path: undefined };
    const { path: _path, ...rest } = context;
    const place = { region: 'headers', line: 1, column: 5 } as const;
    expect(hoverAt({ ...place, text: 'X: {{host}}' }, rest)?.place).toBe('line 2');
    expect(hoverAt({ ...place, text: 'X: {{deep}}' }, rest)?.value).toContain('{"a":"…"}');
  });
});

describe('a word', () => {
  it.each([
    ['# @retr|yOn 429', 'head', { title: '@retryOn', meaning: expect.stringContaining('retried') }],
    ['expect bo|dy.id exists', 'assertions', { title: 'body', example: 'expect body.items[0].id == 7' }],
    ['expect body.id exi|sts', 'assertions', { title: 'exists', meaning: 'Present and not null.' }],
    ['>>>cap|ture', 'body', { title: '>>>capture' }],
    ['X: {{$rand|om(1, 6)}}', 'headers', { title: '$random', grammar: '([min, max])' }],
  ] as const)('in %s is told from its table', (line, region, shown) => {
    expect(at(line, region)).toMatchObject(shown);
  });
});

describe('a dependency', () => {
  const login = {
    title: 'login',
    grammar: 'POST https://{{host}}/login',
    meaning: 'Captures `token`, `user`.',
    place: 'shop/orders.http:8',
  };

  it('is told with method, URL and captures, from this file or another', () => {
    expect(inText('# @depends log|in')).toEqual({ range: { line: 18, column: 12, endColumn: 17 }, ...login });
    expect(inText('"lo|gin"')).toEqual({ range: { line: 18, column: 19, endColumn: 26 }, ...login });
    expect(inText('#sess|ion')).toMatchObject({
      title: 'session',
      grammar: 'POST /sessions',
      meaning: 'Captures nothing.',
      place: 'shop/auth.http:4',
    });
    expect(inText('nob|ody')).toBeUndefined();
  });
});

describe('a status', () => {
  it.each([
    ['expect status == 4|04', '404', 'Not Found'],
    ['status == 2|00 and', '200', 'OK'],
    ['in [|200,', '200', 'OK'],
    ['@retryOn 42|9', '429', 'Too Many Requests'],
    ['/200 201|', '201', 'Created'],
    ['HTTP/1.1 50|3', '503', 'Service Unavailable'],
  ])('in %s is told', (part, title, meaning) => {
    expect(inText(part)).toMatchObject({ title, meaning });
  });

  it.each([
    'body.code == 5|00',
    'body.code == 4|04',
    'duration < 50|0',
    ' 2|99',
    ' 500|2',
    '/20|0 201',
    ' 30|0ms',
  ])('is no number such as %s', (part) => {
    expect(inText(part)).toBeUndefined();
  });

  it('is told once for a code with several phrases', () => {
    expect(at('expect status 41|3', 'assertions')?.meaning).toBe('Content Too Large');
  });
});

describe('the Markdown of a hover', () => {
  it('shows value, source and place', () => {
    expect(hoverMarkdown({ title: 'host', value: 'a', source: 'environment dev', place: 'a.http:3' })).toBe(
      '**`host`** = `a`\n\nenvironment dev, a.http:3',
    );
    expect(hoverMarkdown({ title: 'host', value: '' })).toBe('**`host`** = empty');
  });

  it('shows a word with its example', () => {
    const text = {
      title: '@data',
      grammar: 'a path',
      meaning: 'Per row; `{{row.x}}` <b>.',
      example: '# @data a',
    };
    expect(hoverMarkdown(text)).toBe(
      '**`@data`** `a path`\n\nPer row; `{{row.x}}` \\<b\\>.\n\n```http\n# @data a\n```',
    );
  });

  it('reads nothing of a value as markup', () => {
    expect(hoverMarkdown({ title: 'a', value: '`](x)\n# ``<img>' })).toBe(
      '**`a`** = ``` `](x) # ``<img> ```',
    );
    expect(hoverMarkdown({ title: 'a', source: 'captured by [x](http://y) ` <script>' })).toBe(
      '**`a`**\n\ncaptured by \\[x\\](http\\://y) \\` \\<script\\>',
    );
    expect(hoverMarkdown({ title: 'a', example: '````\nx' })).toContain('`````http\n````\nx\n`````');
  });
});
