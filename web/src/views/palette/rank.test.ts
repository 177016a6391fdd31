import { expect, test } from 'vitest';
import { rankMatches, type Rankable } from './rank.js';

const entry = (label: string, detail = '', weight = 0): Rankable => ({ label, detail, weight });
const labels = (entries: readonly Rankable[], text: string, limit = 10): string[] =>
  rankMatches(entries, text, limit).map(({ label }) => label);

test('the start of a name comes before the start of a word, the inside, and other text', () => {
  const all = [
    entry('Health', 'GET /orders'),
    entry('Reorders'),
    entry('List of orders'),
    entry('Orders by customer'),
    entry('Nothing'),
  ];
  expect(labels(all, 'order')).toEqual(['Orders by customer', 'List of orders', 'Reorders', 'Health']);
});

test('all words have to match, in any order', () => {
  const all = [entry('Make order', 'POST /orders #smoke'), entry('List orders', 'GET /orders #nightly')];
  expect(labels(all, 'smoke order')).toEqual(['Make order']);
  expect(labels(all, 'get ORDERS')).toEqual(['List orders']);
  expect(labels(all, 'get smoke')).toEqual([]);
});

test('of equal matches the lighter and then the shorter comes first', () => {
  const all = [entry('order list long', '', 0.4), entry('order list', '', 0.4), entry('orders.http', '', 0)];
  expect(labels(all, 'order')).toEqual(['orders.http', 'order list', 'order list long']);
});

test('without a text everything is shown in its order, up to the limit', () => {
  expect(labels([entry('b'), entry('a'), entry('c')], ' ', 2)).toEqual(['b', 'a']);
});

test('punctuation of a search is text', () => {
  expect(labels([entry('a.b'), entry('axb')], 'a.b')).toEqual(['a.b']);
});
