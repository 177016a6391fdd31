import { expect, it } from 'vitest';
import { responseView, testScope } from '../../../test/support/runs/evaluation.js';
import { CaptureStore } from './captures.js';
import { evaluateCondition } from './condition.js';
import { scope } from '../../../test/support/unit/condition-setup.js';

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
