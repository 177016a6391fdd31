import { expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { TurnedTime } from '../../test/support/runs/load-time.js';
import { loopback } from '../../test/support/runs/run-requests.js';
import { stressRun } from '../../test/support/runs/stress-run.js';

it('a load thread asks for one OAuth2 token, however many users it has', async () => {
  const token = { access_token: 'shared', token_type: 'Bearer', expires_in: 3600 };
  const time = new TurnedTime();
  const { url, seen } = await loopback(async ({ path }, response) => {
    if (path === '/token') return { json: token };
    await time.hold(10, response);
    return 200;
  });
  const auth = `# @auth oauth2 client_credentials ${url}/token, app, secret, read`;
  const result = await stressRun(
    {
      'a.http': dedent`
        ### a
        ${auth}
        GET ${url}/a
        ### b
        ${auth}
        GET ${url}/b
      `,
    },
    { time, stress: { duration: 100, vus: 10 } },
  );
  expect(result.errorCount).toBe(0);
  // Each of ten users sends one after the other.
  expect(result.totalRequests).toBe(100);
  expect(seen.filter((request) => request === 'POST /token')).toHaveLength(1);
});
