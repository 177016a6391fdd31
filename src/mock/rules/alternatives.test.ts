import { describe, expect, it } from 'vitest';
import { chosenRoute } from '../../../test/support/runs/chosen-route.js';
import type { RouteSettings } from '../../../test/support/runs/mock-routes.js';

/** Requests of one method and path, one for each text, named `a`, `b` and so on. */
function file(requestLine: string, ...texts: readonly string[]): string {
  const written = texts.map((text, index) => {
    const [directives, rest] = [
      text.split('\n').filter((line) => line.startsWith('# @')),
      text
        .split('\n')
        .filter((line) => !line.startsWith('# @'))
        .join('\n'),
    ];
    const name = String.fromCharCode(97 + index);
    const [first = '', ...lines] = rest.split('\n');
    const head = [`# @name ${name}`, ...directives, `${requestLine}${first}`, ...lines].join('\n');
    return `### ${name}\n${head}\n\n>>>mock\n{"name": "${name}"}\n<<<\n`;
  });
  return `@host = http://depot.test\n@size = 3\n\n${written.join('\n')}`;
}

const get = (...texts: readonly string[]): string => file('GET {{host}}/crates', ...texts);
const post = (...texts: readonly string[]): string => file('POST {{host}}/crates', ...texts);
const json = (text: string): string => `\nContent-Type: application/json\n\n${text}`;

type Row = readonly [what: string, file: string, incoming: string, chosen: string | readonly string[]];

const PAGES = get('?page=1', '?page=2');
const TENANTS = get('\nX-Tenant: north', '\nX-Tenant: south');
const SIZES = post(json('{"size": 3}'), json('{"size": "3"}'), json('{"size": 3, "lid": {"open": true}}'));
const FORMS = post('\n\n& kind = box\n& lid = no', '\n\n& kind = bag');
const QUERIES = post(
  '\nX-Request-Type: GraphQL\n\nquery one { crate(id: 1) { id } }',
  '\nX-Request-Type: GraphQL\n\nquery all { crates { id } }',
);

const CHOSEN: readonly Row[] = [
  ['the query of the URL', PAGES, 'GET /crates?page=2', 'b'],
  ['none fits: the first', PAGES, 'GET /crates?page=3', 'a'],
  ['nothing at all: the first', PAGES, 'GET /crates', 'a'],
  ['further parameters', PAGES, 'GET /crates?x=1&page=2', 'b'],
  ['a query line', get('\n? page = 1', '\n? page = 2'), 'GET /crates?page=2', 'b'],
  ['both kinds of query', get('?page=1', '?page=1\n? sort = name'), 'GET /crates?sort=name&page=1', 'b'],
  ['an encoded value', get('?q=a', '?q=a%20b'), 'GET /crates?q=a+b', 'b'],
  ['a repeated name', get('?tag=a', '?tag=a&tag=b'), 'GET /crates?tag=b&tag=a', 'b'],
  ['one of the repeated ones', get('?tag=a', '?tag=a&tag=b'), 'GET /crates?tag=a', 'a'],
  ['a value of the file', get('?size=4', '?size={{size}}'), 'GET /crates?size=3', 'b'],
  ['a request without a query', get('?page=1', ''), 'GET /crates', 'b'],
  ['a request without a query, for others', get('?page=1', ''), 'GET /crates?page=7', 'b'],
  ['more matches first', get('', '?page=1', '?page=1&sort=name'), 'GET /crates?page=1&sort=name', 'c'],
  ['equally many: the first', get('?page=1', '?sort=name'), 'GET /crates?page=1&sort=name', 'a'],
  ['HEAD', PAGES, 'HEAD /crates?page=2', 'b'],
  ['a header', TENANTS, 'GET /crates\nx-tenant: south', 'b'],
  ['a header with another value', TENANTS, 'GET /crates\nx-tenant: South', 'a'],
  [
    'no header of the transport',
    get('\nAccept: text/csv', '\nX-A: 1'),
    'GET /crates\nAccept: text/csv\nX-A: 1',
    'b',
  ],
  ['a header that is not ASCII', get('\nX-A: ä', '\nX-A: ö'), 'GET /crates\nX-A: Ã¶', 'b'],
  ['a cookie', get('\nCookie: a=1; b=2', '\nCookie: a=2'), 'GET /crates\nCookie: z=1; a=2', 'b'],
  [
    'a credential of the file',
    get('', '\nAuthorization: Bearer x'),
    'GET /crates\nAuthorization: Bearer x',
    'b',
  ],
  ['another credential', get('', '\nAuthorization: Bearer x'), 'GET /crates\nAuthorization: Bearer y', 'a'],
  [
    'a captured credential',
    get('', '\nAuthorization: Bearer {{login.token}}'),
    'GET /crates\nAuthorization: z',
    'b',
  ],
  ['no credential', get('\nAuthorization: Bearer {{login.token}}', ''), 'GET /crates', 'b'],
  [
    'the credential of @auth',
    get('', '# @auth bearer {{login.token}}\n'),
    'GET /crates\nAuthorization: z',
    'b',
  ],
  ['the key of @auth', get('', '# @auth apiKeyQuery code {{login.token}}\n'), 'GET /crates?code=7', 'b'],
  ['a random value', get('', '?id={{$uuid}}'), 'GET /crates?id=7', 'b'],
  ['a fixed value before a random one', get('?id={{$uuid}}', '?id=7'), 'GET /crates?id=7', 'b'],
  ['a number', SIZES, 'POST /crates\n\n{"size": 3}', 'a'],
  ['a number in another form', SIZES, 'POST /crates\n\n{"size": 3.0}', 'a'],
  ['a text', SIZES, 'POST /crates\n\n{"size": "3"}', 'b'],
  ['more members', SIZES, 'POST /crates\n\n{"size": 3, "lid": {"open": true, "x": 1}}', 'c'],
  ['a member with another value', SIZES, 'POST /crates\n\n{"size": 3, "lid": {"open": 1}}', 'a'],
  ['no JSON', SIZES, 'POST /crates\n\nsize', 'a'],
  ['a list', post(json('{"a": [1]}'), json('{"a": [1, 2]}')), 'POST /crates\n\n{"a": [1, 2]}', 'b'],
  ['an empty list', post(json('{"a": [1]}'), json('{"a": []}')), 'POST /crates\n\n{"a": []}', 'b'],
  ['an object', post(json('{"a": null}'), json('{"a": {}}')), 'POST /crates\n\n{"a": {"b": 1}}', 'b'],
  [
    'an exact number',
    post(json('9007199254740992'), json('9007199254740993')),
    'POST /crates\nContent-Type: application/json\n\n9007199254740993',
    'b',
  ],
  [
    'members without a value',
    post(json('{"id": 1}'), json('{"id": {{id}}, "b": "{{c}}", "d": 4}')),
    'POST /crates\n\n{"id": 9, "b": 3, "d": 4}',
    'b',
  ],
  [
    'a list without a value',
    post(json('{"a": 1}'), json('{"b": [{{ids}}]}')),
    'POST /crates\n\n{"b": [1, 2, 3]}',
    'b',
  ],
  ['a form', FORMS, 'POST /crates\nContent-Type: application/x-www-form-urlencoded\n\nx=1&kind=bag', 'b'],
  [
    'a form of parts',
    post('\n\n>>>multipart\nfield kind = box\n<<<', '\n\n>>>multipart\nfield kind = bag\n<<<'),
    'POST /crates\nContent-Type: multipart/form-data; boundary=x\n\n--x\r\nContent-Disposition: form-data; name="kind"\r\n\r\nbag\r\n--x--\r\n',
    'b',
  ],
  ['a text', post('\n\none', '\n\ntwo\nlines'), 'POST /crates\n\ntwo\r\nlines\n', 'b'],
  [
    'a text around a value',
    post(
      '\nContent-Type: application/xml\n\n<a>{{id}}</a>',
      '\nContent-Type: application/xml\n\n<b>{{id}}</b>',
    ),
    'POST /crates\n\n<b>77</b>',
    'b',
  ],
  ['GraphQL', QUERIES, 'POST /crates\n\n{"query": "query all {\\n  crates { id }\\n}"}', 'b'],
  ['no body', post(json('{"a": 1}'), ''), 'POST /crates', 'b'],
  ['a body, of which none fits', post(json('{"a": 1}'), ''), 'POST /crates\n\n{"a": 2}', 'a'],
];

const WHEN = get('# @mock.when query.page == 2\n', '');
const BOTH = get('# @mock.when query.page >= 2 and header X-Tenant == north\n', '');

const CONDITIONS: readonly Row[] = [
  ['a query parameter', WHEN, 'GET /crates?page=2', 'a'],
  ['the other one', WHEN, 'GET /crates?page=3', 'b'],
  ['two conditions', BOTH, 'GET /crates?page=20\nX-Tenant: north', 'a'],
  ['one of two', BOTH, 'GET /crates?page=20', 'b'],
  [
    'instead of what is written',
    get('?page=1', '?page=2\n# @mock.when query.page > 2'),
    'GET /crates?page=9',
    'b',
  ],
  ['unless', get('# @mock.when query.a == 1 unless query.b exists\n', ''), 'GET /crates?a=1&b=', 'b'],
  [
    'unless, without it',
    get('# @mock.when query.a == 1 unless query.b exists\n', ''),
    'GET /crates?a=1',
    'a',
  ],
  [
    'several lines',
    get('# @mock.when query.a == 1\n# @mock.when query.b == 2\n', ''),
    'GET /crates?a=1',
    'b',
  ],
  ['a cookie', get('# @mock.when cookie theme startsWith da\n', ''), 'GET /crates\nCookie: theme=dark', 'a'],
  ['the body', post('# @mock.when body.items length 2\n', ''), 'POST /crates\n\n{"items": [1, 2]}', 'a'],
  [
    'a body without JSON',
    post('# @mock.when body contains lid\n', ''),
    'POST /crates\n\nthe lid is open',
    'a',
  ],
  [
    'a field of a form',
    post('# @mock.when body.kind in ["bag", "box"]\n', ''),
    'POST /crates\nContent-Type: application/x-www-form-urlencoded\n\nkind=bag',
    'a',
  ],
  ['a pattern', get('# @mock.when query.q matches /^a+$/i\n', ''), 'GET /crates?q=AAA', 'a'],
  ['repeated values', get('# @mock.when query.t includes b\n', ''), 'GET /crates?t=a&t=b', 'a'],
  ['a value of the file', get('# @mock.when query.size == {{size}}\n', ''), 'GET /crates?size=3', 'a'],
  [
    'a part of the path',
    file('GET /crates/{{id}}', '# @mock.when path.id matches /^x/\n', ''),
    'GET /crates/x7',
    'a',
  ],
  [
    'the only route',
    get('# @mock.when query.page == 2\n'),
    'GET /crates?page=3',
    ['a: `query.page == 2` does not hold, it is "3"'],
  ],
  [
    'a missing value',
    get('# @mock.when query.page == 2\n'),
    'GET /crates',
    ['a: `query.page == 2` does not hold, there is no value'],
  ],
  [
    'all have conditions',
    get('# @mock.when query.a == 1\n', '# @mock.when query.b == 2\n'),
    'GET /crates?b=1',
    ['a: `query.a == 1` does not hold, there is no value', 'b: `query.b == 2` does not hold, it is "1"'],
  ],
  [
    'not without',
    get('# @mock.when query.a == 1 unless query.b == 2\n'),
    'GET /crates?a=1&b=2',
    ['a: `unless query.b == 2` does not hold'],
  ],
  [
    'what is secret by its name',
    get('# @mock.when header X-Api-Key == k-77\n'),
    'GET /crates\nX-Api-Key: k-78',
    ['a: the condition on header X-Api-Key does not hold'],
  ],
  ['a number in another form', get('# @mock.when query.n == 2\n', ''), 'GET /crates?n=2.0', 'a'],
  ['a text that is no such number', get('# @mock.when query.n == "2.0"\n', ''), 'GET /crates?n=2', 'b'],
  ['a number that equals a text', post('# @mock.when body.n == "2"\n', ''), 'POST /crates\n\n{"n": 2}', 'a'],
  ['a large number', get('# @mock.when query.n == 1e21\n', ''), `GET /crates?n=1${'0'.repeat(21)}`, 'a'],
  ['null', post('# @mock.when body.a == null\n', ''), 'POST /crates\n\n{"b": 1}', 'a'],
  [
    'one of many values',
    get(...[1, 2, 3, 4].map((page) => `# @mock.when query.page == ${page}\n`)),
    'GET /crates?page=3',
    'c',
  ],
];

const STRICT: readonly Row[] = [
  ['one that fits', PAGES, 'GET /crates?page=2', 'b'],
  ['none that fits', PAGES, 'GET /crates?page=3', ['a: query page is 3, not 1', 'b: query page is 3, not 2']],
  ['the only route, fitting', get('?page=1'), 'GET /crates?page=1', 'a'],
  ['the only route', get('?page=1'), 'GET /crates', ['a: query page is missing']],
  ['a route of which nothing is asked', get(''), 'GET /crates?page=1', 'a'],
  [
    'the nearest first',
    get('?a=1&b=1', '?a=2&b=2'),
    'GET /crates?a=2&b=3',
    ['b: query b is 3, not 2', 'a: query a is 2, not 1'],
  ],
  ['a value with a blank', get('?q=a%20b'), 'GET /crates?q=', ['a: query q is "", not "a b"']],
  ['a header', get('\nX-Size: {{size}}'), 'GET /crates\nX-Size: 4', ['a: header X-Size is 4, not 3']],
  [
    'a credential',
    get('\nAuthorization: Bearer x'),
    'GET /crates\nAuthorization: Bearer y',
    ['a: header Authorization has another value'],
  ],
  [
    'a password',
    post(json('{"password": "a"}')),
    'POST /crates\n\n{"password": "b"}',
    ['a: body.password has another value'],
  ],
  ['a type', post(json('{"size": 3}')), 'POST /crates\n\n{"size": "3"}', ['a: body.size is "3", not 3']],
  [
    'an element',
    post(json('{"a": [{"b c": 1}]}')),
    'POST /crates\n\n{"a": [{"b c": 2}]}',
    ['a: body.a[0]["b c"] is 2, not 1'],
  ],
  [
    'a length',
    post(json('{"a": [1]}')),
    'POST /crates\n\n{"a": []}',
    ['a: body.a is a list of 0, not a list of 1'],
  ],
  ['a text', post('\n\none'), 'POST /crates\n\ntwo', ['a: the body is another one']],
  [
    'a form field',
    FORMS,
    'POST /crates\nContent-Type: application/x-www-form-urlencoded\n\nkind=box',
    ['a: form field lid is missing', 'b: form field kind is box, not bag'],
  ],
  [
    'a body where there is none',
    post(json('{"a": 1}'), ''),
    'POST /crates\n\n{"a": 2}',
    ['a: body.a is 2, not 1', 'b: the request has a body, and this one is written without'],
  ],
  ['values that are not known', post(json('{"id": {{id}}}')), 'POST /crates\n\n{}', 'a'],
];

describe('of equal routes, what a request carries chooses', () => {
  it.each(CHOSEN)('%s', async (_, text, incoming, chosen) => {
    expect(await chosenRoute(text, incoming)).toEqual(chosen);
  });
});

describe('@mock.when chooses by', () => {
  it.each(CONDITIONS)('%s', async (_, text, incoming, chosen) => {
    expect(await chosenRoute(text, incoming)).toEqual(chosen);
  });
});

describe('a strict mock server responds', () => {
  it.each(STRICT)('%s', async (_, text, incoming, chosen) => {
    expect(await chosenRoute(text, incoming, { strictMatch: true })).toEqual(chosen);
  });
});

describe('secrets', () => {
  const settings: RouteSettings = {
    strictMatch: true,
    environment: { key: 'kite-77', open: 'north' },
    secretNames: ['key'],
  };

  it.each([
    ['a query', get('?place={{key}}'), 'GET /crates?place=a', 'a: query place has another value'],
    ['a part of a value', get('?place=a-{{key}}'), 'GET /crates?place=a', 'a: query place has another value'],
    ['another value', get('?place={{open}}'), 'GET /crates?place=a', 'a: query place is a, not north'],
    ['a body', post(json('{"a": "{{key}}"}')), 'POST /crates\n\n{"a": 1}', 'a: body.a has another value'],
    [
      'a condition',
      get('# @mock.when query.a != {{key}}\n'),
      'GET /crates?a=kite-77',
      'a: the condition on query.a does not hold',
    ],
  ])('are not shown: %s', async (_, text, incoming, failed) => {
    expect(await chosenRoute(text, incoming, settings)).toEqual([failed]);
  });
});
