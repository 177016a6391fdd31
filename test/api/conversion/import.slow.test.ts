import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { startServer } from '../../support/servers/running-server.js';
import { COMMANDS, SWAGGER, imported, readBack, READ, FILES } from './import-setup.js';

const EXPORT = JSON.stringify({
  _type: 'export',
  __export_format: 4,
  resources: [
    { _id: 'w', _type: 'workspace', name: 'Shop' },
    { _id: 'f', _type: 'request_group', parentId: 'w', name: 'Orders' },
    { _id: 'e', _type: 'environment', parentId: 'w', data: { host: 'https://shop.example.test' } },
    { _id: 'a', _type: 'request', parentId: 'f', name: 'List', method: 'GET', url: '{{ _.host }}/orders' },
    { _id: 'g', _type: 'grpc_request', parentId: 'w', name: 'Stream' },
  ],
});

const SPEC = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '2' },
  servers: [{ url: 'https://shop.example.test/v2' }],
  paths: {
    '/orders': {
      get: { operationId: 'listOrders', responses: { 200: { description: 'ok' } } },
      post: {
        operationId: 'addOrder',
        requestBody: { content: { 'application/json': { schema: { $ref: './order.yaml' } } } },
        callbacks: { done: {} },
        responses: { 201: { description: 'made' } },
      },
    },
  },
};

describe('POST /import/curl', () => {
  it('prefers the text to the file, and writes nothing', async () => {
    const server = await startServer({ files: { 'commands.sh': COMMANDS } });
    const { content } = await imported(server, 'curl', {
      command: 'curl http://h/inline',
      filePath: 'not-there.sh',
      unknown: 1,
    });
    expect(content).toContain('GET http://h/inline\n');
    const { requestCount } = await imported(server, 'curl', { command: '', filePath: 'commands.sh' });
    expect(requestCount).toBe(2);
    expect(await imported(server, 'curl', { command: null, filePath: 'commands.sh' })).toMatchObject({
      requestCount,
    });
    expect(await readdir(server.root)).toEqual(['commands.sh']);
  });
});

describe('POST /import/clientexport', () => {
  it('converts an export from text and from a file, with its environment', async () => {
    const server = await startServer({ files: { 'shop export.txt': EXPORT } });
    const inline = await imported(server, 'clientexport', { data: EXPORT });
    expect(inline.content).toContain('@host = https://shop.example.test\n');
    expect(inline.warnings).toEqual([expect.stringMatching(/^\/resources\/4: /)]);
    expect(await imported(server, 'clientexport', { filePath: './shop export.txt' })).toEqual(inline);
    expect(await readBack(server, inline)).toEqual(['List: GET {{host}}/orders']);
  });

  it('reads YAML and byte-order marks', async () => {
    const files = {
      'bom.json': `\ufeff${EXPORT}`,
      'utf16.json': Buffer.from(`\ufeff${EXPORT}`, 'utf16le'),
      'export.yaml': dedent`
        _type: export
        __export_format: 4
        resources: []
      `,
    };
    const server = await startServer({ files });
    for (const filePath of ['bom.json', 'utf16.json'])
      expect((await imported(server, 'clientexport', { filePath })).requestCount).toBe(1);
    expect((await imported(server, 'clientexport', { filePath: 'export.yaml' })).requestCount).toBe(0);
  });
});

describe('POST /import/bruno and /import/http', () => {
  it('convert a directory file by file, and one text as a whole', async () => {
    const server = await startServer({ files: FILES });
    const bruno = await imported(server, 'bruno', { filePath: 'shop' });
    expect(bruno.files?.map(({ path }) => path)).toEqual(['orders.http', 'service.yaml']);
    expect(bruno).toMatchObject({ requestCount: 1, assertions: 1, captures: 0 });
    expect(bruno.losses).toEqual([expect.objectContaining({ place: 'orders/Read.bru', line: 14 })]);
    const http = await imported(server, 'http', { filePath: 'old' });
    expect(http.files).toEqual([
      { path: 'a.http', content: '### A\nGET http://a.test\n\n>>>capture\nglobal id from body.id\n<<<\n' },
    ]);
    const text = await imported(server, 'bruno', { data: READ });
    expect([text.files, text.requestCount]).toEqual([undefined, 1]);
    const file = await imported(server, 'http', { filePath: 'old/a.rest' });
    expect(file.content).toBe(http.content);
    expect((await readdir(server.root)).sort()).toEqual(['old', 'sent', 'shop']);
  });
});

describe('POST /import/openapi', () => {
  it('converts documents of every version, with warnings for references to other documents', async () => {
    const server = await startServer({
      files: {
        'api/shop.json': JSON.stringify(SPEC),
        'api/order.yaml': dedent`
          type: object
          properties: {never: {type: string}}
        `,
        'old.yaml': SWAGGER,
      },
    });
    const shop = await imported(server, 'openapi', { specPath: 'api/shop.json' });
    expect(shop.content).toContain('@baseUrl = https://shop.example.test/v2\n');
    expect(shop.content).not.toContain('never');
    expect(shop.warnings).toEqual([
      '/paths/~1orders/post: the reference ./order.yaml is left empty: references to other documents are not followed',
      expect.stringMatching(/^\/paths\/~1orders\/post\/callbacks: /),
    ]);
    expect(await imported(server, 'openapi', { specPath: 'api/shop.json' })).toEqual(shop);
    expect(await readBack(server, shop)).toEqual([
      'listOrders: GET {{baseUrl}}/orders',
      'addOrder: POST {{baseUrl}}/orders',
    ]);
    const old = await imported(server, 'openapi', { specPath: 'old.yaml' });
    expect(old).toMatchObject({ requestCount: 1, warnings: [] });
    expect(old.content).toContain('@baseUrl = https://old.example.test\n');
  });

  it('uses the given base URL', async () => {
    const server = await startServer({ files: { 'old.yaml': SWAGGER } });
    for (const baseUrl of ['http://localhost:8080/x', 'HTTPS://[::1]:3', 'http://{{host}}/v1']) {
      const { content } = await imported(server, 'openapi', { specPath: 'old.yaml', baseUrl });
      expect(content).toContain(`@baseUrl = ${baseUrl}\n`);
    }
  });

  it('reads the file as it is at that moment', async () => {
    const server = await startServer({ files: { 'api.yaml': SWAGGER } });
    await imported(server, 'openapi', { specPath: 'api.yaml' });
    await writeFile(join(server.root, 'api.yaml'), SWAGGER.replace('/orders', '/carts'));
    const { content } = await imported(server, 'openapi', { specPath: 'api.yaml' });
    expect(content).toContain('/carts');
  });
});
