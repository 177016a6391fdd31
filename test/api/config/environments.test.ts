import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { listen } from '../../support/clients/event-client.js';
import { startServer } from '../../support/servers/running-server.js';

const CONFIG = dedent`
  defaultEnvironment: qa
  environments:
    qa: # test
      host: a # first
    prod: {host: p}
`;

const NOT_ACTIVATED: readonly (readonly [object, string])[] = [
  [{}, 'name is required'],
  [{ name: '' }, 'name is required'],
  [{ name: null }, 'name is required'],
  [{ name: 5 }, 'name must be at most 128 characters without control characters'],
  [{ name: 'x'.repeat(129) }, 'name must be at most 128 characters without control characters'],
  [{ name: 'a\u0000b' }, 'name must be at most 128 characters without control characters'],
  [{ name: 'active' }, 'environment name is reserved: active'],
];

const NOT_WRITTEN: readonly (readonly [string, object, string])[] = [
  ['%61ctive', { variables: {} }, 'invalid environment name: active'],
  ['a%2Fb', { variables: {} }, 'invalid environment name: a/b'],
  ['a%0Ab', { variables: {} }, 'invalid environment name: a\nb'],
  ['x'.repeat(129), { variables: {} }, `invalid environment name: ${'x'.repeat(129)}`],
  ['__proto__', { variables: {} }, 'invalid environment name: __proto__'],
  ['qa', {}, 'variables is required'],
  ['qa', { variables: null }, 'variables is required'],
  ['qa', { variables: [] }, 'variables must be an object'],
  ['qa', { variables: '' }, 'variables must be an object'],
  ['qa', { variables: ['a'] }, 'variables must be an object'],
  ['qa', { variables: 'x' }, 'variables must be an object'],
  ['qa', { variables: { 'a b': 1 } }, 'invalid variable name: a b'],
  ['qa', { variables: { '': 1 } }, 'invalid variable name: '],
];

describe('environments', () => {
  it('lists them in byte order, always with the active one', async () => {
    const { get, call } = await startServer({ files: { 'service.yaml': CONFIG } });
    expect((await get('/environments')).json).toEqual([
      { name: 'prod', variables: { host: 'p' } },
      { name: 'qa', variables: { host: 'a' } },
    ]);
    expect((await call('PUT', '/environments/active', { json: { name: 'Zero' } })).status).toBe(204);
    expect((await get('/environments')).json).toMatchObject([
      { name: 'Zero', variables: {} },
      { name: 'prod' },
      { name: 'qa' },
    ]);
    expect((await get('/environments/Zero')).json).toEqual({ name: 'Zero', variables: {} });
    expect((await get('/workspace')).json).toMatchObject({ environment: 'Zero' });
  });

  it('sends an event for each activation, also of the same environment', async () => {
    const server = await startServer();
    const { until, events } = await listen(server);
    for (const name of ['staging', 'staging']) {
      const { status, text } = await server.call('PUT', '/environments/active', { json: { name } });
      expect([status, text]).toEqual([204, '']);
    }
    await until('environment_changed', 2);
    for (const event of events) {
      expect(event.payload).toEqual({ name: 'staging', timestamp: event.timestamp });
    }
    await server.call('PUT', '/environments/x', { json: { variables: { a: 1 } } });
    await server.call('PUT', '/environments/active', { json: { name: 'x' } });
    expect((await until('environment_changed', 3)).length).toBe(3);
    expect(events).toHaveLength(3);
  });

  it('starts with the environment of --env', async () => {
    const { get } = await startServer({ files: { 'service.yaml': CONFIG }, args: ['--env', 'mine'] });
    expect((await get('/workspace')).json).toMatchObject({ environment: 'mine' });
  });

  it('does not activate an invalid name', async () => {
    const { call, get } = await startServer();
    for (const [body, message] of NOT_ACTIVATED) {
      const { status, json } = await call('PUT', '/environments/active', { json: body });
      expect([body, status, json]).toEqual([body, 400, { error: 'Bad Request', message }]);
    }
    expect((await get('/workspace')).json).toMatchObject({ environment: 'dev' });
  });

  it('finds an environment by its decoded name', async () => {
    const { get, call } = await startServer();
    expect((await call('PUT', '/environments/%C3%A4%20b', { json: { variables: {} } })).status).toBe(200);
    expect((await get('/environments/%C3%A4%20b')).json).toEqual({ name: 'ä b', variables: {} });
    for (const [encoded, name] of [
      ['gone', 'gone'],
      ['active', 'active'],
      ['%61ctive', 'active'],
      ['__proto__', '__proto__'],
      ['toString', 'toString'],
    ]) {
      const { status, json } = await get(`/environments/${encoded}`);
      expect([status, json]).toEqual([
        404,
        { error: 'Not Found', message: `environment not found: ${name}` },
      ]);
    }
  });

  it('replaces all variables and no other byte', async () => {
    const { call, get, root } = await startServer({ files: { 'service.yaml': CONFIG } });
    const variables = {
      host: 'b',
      port: 8080,
      on: true,
      none: null,
      list: [1, 'x', { a: [] }],
      text: 'a: #b\n"\'',
    };
    const { status, json } = await call('PUT', '/environments/qa', { json: { variables } });
    expect([status, json]).toEqual([200, { name: 'qa', variables }]);
    expect((await get('/environments/qa')).json).toEqual({ name: 'qa', variables });
    const text = await readFile(join(root, 'service.yaml'), 'utf8');
    expect(
      text.startsWith(dedent`
        defaultEnvironment: qa
        environments:
          qa: # test
            host: b # first
      `),
    ).toBe(true);
    expect(text.endsWith('  prod: {host: p}\n')).toBe(true);
    expect((await call('PUT', '/environments/qa', { json: { variables: {} } })).json).toEqual({
      name: 'qa',
      variables: {},
    });
    expect((await get('/environments/qa')).json).toEqual({ name: 'qa', variables: {} });
  });

  it('renames and deletes, and keeps the rest of the file', async () => {
    const server = await startServer({ files: { 'service.yaml': CONFIG } });
    const { call, get, root } = server;
    const { until } = await listen(server);
    const renamed = await call('POST', '/environments/qa/rename', { json: { name: 'test' } });
    expect([renamed.status, renamed.json]).toEqual([200, { name: 'test', variables: { host: 'a' } }]);
    expect((await until('environment_changed', 1))[0]?.payload).toMatchObject({ name: 'test' });
    expect((await get('/workspace')).json).toMatchObject({ environment: 'test' });
    const removed = await call('DELETE', '/environments/prod');
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect(await readFile(join(root, 'service.yaml'), 'utf8')).toBe(dedent`
      defaultEnvironment: test
      environments:
        test: # test
          host: a # first
    `);
    const readOnly = await startServer({ files: { 'service.yaml': CONFIG }, args: ['--read-only'] });
    expect((await readOnly.call('DELETE', '/environments/prod')).status).toBe(403);
    const refused = await readOnly.call('POST', '/environments/prod/rename', { json: { name: 'x' } });
    expect(refused.status).toBe(403);
  });

  it('keeps integers of any size', async () => {
    const { call, get } = await startServer();
    const put = await call('PUT', '/environments/qa', {
      body: '{"variables": {"big": 12345678901234567890}}',
      headers: { 'Content-Type': 'application/json' },
    });
    expect(put.text).toBe('{"name":"qa","variables":{"big":12345678901234567890}}\n');
    expect((await get('/environments/qa')).text).toBe(put.text);
  });

  it('refuses invalid names and variables, and writes nothing', async () => {
    const { call, root } = await startServer();
    for (const [name, body, message] of NOT_WRITTEN) {
      const { status, json } = await call('PUT', `/environments/${name}`, { json: body });
      expect([name, status, json]).toEqual([name, 400, { error: 'Bad Request', message }]);
    }
    expect(await readdir(root)).toEqual([]);
  });
});
