import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { listen } from '../../support/clients/event-client.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer } from '../../support/servers/running-server.js';
import { type Shown, run } from './execute-selection-setup.js';

describe('which requests run', () => {
  it('all, by dependency and then by line', async () => {
    const { url, seen } = await loopback();
    const text = dedent`
      ### a
      # @depends c
      GET ${url}/a
      ### b
      GET ${url}/b
      ### c
      GET ${url}/c
      ### d
      GET ${url}/d
    `;
    expect(await run({ 'x.http': text }, { file: 'x.http' })).toEqual([
      'b: passed',
      'c: passed',
      'a: passed',
      'd: passed',
    ]);
    expect(seen).toEqual(['GET /b', 'GET /c', 'GET /a', 'GET /d']);
  });

  it('those with @only; others are skipped', async () => {
    const { url } = await loopback();
    const text = dedent`
      ### a
      GET ${url}
      ### b
      # @only
      # @depends c
      GET ${url}
      ### c
      GET ${url}
    `;
    expect(await run({ 'x.http': text }, { file: 'x.http' })).toEqual([
      'a: (filtered out)',
      'c: passed',
      'b: passed',
    ]);
  });

  it('one without a name by its method and URL as they are written', async () => {
    const { url, seen } = await loopback();
    const text = dedent`
      @u = ${url}

      ###
      GET {{u}}/1

      ###
      GET {{u}}/2

      ### named
      GET {{u}}/1
    `;
    expect(await run({ 'x.http': text }, { file: 'x.http', requestName: 'GET {{u}}/2' })).toEqual([
      'GET {{u}}/2: passed',
    ]);
    expect(seen).toEqual(['GET /2']);
  });

  it('has a reason for each request that is skipped', async () => {
    const { url } = await loopback(({ path }) => (path === '/bad' ? 500 : 200));
    const text = dedent`
      ### bad
      GET ${url}/bad
      ### after
      # @depends bad
      GET ${url}
      ### later
      # @depends after
      GET ${url}
      ### lost
      # @depends nobody
      GET ${url}
      ### off
      # @skip
      GET ${url}
      ### why
      # @skip until Monday
      GET ${url}
      ### no
      # @if false
      GET ${url}
    `;
    expect(await run({ 'x.http': text }, { file: 'x.http' })).toEqual([
      'bad: failed',
      'after: (dependency failed: bad)',
      'later: (dependency failed: after)',
      'lost: (dependency failed: nobody not found)',
      'off: (skipped)',
      'why: (until Monday)',
      'no: (condition not met)',
    ]);
  });

  it('stops after the first failure with bail in the config', async () => {
    const { url } = await loopback(() => 500);
    const text = dedent`
      ### a
      GET ${url}
      ### b
      GET ${url}
    `;
    const files = { 'x.http': text, 'service.yaml': 'bail: true\n' };
    expect(await run(files, { file: 'x.http' })).toEqual(['a: failed', 'b: (bail)']);
  });

  it('has one result per element, and counts them when the list is there', async () => {
    const { url } = await loopback(() => ({ json: { ids: [7, 8, 9] } }));
    const server = await startServer({
      files: {
        'x.http': dedent`
          ### list
          GET ${url}/list

          >>>capture
          ids from body.ids
          <<<
          ### it
          # @depends list
          # @each {{list.ids}} as id
          GET ${url}/{{id}}
          ### range
          # @each 4..5
          GET ${url}/{{each}}
        `,
      },
    });
    const client = await listen(server);
    const { json } = await server.call('POST', '/execute', { json: { file: 'x.http' } });
    const names = (json as { results: Shown[] }).results.map(({ name }) => name);
    expect(names).toEqual(['list', 'it [1]', 'it [2]', 'it [3]', 'range [1]', 'range [2]']);
    const progress = (await client.until('request_progress', 12)).map(({ payload }) => payload);
    expect(progress.at(-1)).toMatchObject({ index: 5, total: 6, requestName: 'range [2]' });
    const rows = await server.call('POST', '/execute', {
      json: { file: 'x.http', requestName: 'it', rows: [2] },
    });
    expect((rows.json as { results: Shown[] }).results.map(({ name }) => name)).toEqual(['list', 'it [2]']);
    const parsed = await server.call('GET', '/files/x.http');
    expect(parsed.json).toMatchObject({
      requests: [{}, { metadata: { each: { source: '{{list.ids}}', name: 'id' } } }, {}],
    });
  });

  it('lists the results of a parallel run in the order of a sequential one', async () => {
    let isCompleted = (_name: string): boolean => false;
    const { url, seen } = await loopback(async ({ path }) => {
      if (path === '/a') await expect.poll(() => isCompleted('b'), { timeout: 60_000 }).toBe(true);
      return 200;
    });
    const text = dedent`
      ### a
      GET ${url}/a
      ### b
      # @depends d
      GET ${url}/b
      ### c
      GET ${url}/c
      ### d
      GET ${url}/d
    `;
    const server = await startServer({
      files: {
        'x.http': text,
        'service.yaml': dedent`
          parallel: true
          concurrency: 2
        `,
      },
    });
    const client = await listen(server);
    isCompleted = (name) =>
      client.events.some(
        ({ payload }) => payload['requestName'] === name && payload['status'] === 'completed',
      );
    const { json } = await server.call('POST', '/execute', { json: { file: 'x.http' } });
    expect((json as { results: Shown[] }).results.map(({ name }) => name)).toEqual(['a', 'c', 'd', 'b']);
    expect(seen).toEqual(['GET /a', 'GET /c', 'GET /d', 'GET /b']);
    const progress = (await client.until('request_progress', 8)).map(({ payload }) => payload);
    for (const name of ['a', 'b', 'c', 'd']) {
      const own = progress.filter(({ requestName }) => requestName === name);
      expect(own.map(({ status }) => status)).toEqual(['started', 'completed']);
      expect(own.every(({ index }) => index === ['a', 'c', 'd', 'b'].indexOf(name))).toBe(true);
    }
    expect(progress.at(-1)).toMatchObject({ requestName: 'a', status: 'completed' });
  });
});
