/** `svc mock` with API descriptions, alone and beside request files. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { startSvc, type LiveSvc } from '../support/program/live-svc.js';
import { runSvc } from '../support/program/run-svc.js';
import { sendRequest } from '../support/servers/running-server.js';

const SHOP = dedent`
  openapi: 3.0.3
  info: { title: Shop, version: '1' }
  servers: [{ url: 'http://shop.test/v2' }]
  paths:
    /orders:
      get:
        operationId: listOrders
        parameters:
          - { name: limit, in: query, schema: { type: integer, maximum: 100 }, example: 5 }
        responses:
          '200':
            description: the orders
            content: { application/json: { schema: { type: array, items: { $ref: './schemas/order.yaml' } } } }
      post:
        operationId: addOrder
        requestBody:
          required: true
          content: { application/json: { schema: { $ref: './schemas/order.yaml' } } }
        responses:
          '201': { description: added, content: { application/json: { example: { id: 41 } } } }
    /orders/{orderId}:
      get:
        operationId: readOrder
        parameters: [{ name: orderId, in: path, required: true, schema: { type: integer } }]
        responses:
          '200': { description: one, content: { application/json: { schema: { $ref: './schemas/order.yaml' } } } }
          '404': { description: none, content: { application/json: { example: { why: unknown } } } }
`;
const ORDER = dedent`
  type: object
  required: [id, item]
  properties:
    id: { type: integer, readOnly: true }
    item: { type: string, enum: [pen, ink] }
    parts: { type: array, items: { $ref: './order.yaml' } }
`;
const FILES = { 'shop.yaml': SHOP, 'schemas/order.yaml': ORDER };

async function started(
  files: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<LiveSvc & { origin: string; cwd: string }> {
  const cwd = await temporaryWorkspace(files);
  const svc = startSvc(['mock', '--port', '0', ...args], { cwd, timeout: 90_000 });
  await svc.until(() => /Mock server on \S+\n {2}\S/.test(svc.stderr()));
  return { ...svc, origin: /Mock server on (\S+)/.exec(svc.stderr())?.[1] ?? '', cwd };
}

async function ended(svc: LiveSvc): Promise<{ code: number | null; stdout: string; stderr: string }> {
  svc.send('SIGTERM');
  return svc.ended;
}

describe('svc mock with a description', () => {
  it('lists its operations, responds by them and refuses what they do not allow', async () => {
    const svc = await started(FILES, 'shop.yaml');
    expect(svc.stderr().split('\n').slice(1, 4)).toEqual([
      '  GET   /v2/orders            200  listOrders',
      '  POST  /v2/orders            201  addOrder',
      '  GET   /v2/orders/{orderId}  200  readOrder',
    ]);
    const { origin } = svc;
    expect(await sendRequest(origin, 'GET', '/v2/orders')).toMatchObject({
      status: 200,
      json: [{ id: 1, item: 'pen', parts: [] }],
    });
    expect(await sendRequest(origin, 'GET', '/v2/orders?limit=500')).toMatchObject({
      status: 400,
      json: { error: 'Bad Request', message: 'query limit must be at most 100, it is 500' },
    });
    expect(await sendRequest(origin, 'POST', '/v2/orders', { json: { item: 'cup' } })).toMatchObject({
      status: 400,
      json: { message: 'body.item must be one of ["pen","ink"], it is "cup"' },
    });
    expect(await sendRequest(origin, 'POST', '/v2/orders', { json: { item: 'pen' } })).toMatchObject({
      status: 201,
      json: { id: 41 },
    });
    const form = { body: 'item=pen', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
    expect(await sendRequest(origin, 'POST', '/v2/orders', form)).toMatchObject({ status: 415 });
    const headers = { Prefer: 'code=404' };
    expect(await sendRequest(origin, 'GET', '/v2/orders/7', { headers })).toMatchObject({
      status: 404,
      json: { why: 'unknown' },
    });
    expect(await sendRequest(origin, 'GET', '/orders/7')).toMatchObject({
      status: 404,
      json: { nearest: [{ name: 'readOrder' }, {}, {}] },
    });
    const options = await sendRequest(origin, 'OPTIONS', '/v2/orders');
    expect([options.status, options.headers['allow']]).toEqual([204, 'GET, POST, HEAD, OPTIONS']);
    const deleted = await sendRequest(origin, 'DELETE', '/v2/orders');
    expect(deleted.status).toBe(404);
    const { code, stdout } = await ended(svc);
    expect([code, stdout.split('\n').length > 5]).toEqual([0, true]);
  });

  it('has the routes of request files first, and takes the rest from the description', async () => {
    const own = dedent`
      ### own
      GET {{baseUrl}}/v2/orders/7

      >>>mock
      {"id": 7, "own": true}
      <<<
    `;
    const svc = await started({ ...FILES, 'own.http': own }, '--strict', 'shop.yaml', 'own.http');
    expect((await sendRequest(svc.origin, 'GET', '/v2/orders/7')).json).toEqual({ id: 7, own: true });
    expect((await sendRequest(svc.origin, 'GET', '/v2/orders/8')).json).toMatchObject({ item: 'pen' });
    await ended(svc);
  });

  it('names the operations that were never used, with their lines', async () => {
    const svc = await started(FILES, '--require-used', '--json', 'shop.yaml');
    await sendRequest(svc.origin, 'GET', '/v2/orders');
    const { code, stdout } = await ended(svc);
    const { unused } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { unused: object[] };
    expect(code).toBe(1);
    expect(unused).toMatchObject([
      { name: 'addOrder', file: 'shop.yaml', line: 14 },
      { name: 'readOrder', line: 22 },
    ]);
  });

  it('is read again when it or a document that it refers to changes', async () => {
    const svc = await started(FILES, '--watch', 'shop.yaml');
    await writeFile(join(svc.cwd, 'schemas/order.yaml'), ORDER.replace('[pen, ink]', '[cup]'));
    await svc.until(() => svc.stderr().includes('Serving 3 routes'));
    expect(svc.stderr()).toContain('Changed: schemas/order.yaml');
    expect((await sendRequest(svc.origin, 'GET', '/v2/orders')).json).toMatchObject([{ item: 'cup' }]);
    await writeFile(join(svc.cwd, 'shop.yaml'), 'openapi: [');
    await svc.until(() => svc.stderr().includes('The routes are unchanged'));
    expect((await sendRequest(svc.origin, 'GET', '/v2/orders')).status).toBe(200);
    await ended(svc);
  });

  it('lets the requests pass that svc import makes of it', async () => {
    const svc = await started(FILES, 'shop.yaml');
    const imported = await runSvc(
      ['import', 'openapi', 'shop.yaml', '-o', 'shop.http', '--base-url', `${svc.origin}/v2`],
      { cwd: svc.cwd },
    );
    expect(imported.code).toBe(0);
    const { code, stdout } = await runSvc(['run', 'shop.http', '--output', 'json'], { cwd: svc.cwd });
    expect(code, stdout).toBe(0);
    await ended(svc);
  });
});

describe('svc mock with other documents', () => {
  it.each([
    ['plain.yaml', 'a: 1\n', 'it has no field openapi or swagger'],
    ['four.yml', 'openapi: 4.0.0\n', 'its version is none of 2.0, 3.0, 3.1 and 3.2'],
    ['broken.json', '{"openapi": "3.0.0",', 'not valid JSON at line 1, column 21'],
    [
      'bomb.yaml',
      `a: &a [1, 1, 1, 1, 1, 1, 1, 1]\n${bombLines()}`,
      'made of aliases that stand for more than 5000000 values or for themselves',
    ],
  ])('refuses %s in one sentence', async (name, text, reason) => {
    const cwd = await temporaryWorkspace({ [name]: text });
    expect(await runSvc(['mock', '--port', '0', name], { cwd })).toMatchObject({
      code: 3,
      stderr: `Error: ${name} is not an OpenAPI description: ${reason}\n`,
    });
  });

  it('refuses a description without operations, and takes only request files of a directory', async () => {
    const cwd = await temporaryWorkspace({ 'empty.yaml': 'openapi: 3.1.0\n', 'shop.yaml': SHOP });
    await mkdir(join(cwd, 'dir.yaml'));
    for (const path of ['empty.yaml', '.', 'dir.yaml']) {
      const { code, stderr } = await runSvc(['mock', '--port', '0', path], { cwd });
      expect([code, stderr.split('\n')[0]]).toEqual([64, `Error: no routes in ${path}`]);
    }
  });
});

function bombLines(): string {
  const names = Array.from('abcdefghi');
  return names
    .slice(1)
    .map(
      (name, index) =>
        `${name}: &${name} [${Array.from({ length: 8 }, () => `*${names[index]}`).join(', ')}]\n`,
    )
    .join('');
}
