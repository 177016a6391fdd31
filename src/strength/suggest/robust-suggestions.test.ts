import { describe, expect, it } from 'vitest';
import {
  measuredRequest,
  measurementOf,
  type HandMade,
} from '../../../test/support/files/measured-request.js';
import { checkLine, responseView } from '../../../test/support/runs/evaluation.js';
import { adviseOn } from './advise-on.js';

async function suggestionsFor(made: HandMade): Promise<readonly string[]> {
  const { suggestions } = await adviseOn(measurementOf([measuredRequest(made)]));
  return suggestions.map(({ assertion }) => assertion);
}

const ASSERTED = (line: string): string => `GET http://localhost/\n\n>>>\n${line}\n<<<\n`;

describe('a check of the status', () => {
  const body = '{"a":true}';

  it('comes first, whatever else is suggested', async () => {
    const wide = JSON.stringify(
      Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`k${i}`, `v ${i}`])),
    );
    const found = await suggestionsFor({ responses: [{ body: wide }] });
    expect(found).toHaveLength(12);
    expect(found.slice(0, 2)).toEqual([
      'expect status == 200',
      'expect header Content-Type contains application/json',
    ]);
  });

  it('says no more than the class of statuses that differ', async () => {
    const made = { responses: [{ body, status: 200 }], earlier: [{ body, status: 201 }] };
    expect((await suggestionsFor(made))[0]).toBe('expect status between 200 and 299');
    const other = { responses: [{ body, status: 200 }], earlier: [{ body, status: 404 }] };
    expect((await suggestionsFor(other)).filter((text) => text.includes('status'))).toEqual([]);
  });

  it('replaces the one that a request without assertions has', async () => {
    const measured = measuredRequest({ responses: [{ body }] });
    const survivors = measured.strength.survivors.filter(({ mutant }) => mutant.place !== 'status');
    const changed = { ...measured, strength: { ...measured.strength, survivors } };
    const { suggestions } = await adviseOn(measurementOf([changed]));
    expect(suggestions[0]).toMatchObject({ assertion: 'expect status == 200', catches: 0 });
  });

  it('that somebody wrote is not narrowed', async () => {
    const measured = measuredRequest({
      text: ASSERTED('expect status in [200, 204]'),
      responses: [{ body }],
    });
    const survivors = measured.strength.survivors.filter(
      ({ mutant }) => mutant.kind !== 'status-outside-class',
    );
    const changed = { ...measured, strength: { ...measured.strength, survivors } };
    const { suggestions } = await adviseOn(measurementOf([changed]));
    expect(suggestions.map(({ assertion }) => assertion)).toEqual([
      'expect header Content-Type contains application/json',
      'expect body.a type boolean',
    ]);
  });
});

it('compares no value about which somebody has said less', async () => {
  const made = {
    responses: [{ headers: [], body: '{"state":"new"}' }],
    earlier: [{ body: '{"state":"new"}', durationMs: 9 }],
  };
  expect(await suggestionsFor(made)).toContain('expect body.state == "new"');
  const text = ASSERTED('expect body.state type string');
  expect(await suggestionsFor({ ...made, text })).toEqual([
    'expect status == 200',
    String.raw`expect body.state matches /\S/`,
  ]);
});

it('expects no flag about which somebody has said less', async () => {
  const made = {
    responses: [{ headers: [], body: '{"paid":true}' }],
    earlier: [{ body: '{"paid":true}', durationMs: 9 }],
  };
  expect(await suggestionsFor(made)).toEqual(['expect status == 200', 'expect body.paid == true']);
  const text = ASSERTED('expect body.paid exists');
  expect(await suggestionsFor({ ...made, text })).toEqual([
    'expect status == 200',
    'expect body.paid type boolean',
  ]);
});

describe('what only seems to be the same', () => {
  it('is not compared: the id of another object', async () => {
    const found = await suggestionsFor({
      text: 'GET http://localhost/parcels/{{parcel}}\n',
      responses: [{ url: 'http://localhost/parcels/7', body: '{"id":7,"owner":{"id":7}}' }],
    });
    expect(found.filter((text) => text.includes('{{'))).toEqual(['expect body.id == {{parcel}}']);
  });

  it.each([
    ['after a redirect', 'http://localhost/other/7', '7'],
    ['of another value', 'http://localhost/parcels/7', '8'],
    ['that is no number', 'http://localhost/parcels/7%20when', '7'],
  ])('is not compared: a part of the address %s', async (_, url, id) => {
    const text = 'GET http://localhost/parcels/{{parcel}}\n';
    const found = await suggestionsFor({ text, responses: [{ url, body: `{"id":${id}}` }] });
    expect(found.filter((each) => each.includes('{{'))).toEqual([]);
  });

  it('is not compared: what one of several rows does not repeat', async () => {
    const text = 'GET http://localhost/x?city={{row.city}}\n';
    const row = (city: string, given: string): object => ({
      url: `http://localhost/x?city=${city}`,
      body: JSON.stringify({ city: given }),
      row: city,
    });
    const same = { text, responses: [row('Oslo', 'Oslo'), row('Tartu', 'Tartu')] };
    expect(await suggestionsFor(same)).toContain('expect body.city == "{{row.city}}"');
    const other = { text, responses: [row('Oslo', 'Oslo'), row('Tartu', 'Dorpat')] };
    expect((await suggestionsFor(other)).filter((each) => each.includes('{{'))).toEqual([]);
  });
});

describe('names and addresses', () => {
  it('that are data themselves are in no suggestion', async () => {
    const body = '{"2024-01-01":{"rate":1.5},"7":1,"123e4567-e89b-12d3-a456-426614174000":1,"h1":1}';
    const found = await suggestionsFor({ responses: [{ headers: [], body }] });
    expect(found).toEqual(['expect status == 200', 'expect body.h1 type number']);
  });

  it('with values of the query may be compared with them', async () => {
    const found = await suggestionsFor({
      text: 'GET http://localhost/x?page=2&state=on+sale&key=a%20b\n',
      responses: [{ headers: [], body: '{"page":2,"state":"on+sale","key":"a%20b"}' }],
    });
    expect(found.filter((text) => text.includes('='))).toEqual([
      'expect status == 200',
      'expect body.page === 2',
    ]);
  });
});

describe('a text without JSON', () => {
  const responseOf = (body: string): object => ({ headers: [], body, durationMs: body.length });

  it.each([
    ['pong', ['pong'], 'expect body == "pong"'],
    ['pong', ['ping!'], 'expect body !isEmpty'],
    ['<a>\n</a>\n', [], String.raw`expect body matches /<\/a>\s*$/`],
    ['<a></a>', ['<b></b>'], 'expect body !isEmpty'],
  ])('%j after %j', async (body, earlier, expected) => {
    const past = earlier.map((each) => ({ ...responseOf(each), durationMs: 99 }));
    expect(await suggestionsFor({ responses: [responseOf(body)], earlier: past })).toEqual([
      'expect status == 200',
      expected,
    ]);
  });
});

it('says nothing of a body that may be JSON or text', async () => {
  for (const body of ['42', 'true', 'null', '"x"']) {
    const stored = { headers: undefined, source: 'history', body } as const;
    expect(await suggestionsFor({ responses: [stored], earlier: [{ ...stored, durationMs: 9 }] })).toEqual([
      'expect status == 200',
    ]);
    const typed = { headers: [['Content-Type', 'application/json']], body } as const;
    const found = await suggestionsFor({ responses: [typed], earlier: [stored] });
    for (const each of found.filter((text) => text.startsWith('expect body')))
      expect(await checkLine(each, responseView(body)), each).toMatchObject({ passed: true });
  }
});

it('contradicts no body of an earlier run, however that is read', async () => {
  const earlier = [{ headers: undefined, source: 'history', body: 'null', durationMs: 9 }] as const;
  const found = await suggestionsFor({ responses: [{ body: '{"a":true}' }], earlier });
  expect(found.filter((text) => text.includes('body'))).toEqual([]);
  const quoted = [{ ...earlier[0], body: '"other"' }];
  const text = await suggestionsFor({ responses: [{ body: '{"length":0,"a":true}' }], earlier: quoted });
  expect(text.filter((each) => each.includes('body.'))).toEqual([]);
  const scalar = await suggestionsFor({
    responses: [{ body: '7' }],
    earlier: [{ ...earlier[0], body: '8' }],
  });
  expect(scalar).toContain('expect body type number');
});

describe('secrets', () => {
  it.each([
    ['that are masked', '{"note":"key [REDACTED]","keys":["[REDACTED]"]}', 'POST http://localhost/\n'],
    [
      'that are sent',
      '{"password":"hunter-two","note":"x"}',
      'POST http://localhost/\n\n{"password": "hunter-two"}\n',
    ],
    [
      'that look like tokens',
      '{"note":"ghp_0123456789abcdefghij0123456789"}',
      'POST http://localhost/\n\n{"note": "ghp_0123456789abcdefghij0123456789"}\n',
    ],
  ])('%s are in no suggestion', async (_, body, text) => {
    const found = await suggestionsFor({ text, responses: [{ body }], earlier: [{ body, durationMs: 9 }] });
    expect(found.length).toBeGreaterThan(2);
    expect(found.filter((each) => /REDACTED|hunter|ghp_0/.test(each))).toEqual([]);
  });
});

describe('a hostile body', () => {
  it.each([
    ['very deep', `${'{"a":'.repeat(900)}1${'}'.repeat(900)}`],
    ['deep lists', `${'['.repeat(900)}1${']'.repeat(900)}`],
    ['very long names', JSON.stringify({ ['x'.repeat(100_000)]: 1 })],
    ['very long texts', JSON.stringify({ a: 'x'.repeat(200_000) })],
    [
      'names of JavaScript',
      '{"__proto__":{"toString":1},"constructor":{"prototype":"x"},"hasOwnProperty":true}',
    ],
    [
      'names of the language',
      '{"length":3,"status":1,"header":2,"each":[{"length":1}],"when":true,"#":1," # x":1}',
    ],
    ['lines and placeholders', String.raw`{"a\nb":1,"{{x}}":"{{y}}","\u0000":"\u2028","<<<":"<<<\n###"}`],
  ])('has suggestions that stay on their lines: %s', async (_, body) => {
    const found = await suggestionsFor({ responses: [{ body }], maxMutants: 3000 });
    expect(found.length).toBeGreaterThan(1);
    for (const each of found) expect(each).toMatch(/^expect [^\r\n\0]{1,160}$/);
  });
});
