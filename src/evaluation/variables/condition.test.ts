import { expect, it } from 'vitest';
import { responseView, testScope, variables } from '../../../test/support/runs/evaluation.js';
import { CaptureStore } from './captures.js';
import { evaluateCondition } from './condition.js';

const scope = testScope({
  variables: variables({
    a: 'x',
    b: ' x ',
    text: 'p == q',
    equal: 'p == p',
    unequal: 'p != p',
    yes: 'TRUE',
    no: 'No',
    zero: '0',
    empty: '',
  }),
});

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

it.each([
  ['{'.repeat(1_000_000), true],
  [`${'{{'.repeat(500_000)} == x`, false],
  ['{{ } '.repeat(200_000), true],
])('a million braces without an end are no placeholders and take no time', (condition, holds) => {
  expect(evaluateCondition(condition, scope)).toBe(holds);
});

it('looks at a text of any length once', () => {
  const captures = new CaptureStore();
  captures.setResponse('big', responseView('{{'.repeat(1_000_000), { type: 'text/plain' }));
  captures.setResponse(
    'last',
    responseView(`${'{{'.repeat(1_000_000)}\n{{ == }} x == x`, { type: 'text/plain' }),
  );
  const responses = testScope({ captures });
  expect(evaluateCondition('{{big.response.body}}', responses)).toBe(true);
  expect(evaluateCondition('{{last.response.body}}', responses)).toBe(false);
}, 90_000);
