/** Which of several requests with one method and path gives the response, by what is written in them. */
import { describe, expect, it } from 'vitest';
import { chosenRoute } from '../../../test/support/runs/chosen-route.js';
import { get, json, post } from '../../../test/support/files/equal-requests.js';
import type { RouteSettings } from '../../../test/support/runs/mock-routes.js';

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
  [
    'fewer random values are there than missing: a request without any',
    get('?x={{$uuid}}&y={{$uuid}}&z={{$uuid}}', ''),
    'GET /crates?x=1',
    'b',
  ],
  [
    'more random values are there than missing: before a request without any',
    get('', '?x={{$uuid}}&y={{$uuid}}&z={{$uuid}}'),
    'GET /crates?x=1&y=2',
    'b',
  ],
  [
    'as many random values are there as missing: the first',
    get('', '?x={{$uuid}}&y={{$uuid}}'),
    'GET /crates?x=1',
    'a',
  ],
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
  ])('are not shown: %s', async (_, text, incoming, failed) => {
    expect(await chosenRoute(text, incoming, settings)).toEqual([failed]);
  });
});
