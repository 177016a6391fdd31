import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { startServer } from '../../support/servers/running-server.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { ORDERS, CONFIG, exported } from './export-setup.js';

describe('POST /export/curl', () => {
  it('returns the one request with exactly that name', async () => {
    const server = await startServer({ files: { 'orders.http': ORDERS } });
    const { commands } = await exported(server, { file: 'orders.http', requestName: 'createOrder' });
    expect(commands).toEqual([expect.stringMatching(/^curl -X PUT /)]);
    for (const requestName of ['', null])
      expect((await exported(server, { file: 'orders.http', requestName })).commands).toHaveLength(3);
    for (const requestName of ['create*', 'createorder', 'Log in', '__proto__'])
      expect(
        await server.call('POST', '/export/curl', { json: { file: 'orders.http', requestName } }),
      ).toMatchObject({
        status: 404,
        json: { error: 'Not Found', message: `request not found: ${requestName} in orders.http` },
      });
  });

  it('resolves all variables except captures in the given environment', async () => {
    const server = await startServer({
      files: { 'orders.http': ORDERS, 'service.yaml': CONFIG },
      env: { SVC_VARIABLE_user: "o'neil", SHOP_KEY: 'k' },
    });
    const { commands, warnings } = await exported(server, { file: 'orders.http', environment: 'staging' });
    expect(commands.slice(0, 2)).toEqual([
      `curl -X POST 'https://staging.example.test/v1/session?at=YQ==' -H 'X-Team: desk' -H 'Content-Type: application/json' --data-raw '{"user": "o'\\''neil"}'`,
      `curl -X PUT 'https://staging.example.test/v1/orders/7' -H 'Authorization: Bearer {{login.token}}' -H 'X-Team: desk' -H 'Content-Type: application/json' --data-binary '@order.json'`,
    ]);
    expect(warnings[0]).toBe('{{login.token}} has no value and stays as it is');
    const unknown = await exported(server, { file: 'orders.http', environment: 'nowhere' });
    expect(unknown.warnings[0]).toBe('environment "nowhere" is not defined');
    expect(unknown.commands[0]).toContain('{{host}}');
  });

  it('reads the file as it is at that moment, also an empty one', async () => {
    const server = await startServer({ files: { 'a.http': 'GET http://h/1\n' } });
    expect((await exported(server, { file: 'a.http' })).commands).toEqual(["curl -X GET 'http://h/1'"]);
    await writeFile(join(server.root, 'a.http'), 'GET http://h/2\n');
    expect((await exported(server, { file: 'a.http' })).commands).toEqual(["curl -X GET 'http://h/2'"]);
    await writeFile(join(server.root, 'a.http'), '');
    expect(await exported(server, { file: 'a.http' })).toEqual({ commands: [], warnings: [] });
  });
});

describe('POST /export/curl refuses', () => {
  it('every wrong field, path and file', async () => {
    const outside = await temporaryWorkspace({ 'secret.http': 'GET http://pumpkin/\n' });
    const server = await startServer({
      files: {
        'a.http': 'GET http://h\n',
        'notes.txt': 'x',
        'broken.http': dedent`
          ### a
          GET http://h

          >>>
          expect
          expect
          <<<
        `,
        'nul.http': '### a\nPOST http://h\n\n\u0000\n',
        'twice.http': dedent`
          ### a
          GET http://h/1
          ### a
          GET http://h/2
        `,
        'service.yaml': 'timeout: -1\n',
      },
    });
    await symlink(join(outside, 'secret.http'), join(server.root, 'link.http'));
    await mkdir(join(server.root, 'dir.http'));
    await writeFile(join(server.root, 'large.http'), Buffer.alloc(10 * 1024 * 1024 + 1, '#'));
    const cases: readonly (readonly [unknown, number, string | RegExp])[] = [
      [{}, 400, 'file is required'],
      [{ file: '' }, 400, 'file is required'],
      [{ file: ['a.http'] }, 400, 'file must be a string'],
      [{ file: 'a.http', requestName: 7 }, 400, 'requestName must be a string'],
      [{ file: 'a.http', environment: {} }, 400, 'environment must be a string'],
      [{ file: 'a\u0000.http' }, 400, 'invalid path: control characters are not allowed'],
      [{ file: '../a.http' }, 403, 'path is outside the workspace: ../a.http'],
      [{ file: 'link.http' }, 403, 'path is outside the workspace: link.http'],
      [{ file: 'notes.txt' }, 400, 'not a request file: notes.txt; expected .http or .spec'],
      [{ file: 'gone.http' }, 404, 'file not found: gone.http'],
      [{ file: 'dir.http' }, 400, 'not a file: dir.http'],
      [{ file: 'large.http' }, 400, 'file is larger than 10 MiB: large.http'],
      [{ file: 'broken.http' }, 400, /^broken\.http:5:\d+: .* \(and 1 more\)$/],
      [{ file: 'twice.http', requestName: 'a' }, 400, /`a` means several requests of twice\.http/],
      [{ file: 'a.http', environment: 'dev' }, 400, /^service\.yaml is not valid: line 1, column \d+: /],
    ];
    for (const [json, status, message] of cases) {
      const response = await server.call('POST', '/export/curl', { json });
      const received = (response.json as { message: string }).message;
      expect([json, response.status, received]).toEqual([
        json,
        status,
        typeof message === 'string' ? message : expect.stringMatching(message),
      ]);
    }
    const { json } = await server.call('POST', '/export/curl', { json: { file: 'broken.http' } });
    expect((json as { diagnostics: unknown[] }).diagnostics).toHaveLength(2);
    expect((await server.call('POST', '/export/curl', { json: { file: 'nul.http' } })).status).toBe(400);
    expect((await exported(server, { file: 'twice.http' })).commands).toHaveLength(2);
  });

  it('variables that expand exponentially', async () => {
    const doubling = Array.from({ length: 30 }, (_, i) => `@v${i + 1} = {{v${i}}}{{v${i}}}`).join('\n');
    const many = dedent`
      ### r
      POST http://h

      {{v22}}
    `.repeat(200);
    const server = await startServer({
      files: {
        'one.http': dedent`
          @v0 = x
          ${doubling}
          ### r
          POST http://h

          {{v30}}
        `,
        'many.http': dedent`
          @v0 = x
          ${doubling}
          ${many}
        `,
      },
    });
    for (const [file, message] of [
      ['one.http', 'a template expands to more than 64 MiB'],
      ['many.http', 'the commands would be longer than 64 MiB; export fewer requests at a time'],
    ])
      expect(await server.call('POST', '/export/curl', { json: { file } })).toMatchObject({
        status: 400,
        json: { message },
      });
    expect((await server.get('/system/info')).status).toBe(200);
  });
});
