import { expect, it } from 'vitest';
import { testScope, variables } from '../../../test/support/runs/evaluation.js';
import { evaluateCondition } from './condition.js';
import { scope } from '../../../test/support/unit/condition-setup.js';

it.each([
  ['{{a}} == x', true],
  ['{{a}} == {{b}}', true],
  ['{{a}} != x', false],
  ['{{a}} != y', true],
  ['{{gone}} == ', true],
  ['{{gone}} == x', false],
  ['{{gone}} != x', true],
  ['== x', false],
  ['x ==', false],
  ['{{text}} == {{text}}', true],
  ['{{text}} == p', false],
  ['{{equal}}', true],
  ['{{unequal}}', false],
  ['a==b', true],
  ['a == b == c', false],
  ['{{yes}}', true],
  ['{{no}}', false],
  ['{{zero}}', false],
  ['{{empty}}', false],
  ['{{gone}}', false],
  ['  NULL ', false],
  ['false', false],
  ['nothing', true],
  ['00', true],
])('%s is %s', (condition, holds) => {
  expect(evaluateCondition(condition, scope)).toBe(holds);
});

it('still fails for a cycle', () => {
  const looping = testScope({ variables: variables({ a: '{{a}}' }) });
  expect(() => evaluateCondition('{{a}}', looping)).toThrow('variable cycle: a → a');
});
