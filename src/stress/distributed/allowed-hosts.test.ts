import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import type { LoadTime } from '../../../test/support/runs/load-time.js';
import { loopback } from '../../../test/support/runs/run-requests.js';
import { loadPlan, loadOrder, stressRun } from '../../../test/support/runs/stress-run.js';
import type { StartThread } from '../load-threads.js';
import { findForbiddenHost } from './fixed-hosts.js';

/** Threads of a process that may connect to these hosts alone. */
const limitedTo =
  (...allowedHosts: string[]) =>
  ({ startThread }: LoadTime): StartThread =>
  (task, onEvent) =>
    startThread({ ...task, allowedHosts }, onEvent);

const STRESS = { duration: 200, rate: 40, maxVUs: 20 };

describe('a load that may reach some hosts only', () => {
  it('does not follow a redirect, a variable or a token call out of them', async () => {
    const forbidden = await loopback();
    const { url } = await loopback(({ path }) =>
      path === '/redirect' ? { status: 302, headers: { Location: `${forbidden.url}/redirected` } } : 200,
    );
    const allowed = url.replace('http://', '');
    const host = forbidden.url.replace('http://', '');
    const text = dedent`
      ### ok
      GET ${url}/ok
      ### redirect
      GET ${url}/redirect
      ### direct
      GET ${forbidden.url}/direct
      ### variable
      # @data rows.csv
      GET http://{{row.host}}/variable
      ### token
      # @auth oauth2 client_credentials ${forbidden.url}/token, id, secret
      GET ${url}/with-token
    `;
    for (const path of ['quick', 'ordinary'] as const) {
      const result = await stressRun(
        { 'a.http': text, 'rows.csv': `host\n${host}\n` },
        { stress: STRESS, startThread: limitedTo(allowed), path },
      );
      for (const { name, count, errorCount } of result.perRequest)
        expect([name, count, errorCount]).toEqual([name, count, name === 'ok' ? 0 : count]);
      expect(result.errorKinds['connect'] ?? 0).toBeGreaterThan(0);
      expect(result.errorGroups).toContainEqual(
        expect.objectContaining({
          kind: 'connect',
          message: 'host not allowed by this worker: 127.0.0.1',
        }),
      );
    }
    expect(forbidden.seen).toEqual([]);
  });

  it('reaches a name by its address', async () => {
    const { url, seen } = await loopback();
    const result = await stressRun(
      { 'a.http': `GET ${url.replace('127.0.0.1', 'localhost')}/a\n` },
      { stress: STRESS, startThread: limitedTo('127.0.0.0/8', '::1') },
    );
    expect(result).toMatchObject({ errorCount: 0, totalRequests: 8 });
    expect(seen).toHaveLength(8);
  });
});

describe('findForbiddenHost', () => {
  it.each([
    ['GET http://a.test/x\n', ['a.test'], undefined],
    ['GET http://a.test/x\n', ['b.test'], 'a.test'],
    ['GET http://a.test:81/{{$uuid}}\n', ['a.test:80'], 'a.test'],
    ['@host = a.test\n\nGET https://{{host}}/x/{{row.id}}\n', ['b.test'], 'a.test'],
    ['GET https://{{row.host}}/x\n', ['b.test'], undefined],
    ['GET /x\nHost: a.test\n', ['b.test'], 'a.test'],
    ['# @auth oauth2 password https://t.test/token, a, b, c, d\nGET http://b.test/\n', ['b.test'], 't.test'],
    ['GET http://10.0.0.1/\n', ['10.0.0.0/8'], undefined],
    ['GET http://11.0.0.1/\n', ['10.0.0.0/8'], '11.0.0.1'],
  ])('%j, %j: %s', async (text, allowed, host) => {
    const { definitions, chains } = await loadPlan({ 'a.http': text });
    expect(await findForbiddenHost(loadOrder({ definitions, chains }), allowed)).toBe(host);
  });

  it('finds where tokens of environment files come from, if a request uses them', async () => {
    const auth = {
      api: { 'Token URL': 'https://{{place}}/token' },
      idle: { 'Token URL': 'https://i.test/' },
    };
    const environment = { place: 't.test', bearer: '{{$auth.token("api")}}' };
    const client = { environment, shared: {}, secretNames: [], stores: {}, auth };
    for (const [text, host] of [
      ['GET http://b.test/\nAuthorization: Bearer {{bearer}}\n', 't.test'],
      ['GET http://b.test/\n', undefined],
    ] as const) {
      const { definitions, chains } = await loadPlan({ 'a.http': text }, {}, client);
      expect(await findForbiddenHost(loadOrder({ definitions, chains }), ['b.test'])).toBe(host);
    }
  });
});
