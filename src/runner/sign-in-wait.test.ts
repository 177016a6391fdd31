import { expect, it } from 'vitest';
import { ManualClock } from '../../test/support/manual-clock.js';
import { runRequests } from '../../test/support/runs/run-requests.js';
import { signInProvider } from '../../test/support/servers/sign-in-provider.js';
import { askPerson } from '../http/sign-in/ask-person.js';

it('the time that a person takes to sign in is in no limit and in no duration', async () => {
  const provider = await signInProvider({
    pending: Array.from({ length: 4 }, () => 'authorization_pending'),
  });
  const clock = new ManualClock(0);
  const names = ['readOrder', 'listOrders', 'other'];
  const text = names
    .map((name) => `### ${name}\n${provider.device}\nGET ${provider.url}/orders\n`)
    .join('\n');
  const running = runRequests(
    { 'auth.http': text },
    {
      options: { timeout: 300, parallel: true },
      clock,
      asker: {
        kept: new Map(),
        ask: (grant, call) => askPerson(grant, call, { show: () => Promise.resolve(), port: 0 }),
      },
    },
  );
  // The provider is asked every 100 ms, and the fifth time there is a token.
  for (let call = 0; call < 5; call += 1) await clock.pass(100);
  const { results, outcome } = await running;
  expect(results.map(({ passed, duration, error }) => [passed, duration, error])).toEqual(
    names.map(() => [true, 0, '']),
  );
  expect([outcome.duration, provider.welcomed()]).toEqual([500, 3]);
});
