/** Which of several requests with one method and path gives the response, by its conditions. */
import { expect, it } from 'vitest';
import { chosenRoute } from '../../../test/support/runs/chosen-route.js';
import { equalRequests, get, post } from '../../../test/support/files/equal-requests.js';

type Row = readonly [what: string, file: string, incoming: string, chosen: string | readonly string[]];

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
  ...(
    ['contains "lid"', 'startsWith "{"', 'endsWith "}"', 'matches /^\\{"lid/', '!contains "box"'] as const
  ).map((operation): Row => [
    `the text of JSON: ${operation}`,
    post(`# @mock.when body ${operation}\n`, ''),
    'POST /crates\n\n{"lid": {"open": true}}',
    'a',
  ]),
  [
    'the text of a form',
    post('# @mock.when body contains "kind=b" and body matches /lid=no$/\n', ''),
    'POST /crates\nContent-Type: application/x-www-form-urlencoded\n\nkind=box&lid=no',
    'a',
  ],
  ['no text', post('# @mock.when body !contains "x"\n', ''), 'POST /crates', 'b'],
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
    equalRequests('GET /crates/{{id}}', '# @mock.when path.id matches /^x/\n', ''),
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

it.each(CONDITIONS)('@mock.when chooses by: %s', async (_, text, incoming, chosen) => {
  expect(await chosenRoute(text, incoming)).toEqual(chosen);
});

it('a condition does not show the secret in it', async () => {
  const settings = { strictMatch: true, environment: { key: 'kite-77' }, secretNames: ['key'] };
  const text = get('# @mock.when query.a != {{key}}\n');
  expect(await chosenRoute(text, 'GET /crates?a=kite-77', settings)).toEqual([
    'a: the condition on query.a does not hold',
  ]);
});
