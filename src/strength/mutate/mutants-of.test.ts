import { storedExchange as exchange } from '../../../test/support/files/stored-exchange.js';
import { describe, expect, it } from 'vitest';
import { toJson } from '../../evaluation/values/json.js';
import { readSubject } from '../../request-file/expressions/parse-subject.js';
import type { Mutant } from '../model/mutant.js';
import type { MutationKind } from '../model/mutation-kinds.js';
import type { StoredExchange } from '../model/stored-exchange.js';
import { changeResponse } from './change-response.js';
import { mutantsOf } from './mutants-of.js';
import { body } from '../../../test/support/unit/mutants-of-setup.js';

const all = { seed: 1, maxMutants: 1_000_000 };

function ofKind(kind: MutationKind, changes: Partial<StoredExchange>): Mutant[] {
  return mutantsOf(exchange(changes), all).filter((mutant) => mutant.kind === kind);
}

/** The texts of the body that the mutants of a kind give. */
function bodies(kind: MutationKind, body: string): string[] {
  const source = exchange({ body });
  return mutantsOf(source, all)
    .filter((mutant) => mutant.kind === kind)
    .map(({ change }) => changeResponse(source, change).body);
}

describe('the mutants of a JSON body', () => {
  it.each<[MutationKind, string, string[]]>([
    ['field-removed', '{"a":1, "b":2, "c":3}', ['{"b":2, "c":3}', '{"a":1, "c":3}', '{"a":1, "b":2}']],
    ['field-removed', '{ "a" : 1 }', ['{  }']],
    [
      'field-renamed',
      '{"createdAt":1,"due_date":2,"id":3}',
      [
        '{"created_at":1,"due_date":2,"id":3}',
        '{"createdAt":1,"dueDate":2,"id":3}',
        '{"createdAt":1,"due_date":2,"Id":3}',
      ],
    ],
    ['field-renamed', '{"id":1,"Id":2}', ['{"id_":1,"Id":2}', '{"id":1,"Id_":2}']],
    ['null', '{"a":[1.50]}', ['null', '{"a":null}', '{"a":[null]}']],
    [
      'type-changed',
      '[1.50,"7","x",true,null,{},"2024-01-01"]',
      [
        '{}',
        '["1.50","7","x",true,null,{},"2024-01-01"]',
        '[1.50,7,"x",true,null,{},"2024-01-01"]',
        '[1.50,"7",{"value":"x"},true,null,{},"2024-01-01"]',
      ],
    ],
    [
      'number-off-by-one',
      '{"a":19.99,"b":-1,"c":12345678901234567890,"d":-0.05}',
      [
        '{"a":20.99,"b":-1,"c":12345678901234567890,"d":-0.05}',
        '{"a":19.99,"b":0,"c":12345678901234567890,"d":-0.05}',
        '{"a":19.99,"b":-1,"c":12345678901234567891,"d":-0.05}',
        '{"a":19.99,"b":-1,"c":12345678901234567890,"d":0.95}',
      ],
    ],
    ['flag-flipped', '{"a":true, "b":[false]}', ['{"a":false, "b":[false]}', '{"a":true, "b":[true]}']],
    ['sign-changed', '{"a":19.99,"b":0}', ['{"a":-19.99,"b":0}']],
    ['text-emptied', '{"a":"x","b":""}', ['{"a":"","b":""}']],
    [
      'unknown-value',
      '["open","NEW_ORDER","two words","a1b2c3d4","in-progress","Paid"]',
      [
        '["unknown_value","NEW_ORDER","two words","a1b2c3d4","in-progress","Paid"]',
        '["open","UNKNOWN_VALUE","two words","a1b2c3d4","in-progress","Paid"]',
      ],
    ],
    ['list-emptied', '{"a":[1],"b":[]}', ['{"a":[],"b":[]}']],
    ['element-duplicated', '[{"a":1}, {"a":2}]', ['[{"a":1}, {"a":2},{"a":2}]']],
    ['list-reordered', '[1, 2,  3]', ['[3, 2,  1]']],
    ['list-reordered', '[1,2,1]', []],
    [
      'date-shifted',
      '{"a":"2024-02-28","b":"2023-12-31T23:59:59.5+02:00","c":"2024-13-01"}',
      [
        '{"a":"2024-02-29","b":"2023-12-31T23:59:59.5+02:00","c":"2024-13-01"}',
        '{"a":"2024-02-28","b":"2024-01-01T23:59:59.5+02:00","c":"2024-13-01"}',
      ],
    ],
    [
      'date-shifted',
      '{"createdAt":1700000000,"exp":1700000000000,"count":1700000000,"at":5}',
      [
        '{"createdAt":1700086400,"exp":1700000000000,"count":1700000000,"at":5}',
        '{"createdAt":1700000000,"exp":1700086400000,"count":1700000000,"at":5}',
      ],
    ],
    ['date-shifted', '["Sat, 31 Dec 2022 07:28:00 GMT"]', ['["Sun, 01 Jan 2023 07:28:00 GMT"]']],
    ['body-truncated', '{"a":1}', ['{"a']],
  ])('%s of %s', (kind, body, expected) => {
    expect(bodies(kind, body).slice(0, Math.max(expected.length, 1))).toEqual(expected);
  });

  it('leaves dates by number out of the other numbers', () => {
    expect(ofKind('number-off-by-one', { body: '{"createdAt":1700000000}' })).toEqual([]);
  });

  it('names the place as assertions do, and says in words what happened', () => {
    const found = mutantsOf(exchange({ body: '{"items":[{"price":2}],"odd key":true}' }), all);
    const words = found.map((mutant) => mutant.words);
    expect(words).toContain('the field body.items[0].price was removed');
    expect(words).toContain('the field body.items[0].price was renamed to Price');
    expect(words).toContain('the field body.items[0].price got another type: string instead of number');
    expect(words).toContain('the list body.items lost all its elements');
    expect(words).toContain('the element body.items[0] became null');
    expect(words).toContain('the field body["odd key"] became null');
    expect(words).toContain('the status became one of another class: 500');
    expect(words).toContain('the header Content-Type is missing');
    expect(words).toContain('the body was cut off');
    for (const { place } of found)
      expect(readSubject(place, 0, place.length, () => false).problem).toBeUndefined();
  });

  it('changes the first elements of a long list and some of the others', () => {
    const body = toJson(Array.from({ length: 10_000 }, (_, index) => ({ id: index })));
    const removed = ofKind('field-removed', { body }).map(({ place }) => Number(/\d+/.exec(place)?.[0]));
    expect(removed).toHaveLength(5);
    expect(removed.slice(0, 3)).toEqual([0, 1, 2]);
    expect(Number(removed[4]) - Number(removed[3])).toBeGreaterThan(10);
  });

  it('is less dangerous far down', () => {
    const removed = ofKind('field-removed', { body: '{"a":{"b":{"c":1}}}' });
    expect(removed.map(({ danger }) => danger)).toEqual([90, 88, 86]);
  });

  it('does not change the body of a response of which only the start is known', () => {
    const found = mutantsOf(exchange({ body: '{"a":1', isCut: true }), all);
    expect(new Set(found.map(({ change }) => change.on))).toEqual(new Set(['status', 'header']));
  });
});

describe('other mutants', () => {
  it.each([
    [200, [500, 404, 201]],
    [204, [500, 404, 200]],
    [404, [200, 500, 410]],
    [418, [200, 500, 400]],
    [302, [200, 500, 303]],
    [503, [200, 404, 500]],
  ])('changes status %d', (status, expected) => {
    const found = mutantsOf(exchange({ status, headers: [] }), all);
    expect(found.map(({ change }) => change.on === 'status' && change.status)).toEqual(expected);
  });

  it('cuts and empties texts, never within a character', () => {
    const source = exchange({ body: 'a😀b', headers: [['Content-Type', 'text/plain']] });
    const texts = mutantsOf(source, all)
      .filter(({ change }) => change.on === 'text')
      .map(({ words, change }) => [words, changeResponse(source, change).body]);
    expect(texts).toEqual([
      ['the body was cut off', 'a'],
      ['the body became empty', ''],
    ]);
  });

  it('removes every line of a header and changes the content type', () => {
    const headers = [
      ['content-type', 'text/html; charset=utf-8'],
      ['Set-Cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ] as const;
    const source = exchange({ headers });
    const found = mutantsOf(source, all).filter(({ change }) => change.on === 'header');
    expect(found.map(({ words, change }) => [words, changeResponse(source, change).headers])).toEqual([
      [
        'the header content-type became another one: text/plain',
        [['content-type', 'text/plain'], headers[1], headers[2]],
      ],
      ['the header content-type is missing', [headers[1], headers[2]]],
      ['the header Set-Cookie is missing', [headers[0]]],
    ]);
  });

  it('knows those headers of a history that assertions have shown', () => {
    const shown = { operator: 'exists', expected: '', isText: true, passed: true, skipped: false };
    const expected = [
      { ...shown, subject: 'header Location', actual: '/items/1' },
      { ...shown, subject: 'header ETag', actual: '', skipped: true },
      { ...shown, subject: 'status', actual: '201' },
    ];
    const found = mutantsOf(exchange({ headers: undefined, expected }), all);
    expect(found.filter(({ change }) => change.on === 'header').map(({ place }) => place)).toEqual([
      'header Location',
    ]);
  });
});

describe('the choice among many mutants', () => {
  it('is the same for a seed, and another for another seed', () => {
    const choose = (seed: number): readonly Mutant[] =>
      mutantsOf(exchange({ body }), { seed, maxMutants: 200 });
    expect(choose(1)).toEqual(choose(1));
    expect(choose(1)).not.toEqual(choose(2));
    expect(choose(1)).toHaveLength(200);
  });

  it('keeps every kind, all parts of the body, and the order', () => {
    const every = mutantsOf(exchange({ body }), all);
    const chosen = mutantsOf(exchange({ body }), { seed: 3, maxMutants: 200 });
    expect(new Set(chosen.map(({ kind }) => kind))).toEqual(new Set(every.map(({ kind }) => kind)));
    const words = every.map((mutant) => mutant.words);
    const at = chosen.map((mutant) => words.indexOf(mutant.words));
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    const fields = chosen.flatMap(({ place }) => /field(\d+)/.exec(place)?.[1] ?? []).map(Number);
    for (let from = 0; from < 300; from += 50)
      expect(fields.filter((field) => field >= from && field < from + 50).length).toBeGreaterThan(10);
  });

  it('has the most dangerous kinds when there are too few for all', () => {
    const kinds = mutantsOf(exchange({ body }), { seed: 1, maxMutants: 3 }).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['body-truncated', 'field-removed', 'status-outside-class']);
  });
});

describe('a body of a history, whose type is not known', () => {
  it.each([
    ['42', []],
    [' true\n', []],
    ['null', []],
    ['"a word"', []],
    ['pong', ['body-truncated', 'text-emptied']],
    ['-', ['body-truncated', 'text-emptied']],
  ])('is not changed when it may be JSON or text: %j', (body, expected) => {
    const mutants = mutantsOf(exchange({ headers: undefined, source: 'history', body }), all);
    expect(mutants.filter(({ place }) => place === 'body').map(({ kind }) => kind)).toEqual(expected);
  });

  it('is changed when an assertion has shown it', () => {
    const shown = { subject: 'header Content-Type', operator: 'exists', expected: '', actual: 'text/plain' };
    const expected = [{ ...shown, isText: true, passed: true, skipped: false }];
    const mutants = mutantsOf(exchange({ headers: undefined, source: 'history', body: '42', expected }), all);
    expect(mutants.map(({ kind }) => kind)).toContain('text-emptied');
  });
});
