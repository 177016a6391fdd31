import { expect, it } from 'vitest';
import { loopback, runRequests } from '../../test/support/run-requests.js';

it('runs', async () => {
  const server = await loopback(() => ({ json: { a: 1 } }));
  const { outcome, results } = await runRequests({
    'a.http': `### one\nGET ${server.url}/x\n\n### two\n# @depends one\nPOST ${server.url}/y\n\n{"a":1}`,
  });
  console.log(JSON.stringify(results, null, 1));
  expect(outcome.passed).toBe(2);
});
