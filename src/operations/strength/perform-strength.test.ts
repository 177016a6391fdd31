import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import type { Measurement, RequestStrength } from '../../strength/model/strength.js';
import { loadRunFiles } from '../files/load-run-files.js';
import type { SettingsRequest } from '../settings/run-settings.js';
import { loadStrength } from './load-strength.js';
import { performStrength } from './perform-strength.js';

const TESTS = dedent`
  ### login
  POST {{baseUrl}}/login

  >>>
  expect status == 201
  expect body.token matches /^t-[0-9]+$/
  <<<

  >>>capture
  token from body.token
  name from body.name
  <<<

  ### account
  # @depends login
  # @auth bearer {{login.token}}
  GET {{baseUrl}}/accounts/1

  >>>
  expect header X-Page == 1
  expect body.hits > 0
  <<<

  ### rows
  # @data rows.csv
  GET {{baseUrl}}/accounts/{{row.id}}

  >>>
  expect body.id == {{row.id}}
  <<<

  ### broken
  GET {{baseUrl}}/missing
`;

const USES = dedent`
  ### other
  # @depends ./session.http#login
  GET {{baseUrl}}/{{login.name}}/accounts/1
`;

interface Workspace {
  readonly requests: () => number;
  readonly measure: (
    run: boolean,
    paths?: readonly string[],
    settings?: Partial<SettingsRequest>,
  ) => Promise<Measurement>;
}

async function workspace(): Promise<Workspace> {
  const root = await temporaryWorkspace({
    'session.http': TESTS,
    'uses.http': USES,
    'rows.csv': 'id\n1\n2\n',
  });
  const store = await temporaryWorkspace();
  const api = await startApi();
  const measure: Workspace['measure'] = async (run, paths = ['session.http', 'uses.http'], given = {}) => {
    const stdin = { argument: '-', name: 'stdin', read: async () => new Uint8Array() };
    const settings: SettingsRequest = {
      cwd: root,
      process: {},
      overrides: { history: { path: join(store, 'history.db') } },
      variables: [{ name: 'baseUrl', value: api.url }],
      ...given,
    };
    return performStrength(
      await loadStrength({
        request: { run, seed: 1, maxMutants: 1000 },
        cwd: root,
        process: {},
        settings,
        loading: loadRunFiles({ paths, cwd: root, config: undefined, stdin }),
        signal: new AbortController().signal,
        onWarning: (message) => expect.fail(message),
      }),
    );
  };
  return { requests: api.requests, measure };
}

/** Counts its requests in its responses, so that values differ between runs. */
async function startApi(): Promise<{ readonly url: string; readonly requests: () => number }> {
  let hits = 0;
  const server = createServer(({ url = '', headers }, response) => {
    hits += 1;
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('X-Page', '1');
    if (url === '/login') response.writeHead(201).end('{"token":"t-4711","name":"Ada","kind":"user"}');
    else if (url === '/missing') response.writeHead(404).end('{}');
    else response.end(JSON.stringify({ id: Number(url.slice(-1)), hits, auth: 'authorization' in headers }));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests: () => hits };
}

function named({ strength }: Measurement, name: string): RequestStrength {
  const found = strength.files.flatMap(({ requests }) => requests).find((each) => each.name === name);
  return found ?? expect.fail(`no request ${name}`);
}

const placesOf = ({ survivors }: RequestStrength): readonly string[] =>
  survivors.map(({ mutant }) => `${mutant.place} ${mutant.kind}`);

describe('the strength of the tests of files', () => {
  it('is measured from the history without any request', async () => {
    const { measure, requests } = await workspace();
    const before = await measure(false);
    expect(before.strength).toMatchObject({ total: 0, score: null });
    expect(named(before, 'login').problems).toEqual([
      'The history has no passed result of this request: run it first.',
    ]);
    await measure(true);
    await measure(true);
    const sent = requests();
    const stored = await measure(false);
    expect(requests()).toBe(sent);
    expect(stored.strength.score).toBeGreaterThan(20);
    const [login, account, rows] = ['login', 'account', 'rows'].map((name) => named(stored, name));
    expect(placesOf(login as RequestStrength)).toContain('body.kind field-removed');
    expect(placesOf(login as RequestStrength)).not.toContain('body.token field-removed');
    // The number of hits differs between the stored runs, so that no test can know it.
    expect(account?.equivalents).toContainEqual(
      expect.objectContaining({
        rule: 'value-varies',
        mutant: expect.objectContaining({ place: 'body.hits' }),
      }),
    );
    expect(rows?.killed).toBeGreaterThan(0);
    expect(named(stored, 'broken')).toMatchObject({ total: 0 });
    const measured = stored.requests.find(({ strength }) => strength.name === 'rows');
    expect(measured?.exchanges.map(({ row, url }) => `${row} ${url.slice(-1)}`)).toEqual(['1 1', '2 2']);
    expect(measured?.earlier.length).toBe(2);
  });

  it('is measured with a run, which is stored like any other', async () => {
    const { measure, requests } = await workspace();
    const run = await measure(true);
    // The request that both files need runs once for each of them.
    expect(requests()).toBeGreaterThanOrEqual(7);
    const [account] = run.requests
      .filter(({ strength }) => strength.name === 'account')
      .map((each) => each.exchanges[0]);
    expect(account).toMatchObject({ source: 'run', status: 200 });
    expect(account?.headers).toContainEqual(['X-Page', '1']);
    const names = placesOf(named(run, 'account'));
    expect(names).not.toContain('header X-Page header-missing');
    expect(named(run, 'account').problems).toEqual([]);
  });

  it('counts requests of other files that use what was captured', async () => {
    const { measure } = await workspace();
    await measure(true);
    const alone = named(await measure(false, ['session.http']), 'login');
    const both = named(await measure(false), 'login');
    expect(placesOf(alone)).toContain('body.name field-removed');
    expect(placesOf(both)).not.toContain('body.name field-removed');
    expect(both.killed).toBeGreaterThan(alone.killed);
    expect(both.total).toBe(alone.total);
    const other = await measure(false, ['uses.http']);
    expect(other.strength.files.map(({ file }) => file)).toEqual(['uses.http']);
  });

  it('shows no secret', async () => {
    const { measure } = await workspace();
    const secret = { secretValues: ['t-4711'] };
    for (const run of [true, false]) {
      const measured = await measure(run, ['session.http'], secret);
      expect(JSON.stringify([measured.strength, measured.requests])).not.toContain('t-4711');
      expect(placesOf(named(measured, 'login'))).not.toContain('body.token field-removed');
    }
  });

  it('needs a history or a run', async () => {
    const { measure } = await workspace();
    const off = { overrides: { history: { enabled: false } } };
    await expect(measure(false, ['session.http'], off)).rejects.toThrow('the history is switched off');
    expect((await measure(true, ['session.http'], off)).strength.total).toBeGreaterThan(10);
  });

  it('refuses files with errors', async () => {
    const { measure } = await workspace();
    await expect(measure(false, ['absent.http'])).rejects.toThrow('absent.http');
  });
});
