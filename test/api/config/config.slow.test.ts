import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { startServer } from '../../support/servers/running-server.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { DEFAULTS } from './config-setup.js';

describe('PUT /config', () => {
  it('switches retries off with null, and takes 0 in the file', async () => {
    const { call, get, root } = await startServer({
      files: { 'service.yaml': 'retries: 0 # none\ntimeout: 5\n', 'a.http': 'GET http://127.0.0.1:1/\n' },
    });
    expect((await get('/config')).json).toEqual({ ...DEFAULTS, timeout: 5 });
    expect((await call('POST', '/execute', { json: { file: 'a.http' } })).json).toMatchObject({
      results: [{ attempts: 1 }],
    });
    expect((await call('PUT', '/config', { json: { retries: 2 } })).json).toMatchObject({ retries: 2 });
    expect(await readFile(join(root, 'service.yaml'), 'utf8')).toBe('retries: 2 # none\ntimeout: 5\n');
    const { status, json } = await call('PUT', '/config', { json: { retries: null } });
    expect([status, json]).toEqual([200, { ...DEFAULTS, timeout: 5 }]);
    expect((await get('/config')).json).toEqual(json);
    expect(await readFile(join(root, 'service.yaml'), 'utf8')).toBe('timeout: 5\n');
  });

  it('keeps every other byte', async () => {
    const before =
      '\ufeff# Settings of the depot\r\n\r\nparallel:   false   # one by one\r\ntimeout: 5000\t# ms\r\nenvironments:\r\n  \'qa\':\r\n    host: "http://127.0.0.1" # quoted\r\nx-note: {a: [1,2,   3]}\r\n# end without newline';
    const { call, root } = await startServer({ files: { 'service.yaml': before } });
    expect((await call('PUT', '/config', { json: { timeout: 7, parallel: true } })).status).toBe(200);
    const after = before
      .replace('parallel:   false', 'parallel:   true')
      .replace('timeout: 5000', 'timeout: 7');
    expect(await readFile(join(root, 'service.yaml'), 'utf8')).toBe(after);
    expect((await call('PUT', '/config', { json: { timeout: 7 } })).status).toBe(200);
    expect(await readFile(join(root, 'service.yaml'), 'utf8')).toBe(after);
  });

  it('writes to the file of --config outside the workspace, also through a link', async () => {
    const elsewhere = await temporaryWorkspace({ 'own.yaml': 'timeout: 1\n' });
    await symlink('own.yaml', join(elsewhere, 'link.yaml'));
    const { call, get, root } = await startServer({
      args: ['--config', join(elsewhere, 'link.yaml')],
    });
    expect((await call('PUT', '/config', { json: { timeout: 2 } })).status).toBe(200);
    expect(await readFile(join(elsewhere, 'own.yaml'), 'utf8')).toBe('timeout: 2\n');
    expect((await readdir(elsewhere)).sort()).toEqual(['link.yaml', 'own.yaml']);
    expect(await readdir(root)).toEqual([]);
    await writeFile(join(elsewhere, 'own.yaml'), 'timeout: [');
    expect((await get('/config')).json).toMatchObject({
      message: expect.stringMatching(/^link\.yaml is not valid: line 1, column \d+: /),
    });
  });

  it('replaces an alias alone or not at all', async () => {
    const before = dedent`
      a: &h {X: y}
      headers: *h
    `.replace('a:', 'x-a:');
    const { call, root } = await startServer({ files: { 'service.yaml': before } });
    const { status } = await call('PUT', '/config', { json: { headers: { Z: 'z' } } });
    const text = await readFile(join(root, 'service.yaml'), 'utf8');
    expect(status === 200 ? text.startsWith('x-a: &h {X: y}\n') : text === before).toBe(true);
  });
});

describe('an execution', () => {
  it('uses the config as it is at its start', async () => {
    const { call, root } = await startServer({
      files: {
        'service.yaml': 'environments: {dev: {host: "http://127.0.0.1:1"}}',
        'a.http': 'GET {{host}}/x\n',
      },
      args: ['--watch=false'],
    });
    const url = async (): Promise<unknown> => {
      const { json } = await call('POST', '/execute', { json: { file: 'a.http' } });
      return (json as { results: { request: { url: string } }[] }).results[0]?.request.url;
    };
    expect(await url()).toBe('http://127.0.0.1:1/x');
    await call('PUT', '/environments/dev', { json: { variables: { host: 'http://127.0.0.1:2' } } });
    expect(await url()).toBe('http://127.0.0.1:2/x');
    await writeFile(join(root, 'a.http'), 'GET {{host}}/y\n');
    expect(await url()).toBe('http://127.0.0.1:2/y');
  });
});
