import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { startServer } from '../../support/servers/running-server.js';
import { DEFAULTS } from './config-setup.js';

const REFUSED: readonly (readonly [object, string])[] = [
  [{ timeout: 0 }, 'timeout must be a number above 0 up to 2147483647'],
  [{ timeout: 2147483648 }, 'timeout must be a number above 0 up to 2147483647'],
  [{ timeout: '5' }, 'timeout must be a number above 0 up to 2147483647'],
  [{ timeout: null }, 'timeout must be a number above 0 up to 2147483647'],
  [{ retries: 0 }, 'retries must be a whole number from 1 to 100, or null'],
  [{ retries: 1.5 }, 'retries must be a whole number from 1 to 100, or null'],
  [{ retries: 101 }, 'retries must be a whole number from 1 to 100, or null'],
  [{ concurrency: 0 }, 'concurrency must be a whole number from 1 to 1000'],
  [{ concurrency: 1001 }, 'concurrency must be a whole number from 1 to 1000'],
  [{ followRedirects: 'true' }, 'followRedirects must be true or false'],
  [{ validateSSL: 1 }, 'validateSSL must be true or false'],
  [{ parallel: null }, 'parallel must be true or false'],
  [{ proxy: 'socks5://x' }, 'proxy must be an http:// or https:// URL, or empty'],
  [{ proxy: 5 }, 'proxy must be an http:// or https:// URL, or empty'],
  [{ headers: [] }, 'headers must be an object'],
  [{ headers: { 'a b': 'x' } }, 'headers must be a map of header names to one-line strings'],
  [{ headers: { A: 'x\ny' } }, 'headers must be a map of header names to one-line strings'],
  [{ headers: { A: 1 } }, 'headers.A must be one line of text'],
  [{ defaultEnvironment: '' }, 'defaultEnvironment must be a name other than "active", which is reserved'],
  [
    { defaultEnvironment: 'active' },
    'defaultEnvironment must be a name other than "active", which is reserved',
  ],
  [{ timeuot: 5 }, 'unknown field: timeuot; did you mean timeout?'],
  [{ environments: {} }, 'unknown field: environments'],
  [{ timeout: 5, retries: 0 }, 'retries must be a whole number from 1 to 100, or null'],
];

describe('GET /config', () => {
  it('is empty without a file and has exactly the settings with one', async () => {
    const { get, root } = await startServer();
    expect((await get('/config')).text).toBe('{}\n');
    await writeFile(
      join(root, 'service.yaml'),
      dedent`
        timeout: 1.5
        secrets: [key]
        environments: {a: {b: c}}
      `,
    );
    const { json } = await get('/config');
    expect(json).toEqual({ ...DEFAULTS, timeout: 1.5 });
    expect(Object.keys(json as object)).toEqual(Object.keys(DEFAULTS));
  });

  it('reads the file as it is at that moment, also without the watcher', async () => {
    const { get, root } = await startServer({
      files: { 'service.yml': 'timeout: 1' },
      args: ['--watch=false'],
    });
    const timeout = async (): Promise<unknown> => ((await get('/config')).json as typeof DEFAULTS).timeout;
    expect(await timeout()).toBe(1);
    await writeFile(join(root, 'service.yml'), 'timeout: 2');
    expect(await timeout()).toBe(2);
    await writeFile(join(root, 'new'), 'timeout: 3');
    await rename(join(root, 'new'), join(root, 'service.yml'));
    expect(await timeout()).toBe(3);
    await writeFile(join(root, 'service.yaml'), 'timeout: 4');
    expect(await timeout()).toBe(4);
    await rm(join(root, 'service.yaml'));
    await rm(join(root, 'service.yml'));
    expect(await timeout()).toBeUndefined();
  });

  it('is an error while the file is not valid, as every other route that needs it', async () => {
    const { get, call, root, svc } = await startServer({
      files: {
        'service.yaml': dedent`
          timeout: 5
          timeoutt: 1
        `,
        'a.http': 'GET http://127.0.0.1:1/\n',
      },
    });
    const message =
      'service.yaml is not valid: line 2, column 1: unknown key "timeoutt"; did you mean "timeout"?';
    const needs: [string, string, object][] = [
      ['GET', '/config', {}],
      ['PUT', '/config', { json: { timeout: 6 } }],
      ['PUT', '/config', { json: {} }],
      ['GET', '/environments', {}],
      ['GET', '/environments/dev', {}],
      ['PUT', '/environments/dev', { json: { variables: {} } }],
      ['POST', '/execute', { json: { file: 'a.http' } }],
      ['POST', '/run', { json: { file: 'a.http' } }],
    ];
    for (const [method, path, options] of needs) {
      const { status, json } = await call(method, path, options);
      expect([method, path, status, json]).toEqual([method, path, 400, { error: 'Bad Request', message }]);
    }
    for (const path of ['/workspace', '/files', '/files/a.http', '/system/info']) {
      expect([path, (await get(path)).status]).toEqual([path, 200]);
    }
    expect((await call('PUT', '/environments/active', { json: { name: 'x' } })).status).toBe(204);
    expect(await readFile(join(root, 'service.yaml'), 'utf8')).toBe('timeout: 5\ntimeoutt: 1\n');
    expect(svc.stderr().split(message)).toHaveLength(2);
    await writeFile(join(root, 'service.yaml'), 'timeout: 5\n');
    expect((await get('/config')).json).toEqual({ ...DEFAULTS, timeout: 5 });
  });
});

describe('PUT /config', () => {
  it('changes the given settings and returns all', async () => {
    const { call, get, root } = await startServer();
    const change = {
      concurrency: 3,
      timeout: 1000,
      headers: { 'X-Api-Version': '1' },
      proxy: 'http://127.0.0.1:3128',
    };
    const { status, json } = await call('PUT', '/config', { json: change });
    expect([status, json]).toEqual([200, { ...DEFAULTS, ...change }]);
    expect((await get('/config')).json).toEqual(json);
    expect(await readFile(join(root, 'service.yaml'), 'utf8')).toBe(
      dedent`
        timeout: 1000
        proxy: "http://127.0.0.1:3128"
        headers:
          X-Api-Version: "1"
        concurrency: 3
      `,
    );
    expect((await stat(join(root, 'service.yaml'))).mode & 0o777).toBe(0o600);
    const cleared = await call('PUT', '/config', { json: { proxy: '', headers: {}, validateSSL: false } });
    expect(cleared.json).toMatchObject({ proxy: '', headers: {}, validateSSL: false, timeout: 1000 });
  });

  it('creates nothing for an empty object', async () => {
    const { call, root } = await startServer();
    expect((await call('PUT', '/config', { json: {} })).text).toBe('{}\n');
    expect(await readdir(root)).toEqual([]);
  });

  it('refuses invalid settings and writes nothing', async () => {
    const { call, root } = await startServer({ files: { 'service.yaml': 'timeout: 1 # one\n' } });
    for (const [body, message] of REFUSED) {
      const { status, json } = await call('PUT', '/config', { json: body });
      expect([body, status, json]).toEqual([body, 400, { error: 'Bad Request', message }]);
    }
    expect(await readFile(join(root, 'service.yaml'), 'utf8')).toBe('timeout: 1 # one\n');
  });

  it('refuses keys of prototypes', async () => {
    const { call, root } = await startServer();
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      const { json } = await call('PUT', '/config', {
        body: `{"headers": {"${key}": "x"}}`,
        headers: { 'Content-Type': 'application/json' },
      });
      expect(json).toMatchObject({ message: `key not allowed: ${key}` });
    }
    expect(await readdir(root)).toEqual([]);
  });
});
