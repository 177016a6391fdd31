import { describe, expect, it } from 'vitest';
import { storedExchange } from '../../../test/support/files/stored-exchange.js';
import type { MutationKind } from '../model/mutation-kinds.js';
import type { StoredExchange } from '../model/stored-exchange.js';
import { Equivalence } from './equivalence.js';
import { mutantsOf } from './mutants-of.js';

function exchange(body: unknown, changes: Partial<StoredExchange> = {}): StoredExchange {
  return storedExchange({ headers: [], body: JSON.stringify(body), source: 'history', runId: 1, ...changes });
}

/** The kinds that are left out at a place, each with its rule. */
function leftOut(
  place: string,
  now: StoredExchange,
  ...earlier: StoredExchange[]
): Partial<Record<MutationKind, string>> {
  const equivalence = new Equivalence(now, earlier);
  const found: Partial<Record<MutationKind, string>> = {};
  for (const mutant of mutantsOf(now, { seed: 1, maxMutants: 10_000 })) {
    const rule = mutant.place === place ? equivalence.ruleOf(mutant) : undefined;
    if (rule !== undefined) found[mutant.kind] = rule;
  }
  return found;
}

describe('values that earlier runs contradict', () => {
  it('leaves nothing out without an earlier run', () => {
    expect(leftOut('body.id', exchange({ id: 7 }))).toEqual({});
    expect(leftOut('body.id', exchange({ id: 7 }), exchange({ id: 7 }))).toEqual({});
  });

  it('leaves out another value of the same type, but not another shape', () => {
    expect(leftOut('body.id', exchange({ id: 7 }), exchange({ id: 8 }))).toEqual({
      'number-off-by-one': 'value-varies',
    });
    expect(leftOut('body.id', exchange({ id: 7 }), exchange({ id: -8 }))).toEqual({
      'number-off-by-one': 'value-varies',
      'sign-changed': 'value-varies',
    });
    expect(leftOut('body.paid', exchange({ paid: true }), exchange({ paid: false }))).toEqual({
      'flag-flipped': 'value-varies',
    });
    expect(leftOut('body.paid', exchange({ paid: true }), exchange({ paid: true }))).toEqual({});
    expect(leftOut('body.at', exchange({ at: '2024-01-01' }), exchange({ at: '2024-01-02' }))).toEqual({
      'date-shifted': 'value-varies',
    });
    expect(leftOut('body.state', exchange({ state: 'open' }), exchange({ state: 'done' }))).toEqual({
      'unknown-value': 'value-varies',
    });
  });

  it.each<[string, unknown, Partial<Record<MutationKind, string>>]>([
    ['a missing field', {}, { 'field-removed': 'value-varies', 'field-renamed': 'value-varies' }],
    ['null', { name: null }, { null: 'value-varies' }],
    ['another type', { name: 5 }, { 'type-changed': 'value-varies' }],
    ['an empty text', { name: '' }, { 'text-emptied': 'value-varies', 'unknown-value': 'value-varies' }],
  ])('leaves out %s that a run had', (_, earlier, expected) => {
    expect(leftOut('body.name', exchange({ name: 'Anna' }), exchange(earlier))).toEqual(expected);
  });

  it('counts the elements of a list as one place', () => {
    const now = exchange({ items: [{ id: 1 }, { id: 2 }] });
    const place = 'body.items[0].id';
    expect(leftOut(place, now, exchange({ items: [{ id: 2 }, { id: 1 }, { id: 3 }] }))).toEqual({});
    expect(leftOut(place, now, exchange({ items: [{ id: 2 }, { id: 3 }] }))).toEqual({
      'number-off-by-one': 'value-varies',
    });
    expect(leftOut(place, now, exchange({ items: [] }))).toEqual({});
  });

  it('takes no values of other data rows and of bodies that are only known in part', () => {
    const now = exchange({ id: 7 }, { row: '1' });
    expect(leftOut('body.id', now, exchange({ id: 8 }, { row: '2' }))).toEqual({});
    expect(leftOut('body.id', now, exchange({ id: 8 }, { row: '1', isCut: true }))).toEqual({});
    expect(leftOut('body.id', now, exchange({ id: 8 }, { row: '1' }))).toHaveProperty('number-off-by-one');
  });

  it('leaves out a status that a run had', () => {
    const now = exchange({}, { status: 200 });
    expect(leftOut('status', now, exchange({}, { status: 201 }))).toEqual({
      'status-in-class': 'value-varies',
    });
    expect(leftOut('status', now, exchange({}, { status: 202 }))).toEqual({});
  });
});

describe('lists', () => {
  const list = (...elements: unknown[]): StoredExchange => exchange({ list: elements });

  it('has no other order of equal elements, and no new one by repeating one of them', () => {
    expect(leftOut('body.list', list(1, 1))).toEqual({
      'list-reordered': 'same-order',
      'element-duplicated': 'repeated-element',
    });
    expect(leftOut('body.list', list(1, 2))).toEqual({});
  });

  it('knows the order from what both runs have', () => {
    expect(leftOut('body.list', list(1, 2, 3), list(3, 2, 1))).toEqual({ 'list-reordered': 'order-varies' });
    expect(leftOut('body.list', list(1, 2, 3), list(1, 2, 3))).toEqual({});
    expect(leftOut('body.list', list(1, 2, 3), list(1, 2, 4))).toEqual({});
    expect(leftOut('body.list', list(1, 2, 3), list(4, 5, 6))).toEqual({ 'list-reordered': 'value-varies' });
  });

  it('knows the number of elements from earlier runs', () => {
    expect(leftOut('body.list', list(1, 2), list(1, 2, 3))).toEqual({ 'element-duplicated': 'value-varies' });
  });

  it('leaves out an empty list that a run had', () => {
    expect(leftOut('body.list', list(1, 2), list())).toEqual({ 'list-emptied': 'value-varies' });
  });
});

it('leaves out headers of servers between API and client, but not those of the API', () => {
  const headers = [
    ['Date', 'Thu, 01 Jan 2026 00:00:00 GMT'],
    ['CF-Ray', '1'],
    ['ETag', '"a"'],
    ['Content-Type', 'application/json'],
  ] as const;
  const now = exchange({}, { headers });
  expect(leftOut('header Date', now)).toEqual({ 'header-missing': 'infrastructure-header' });
  expect(leftOut('header CF-Ray', now)).toEqual({ 'header-missing': 'infrastructure-header' });
  expect(leftOut('header ETag', now)).toEqual({});
  expect(leftOut('header Content-Type', now)).toEqual({});
});
