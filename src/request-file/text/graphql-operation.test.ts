import { describe, expect, it } from 'vitest';
import { isSubscription } from './graphql-operation.js';

describe('isSubscription', () => {
  it.each<[string, boolean]>([
    ['', false],
    ['subscription { price }', true],
    ['subscription OnPrice($id: ID! = "}") @live { price(id: $id) }', true],
    ['# query first\n\nsubscription{price}', true],
    ['"""\nquery { a }\n""" subscription { price }', true],
    [
      'fragment Fields on Price @a(b: {c: 1}) { value { amount } }\nsubscription { price { ...Fields } }',
      true,
    ],
    ['query { subscription { id } }', false],
    ['query subscription { id }', false],
    ['{ subscription }', false],
    ['mutation { subscription(id: 1) { id } }', false],
    ['# subscription { price }\nquery { a }', false],
    ['query { a(text: "}") } subscription { price }', false],
    ['fragment subscription on Price { value } query { price { ...subscription } }', false],
    ['{{document}}', false],
    ['}}} "', false],
    ['subscriptions { a }', false],
  ])('%j: %s', (document, expected) => {
    expect(isSubscription(document)).toBe(expected);
  });
});
