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

/** The suggestions for the only field of a response; the other responses are of earlier runs. */
async function forValue(value: unknown, ...earlier: readonly unknown[]): Promise<readonly string[]> {
  let durationMs = 0;
  const responseOf = (each: unknown): object => {
    durationMs += 1;
    return { headers: [], body: JSON.stringify({ value: each }), durationMs };
  };
  const found = await suggestionsFor({ responses: [responseOf(value)], earlier: earlier.map(responseOf) });
  return found.filter((text) => text !== 'expect status == 200').map((text) => text.replace('expect ', ''));
}

describe('what is suggested for a value', () => {
  it.each<readonly [unknown, readonly string[]]>([
    [7, ['body.value type number']],
    [-7.5, ['body.value type number']],
    [true, ['body.value type boolean']],
    [null, ['body.value !absent']],
    ['Ada Lovelace', [String.raw`body.value matches /\S/`]],
    [
      '123e4567-e89b-12d3-a456-426614174000',
      [String.raw`body.value matches /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i`],
    ],
    ['2024-02-29', [String.raw`body.value matches /^\d{4}-\d{2}-\d{2}$/`]],
    [
      '2024-02-29T10:11:12.345Z',
      [String.raw`body.value matches /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/`],
    ],
    ['https://example.test/a', [String.raw`body.value matches /^https?:\/\//`]],
    ['0f3b9c6d1a2e4f5061728394a5b6c7d8', [String.raw`body.value matches /^[\da-f]+$/i`]],
    [
      ['a', 'b'],
      [String.raw`body.value !isEmpty`, String.raw`body.value each matches /\S/`],
    ],
    [[{ 'odd name': 1 }], ['body.value !isEmpty', 'body.value each .["odd name"] type number']],
    [{ a: { 'b "c"': true } }, [String.raw`body.value.a["b \"c\""] type boolean`]],
    ['[REDACTED]', ['body.value exists']],
  ])('%j', async (value, expected) => {
    expect(await forValue(value)).toEqual(expected);
  });

  it('is the value itself only for words and flags that several runs had', async () => {
    expect(await forValue({ state: 'created' }, { state: 'created' })).toEqual([
      'body.value.state == "created"',
    ]);
    expect(await forValue({ state: 'created' }, { state: 'sent' })).toEqual([
      String.raw`body.value.state matches /\S/`,
    ]);
    expect(await forValue(true, true)).toEqual(['body.value == true']);
    expect(await forValue(false, false)).toEqual(['body.value == false']);
    expect(await forValue(true, false)).toEqual(['body.value type boolean']);
    expect(await forValue([true], [true])).toEqual(['body.value !isEmpty', 'body.value each type boolean']);
    expect(await forValue('2024-02-29', '2024-02-29')).toEqual([
      String.raw`body.value matches /^\d{4}-\d{2}-\d{2}$/`,
    ]);
  });

  it('counts a run once that is stored too', async () => {
    const response = { headers: [], body: '{"state":"created"}', durationMs: 7 };
    const stored = { ...response, source: 'history' } as const;
    expect(await suggestionsFor({ responses: [response], earlier: [stored] })).toContain(
      String.raw`expect body.state matches /\S/`,
    );
    expect(await suggestionsFor({ responses: [response], earlier: [stored, stored] })).toContain(
      'expect body.state == "created"',
    );
  });

  it('is never the length of a list', async () => {
    expect(await forValue([1, 2], [1, 2], [1, 2], [1, 2])).toEqual([
      'body.value !isEmpty',
      'body.value each type number',
    ]);
  });

  it.each<readonly [unknown, unknown]>([
    [7, '7'],
    [7, null],
    ['x', 7],
    [[1], []],
    [[{ a: 1 }], [{ a: 1 }, { b: 1 }]],
    [{ a: 1 }, {}],
    [true, undefined],
  ])('passes on earlier runs too: %j and %j', async (value, other) => {
    const text = await forValue(value, other);
    for (const each of text) {
      for (const document of [value, other]) {
        const view = responseView(JSON.stringify({ value: document }));
        expect(await checkLine(`expect ${each}`, view)).toMatchObject({ passed: true });
      }
    }
  });
});

describe('what the request sends', () => {
  it('may be compared with', async () => {
    const text =
      'POST http://localhost/things/{{create.thing}}\n? page = {{row.page}}\n? city = {{row.city}}\n\n' +
      '{"price": 9.5, "tags": ["a", "b"], "ref": "P-{{$uuid()}}", "curly": "\\\\{{x}}"}\n';
    const body = { id: 42, page: 3, city: 'Oslo', price: 9.5, tags: ['a', 'b'], ref: 'P-1f', curly: '{{x}}' };
    const found = await suggestionsFor({
      text,
      responses: [{ url: 'http://localhost/things/42?page=3&city=Oslo', body: JSON.stringify(body) }],
    });
    expect(found).toEqual([
      'expect status == 200',
      'expect header Content-Type contains application/json',
      'expect body.id type integer',
      'expect body.id == {{create.thing}}',
      'expect body.page type integer',
      'expect body.page == {{row.page}}',
      'expect body.city == "{{row.city}}"',
      'expect body.price === 9.5',
      'expect body.tags == ["a","b"]',
      'expect body.ref matches /^P-.+$/',
      String.raw`expect body.curly matches /\S/`,
    ]);
  });
});

it('gives the most dangerous survivor of each place with what would notice it', async () => {
  const body = JSON.stringify(Object.fromEntries('abcdefghijkl'.split('').map((name) => [name, 1])));
  const { dangerous } = await adviseOn(
    measurementOf([measuredRequest({ responses: [{ body }] }), measuredRequest({ responses: [] })]),
  );
  const { kind } = dangerous[0]?.mutant ?? {};
  expect(dangerous[0]).toMatchObject({ file: 'a.http', line: 1, assertion: 'expect status == 200' });
  expect(kind).toBe('status-outside-class');
  const shown = dangerous.map(({ mutant, assertion }) => [mutant.place, mutant.danger, assertion]);
  expect(shown.slice(1)).toEqual([
    ['body', 95, 'expect body.a type number'],
    ...'abcdefgh'.split('').map((name) => [`body.${name}`, 90, `expect body.${name} type number`]),
  ]);
});
