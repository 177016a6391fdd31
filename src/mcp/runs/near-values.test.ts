import { describe, expect, it } from 'vitest';
import { keptResponse } from '../../../test/support/runs/kept-run.js';
import type { KeptAssertion } from './kept-run.js';
import { nearMembers, placesOfExpected, readResponse } from './near-values.js';

const BODY = {
  order: { total: 42.5, items: [{ sku: 'a1' }, { sku: 'b2' }], 'odd key': 'x' },
  tax: 1,
  id: 9,
  active: true,
};

function failed(subject: string, more: Partial<KeptAssertion> = {}): KeptAssertion {
  const texts = { expected: '', actual: 'absent', note: '' };
  const flags = { passed: false, isSkipped: false, isAbsent: true };
  return { line: 1, subject, operator: 'equals', ...flags, ...texts, ...more };
}

function read(body: unknown = BODY): ReturnType<typeof readResponse> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return readResponse(keptResponse({ body: { text, isCut: false } }));
}

describe('members near an absent path', () => {
  it.each([
    ['body.order.totl', ['total', 'items', 'odd key']],
    ['body.ordr.total', ['order', 'id', 'tax', 'active']],
    ['order.items[5].sku', ['[0]', '[1]']],
    ['body.order.items[0].sk', ['sku']],
    ['body.order.items[*].sk', ['sku']],
    ['body.id.value', []],
    ['header Content-Typ', ['Content-Type']],
    ['cookie session', []],
    ['jsonpath $.nothing', []],
  ])('of %s are %j', (subject, names) => {
    expect(nearMembers(failed(subject), read())).toEqual(names);
  });

  it('are at most five, the nearest first', () => {
    const many = Object.fromEntries(
      ['aaaa', 'bbbb', 'name', 'cccc', 'nam', 'dddd', 'game'].map((key) => [key, 1]),
    );
    const near = nearMembers(failed('body.nme'), read(many));
    expect(near).toHaveLength(5);
    expect(near.slice(0, 2).toSorted()).toEqual(['nam', 'name']);
  });

  it('are none when there is a value, and none in what is no JSON or is cut', () => {
    expect(nearMembers(failed('body.tax', { isAbsent: false }), read())).toEqual([]);
    expect(nearMembers(failed('body.x'), read('<p>'))).toEqual([]);
    const cut = readResponse(keptResponse({ body: { text: '{"id":9}', isCut: true } }));
    expect(nearMembers(failed('body.x'), cut)).toEqual([]);
  });
});

describe('places of the expected value', () => {
  it.each<[string, unknown, string[]]>([
    ['body.total', 42.5, ['body.order.total']],
    ['body.sku', 'b2', ['body.order.items[1].sku']],
    ['body.key', 'x', ['body.order["odd key"]']],
    ['body.number', '9', ['body.id']],
    ['body.first', { sku: 'a1' }, ['body.order.items[0]']],
    ['body.flag', true, []],
    ['body.order.active', true, ['body.active']],
    ['status', 9, []],
    ['body.total', '[REDACTED]', []],
    ['body.total', 'nowhere', []],
  ])('%s equals %j: %j', (subject, expectedValue, places) => {
    expect(placesOfExpected(failed(subject, { expectedValue }), read())).toEqual(places);
  });

  it('are at most three, first those with the same key, then the shortest', () => {
    const body = { a: 7, b: { id: 7 }, c: { d: { e: 7 } }, f: 7 };
    expect(placesOfExpected(failed('body.x.id', { expectedValue: 7 }), read(body))).toEqual([
      'body.b.id',
      'body.a',
      'body.f',
    ]);
  });

  it('are not looked for when the operator compares otherwise', () => {
    expect(placesOfExpected(failed('body.x', { operator: 'contains', expectedValue: 9 }), read())).toEqual(
      [],
    );
    expect(placesOfExpected(failed('body.x', { expectedValue: 9n }), read())).toEqual(['body.id']);
  });
});
