import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startServer } from '../../support/servers/running-server.js';
import { ORDERS, CONFIG, exported } from './export-setup.js';

describe('POST /export/curl', () => {
  it('returns one command per request, with the variables of the file', async () => {
    const server = await startServer({
      files: { 'shop/orders.http': ORDERS, 'service.yaml': CONFIG },
      env: { SVC_VARIABLE_host: 'operator.example.test' },
    });
    const { commands, warnings } = await exported(server, { file: 'shop/orders.http' });
    expect(commands).toEqual([
      `curl -X POST 'https://{{host}}/v1/session?at=YQ==' -H 'Content-Type: application/json' --data-raw '{"user": "{{user}}"}'`,
      `curl -X PUT 'https://{{host}}/v1/orders/7' -H 'Authorization: Bearer {{login.token}}' -H 'Content-Type: application/json' --data-binary '@shop/order.json'`,
      `curl -X GET 'https://{{host}}/v1/orders'`,
    ]);
    expect(warnings).toEqual([
      '{{user}} has no value and stays as it is',
      '{{host}} has no value and stays as it is',
      '{{login.token}} has no value and stays as it is',
      expect.stringContaining('oauth2 is not exported'),
    ]);
    expect((await exported(server, { file: join(server.root, 'shop/orders.http') })).commands).toEqual(
      commands,
    );
  });
});

describe('a read-only server', () => {
  it('neither imports nor exports', async () => {
    const { call } = await startServer({
      files: { 'a.http': 'GET http://h\n' },
      args: ['--read-only'],
    });
    for (const path of [
      '/import/curl',
      '/import/clientexport',
      '/import/collection',
      '/import/openapi',
      '/export/curl',
    ])
      expect(await call('POST', path, { json: { file: 'a.http', command: 'curl http://h' } })).toMatchObject({
        status: 403,
        json: { message: 'the server is in read-only mode' },
      });
  });
});
