/** Suggestions after one response, or several equal ones, pass on what the same API may plausibly send the next time. */
import { describe, expect, it } from 'vitest';
import { measuredRequest, measurementOf } from '../../../test/support/files/measured-request.js';
import { checkLine, responseView } from '../../../test/support/runs/evaluation.js';
import { adviseOn } from './advise-on.js';

async function suggestionsAfter(document: unknown, runs = 1): Promise<readonly string[]> {
  const response = { headers: [], body: JSON.stringify(document) };
  const earlier = Array.from({ length: runs - 1 }, (_, index) => ({ ...response, durationMs: 90 + index }));
  const { suggestions } = await adviseOn(
    measurementOf([measuredRequest({ responses: [response], earlier })]),
  );
  return suggestions.map(({ assertion }) => assertion).filter((text) => !text.includes('status =='));
}

describe('a plausible next response passes', () => {
  it.each<readonly [string, unknown, unknown]>([
    [
      'a temperature below zero',
      { main: { temp: 3, feels_like: 1, dew_point: 2 } },
      { main: { temp: -3, feels_like: -9, dew_point: -2 } },
    ],
    ['a zone in the west', { timezone: 3600, utcOffset: 1 }, { timezone: -3600, utcOffset: -5 }],
    ['coordinates', { coordinates: [[30, 10]] }, { coordinates: [[-30, -10]] }],
    [
      'amounts below zero',
      { change24h: 2, growth: 0.5, total: 10 },
      { change24h: -2, growth: -0.1, total: -10.5 },
    ],
    [
      'measures with a fraction',
      { size: 42, length: 2, days: 1, age: 3 },
      { size: 42.5, length: 2.25, days: 0.5, age: 3.5 },
    ],
    ['another job', { job: 'xCkgYxSs', channel: 'CXCKGYXSS' }, { job: 'PHQnCsjA', channel: 'CPHQNCSJ' }],
    [
      'another person',
      { first_name: 'Ada', username: 'ada', city: 'Oslo' },
      { first_name: 'Grace', username: 'hopper-9', city: 'New York' },
    ],
    [
      'another word',
      { title: 'Report', color: 'red', tag: 'new' },
      { title: 'The plan', color: 'dark blue', tag: 'old' },
    ],
    ['other prefixes', { source: 'card_1MqLiJLkdIwHu7ixUEgbFdYF' }, { source: 'pm_1NffrFeUfNV2HibbEgbFdYF' }],
    ['another path', { self: '/v1/charges/ch_1Nffr/refunds' }, { self: '/v1/charges/ch_1Nffr/a.b~c?x=1' }],
    ['another account', { iban: 'DE89370400440532013000' }, { iban: 'NO9386011117947' }],
    ['another hash in base64', { hash: 'ZjE0ZDJhNmItYzNlNC00ZjVh' }, { hash: 'ZjE0ZDJh+mItYzNlNC00ZjV=' }],
    ['another picture', { data: '/9j/4AAQSkZJRgABAQAAAQABAAD' }, { data: 'iVBORw0KGgoAAAANSUhEUgAA=' }],
    ['versions and amounts', { version: '1.2', price: '12.50' }, { version: '1.2.3', price: '12' }],
    ['nothing written', { id: 1, body: 'A text.', notes: 'x' }, { id: 2, body: null, notes: '' }],
    [
      'no tags and no comments',
      { id: 1, tags: ['a'], comments: [{ id: 1 }] },
      { id: 2, tags: [], comments: [] },
    ],
    [
      'an inner list without elements',
      [
        { id: 1, labels: ['a'] },
        { id: 2, labels: ['a'] },
      ],
      [{ id: 3, labels: [] }],
    ],
    [
      'no warnings and no notices',
      { results: [{ a: 1 }], notices: [{ b: 1 }] },
      { results: [{ a: 1 }], notices: [] },
    ],
    [
      'the last page',
      { items: [1], next_page: 2, links: { next: 'https://x.test/2' } },
      { items: [1], next_page: null, links: {} },
    ],
    [
      'the last cursor',
      { data: { pageInfo: { endCursor: 'Y3Vyc29yOnYyOpHOA1' } } },
      { data: { pageInfo: { endCursor: null } } },
    ],
    ['other names as data', { countsByUser: { ada: { n: 1 } } }, { countsByUser: { grace: { n: 2 } } }],
  ])('%s', async (_, first, next) => {
    for (const runs of [1, 3])
      for (const line of await suggestionsAfter(first, runs))
        expect(await checkLine(line, responseView(JSON.stringify(next))), line).toMatchObject({
          passed: true,
        });
  });
});

describe('what a name or several responses show is still said', () => {
  it.each<readonly [string, unknown, number, string]>([
    ['an id', { userId: 7 }, 1, 'expect body.userId > 0'],
    ['a count', { total_count: 7 }, 1, 'expect body.total_count >= 0'],
    ['a price', { unitPrice: 7.5 }, 1, 'expect body.unitPrice >= 0'],
    ['a state', { orderState: 'open' }, 2, 'expect body.orderState == "open"'],
    [
      'a member of which nobody knows the names',
      { created_by: { login: 'ada' } },
      1,
      String.raw`expect body.created_by.login matches /\S/`,
    ],
    ['the list of a page', { total: 1, items: [{ a: 'b' }], links: {} }, 1, 'expect body.items !isEmpty'],
    [
      'a list in wrappers',
      { data: { things: [{ a: 'b' }] }, meta: { x: 1 } },
      1,
      'expect body.data.things !isEmpty',
    ],
    [
      'the errors of an answer',
      { message: 'Wrong', errors: [{ field: 'name' }] },
      1,
      'expect body.errors !isEmpty',
    ],
    [
      'inner lists that never were empty',
      [{ l: ['a'] }, { l: ['b'] }, { l: ['c', 'd'] }],
      1,
      'expect body each .l !isEmpty',
    ],
    ['the presence of a note', { id: 1, note: 'x' }, 1, 'expect body.note !absent'],
    [
      'a number as text',
      { id_str: '1759288472991170631' },
      1,
      String.raw`expect body.id_str matches /^\d+$/`,
    ],
    ['a hash', { etag: '5d41402abc4b2a76b9719d91' }, 1, String.raw`expect body.etag matches /^[\da-f]+$/i`],
    ['a long id', { key: '01HZXJ5V7Q0PX4W2ETBN9M3KDA' }, 1, String.raw`expect body.key matches /^[\w-]+$/`],
    [
      'the start of several ids',
      [{ key: 'cus_NffrFeUfNV2Hib' }, { key: 'cus_9s6XKzkNRiz8i3' }],
      1,
      String.raw`expect body each .key matches /^cus_[\w-]+$/`,
    ],
  ])('%s', async (_, document, runs, expected) => {
    expect(await suggestionsAfter(document, runs)).toContain(expected);
  });

  it('but for headers that only some responses have', async () => {
    const headers = [
      ['Link', '<https://x.test/?page=2>; rel="next"'],
      ['Retry-After', '1'],
      ['X-Request-Id', 'a'],
    ] as const;
    const { suggestions } = await adviseOn(
      measurementOf([measuredRequest({ responses: [{ headers, body: '' }] })]),
    );
    expect(suggestions.map(({ assertion }) => assertion)).toEqual([
      'expect status == 200',
      'expect header X-Request-Id exists',
    ]);
  });
});
