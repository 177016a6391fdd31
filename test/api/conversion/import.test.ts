import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { collectionOf } from '../../support/runs/foreign-definitions.js';
import { startServer, type RunningServer } from '../../support/servers/running-server.js';

interface Imported {
  readonly content: string;
  readonly files?: readonly { readonly path: string; readonly content: string }[];
  readonly requestCount: number;
  readonly assertions: number;
  readonly captures: number;
  readonly losses: readonly {
    readonly place: string;
    readonly line: number | null;
    readonly reason: string;
  }[];
  readonly warnings: readonly string[];
}

const COMMANDS = `curl -X POST https://shop.example.test/orders -u ada:pw -d '{"sku": 7}'
curl -k 'https://shop.example.test/orders/7?full=1'
`;

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

const SWAGGER = `swagger: '2.0'
info: {title: Old shop, version: '1'}
host: old.example.test
schemes: [https]
paths:
  /orders:
    get: {responses: {200: {description: ok}}}
`;

async function imported({ call }: RunningServer, path: string, json: unknown): Promise<Imported> {
  const response = await call('POST', `/import/${path}`, { json });
  expect(response.status, response.text).toBe(200);
  const names = Object.keys(response.json as object).filter((name) => name !== 'files');
  expect(names).toEqual(['content', 'requestCount', 'assertions', 'captures', 'losses', 'warnings']);
  return response.json as Imported;
}

/** The requests of an imported text, as the server parses them. */
async function readBack({ call, get }: RunningServer, { content }: Imported): Promise<unknown[]> {
  const path = `back-${Math.random().toString(36).slice(2)}.http`;
  expect((await call('POST', '/files', { json: { path, content } })).status).toBe(201);
  const { json } = await get(`/files/${path}`);
  const { requests } = json as { requests: { name: string; method: string; url: string }[] };
  return requests.map(({ name, method, url }) => `${name}: ${method} ${url}`);
}

describe('POST /import/curl', () => {
  it('converts commands from text and from a file to the same requests', async () => {
    const server = await startServer({ files: { 'commands.sh': COMMANDS } });
    const inline = await imported(server, 'curl', { command: COMMANDS });
    expect(inline.requestCount).toBe(2);
    expect(inline.warnings).toEqual([
      'command 2: the flag -k is no part of a request; run with --insecure or set validateSSL: false',
    ]);
    expect(await imported(server, 'curl', { filePath: 'commands.sh' })).toEqual(inline);
    expect(await imported(server, 'curl', { filePath: join(server.root, 'commands.sh') })).toEqual(inline);
    expect(await readBack(server, inline)).toEqual([
      'post_orders: POST https://shop.example.test/orders',
      'get_orders_7: GET https://shop.example.test/orders/7?full=1',
    ]);
  });

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

describe('POST /import/collection', () => {
  it('converts a collection from text and from a file, with warnings for what is lost', async () => {
    const collection = JSON.stringify(
      collectionOf(
        { method: 'POST', url: '{{host}}/orders', header: [{ key: 'X-Shop', value: '7' }] },
        {
          variable: [{ key: 'host', value: 'https://shop.example.test' }],
          event: [{ listen: 'prerequest', script: { exec: ['x();'] } }],
        },
      ),
    );
    const server = await startServer({ files: { 'shop.json': `\ufeff${collection}` } });
    const inline = await imported(server, 'collection', { data: collection });
    expect(inline.requestCount).toBe(1);
    expect(inline.content).toContain('X-Shop: 7\n');
    expect(inline.warnings).toEqual([expect.stringMatching(/^\/event\/0/)]);
    expect(await imported(server, 'collection', { filePath: 'shop.json' })).toEqual(inline);
    expect(await imported(server, 'collection', { data: collection, filePath: 'none' })).toEqual(inline);
    expect(await readBack(server, inline)).toEqual(['r: POST {{host}}/orders']);
  });
});

describe('POST /import/bruno and /import/http', () => {
  const READ =
    'meta {\n  name: Read\n}\n\nget {\n  url: {{host}}/orders\n}\n\nassert {\n  res.status: eq 200\n}\n\ntests {\n  bru.runRequest("x");\n}\n';
  const FILES = {
    'shop/bruno.json': '{"version": "1", "name": "Shop", "type": "collection"}',
    'shop/environments/local.bru': 'vars {\n  host: http://127.0.0.1:3000\n}\n',
    'shop/orders/Read.bru': READ,
    'old/a.rest': '### A\nGET http://a.test\n\n> {% client.global.set("id", response.body.id); %}\n',
    'sent/a.http':
      '### A\nPOST http://a.test\n\n< ./a.json\n\n### B\nPOST http://a.test\n\n< ./b.bin\n\n### C\nPOST http://a.test\n\n< ./c.txt\n',
    'sent/a.json': '{"a": 1}\n',
    'sent/b.bin': Buffer.from([0, 255]),
  };

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

  it('return files that requests name if they are text, and name the others', async () => {
    const server = await startServer({ files: FILES });
    const { files, losses } = await imported(server, 'http', { filePath: 'sent' });
    expect(files?.slice(1)).toEqual([{ path: 'a.json', content: '{"a": 1}\n' }]);
    expect(losses.map(({ place, line, reason }) => `${place}:${line}: ${reason}`)).toEqual([
      expect.stringMatching(/^a\.http:11: the file \.\/c\.txt is not copied: /),
      'b.bin:null: the file is no text and is not returned; copy it beside the request file',
    ]);
  });
});

describe('POST /import/openapi', () => {
  it('converts the document in the request, and neither reads nor fetches its path', async () => {
    const server = await startServer({ files: { 'other.yaml': 'openapi: 3.1.0' } });
    for (const specPath of ['pasted', 'other.yaml', '../outside.yaml', 'http://127.0.0.1:1/api.yaml']) {
      const { requestCount } = await imported(server, 'openapi', { specPath, data: SWAGGER });
      expect(requestCount, specPath).toBe(1);
    }
    const { content } = await imported(server, 'openapi', {
      specPath: 'pasted',
      data: SWAGGER,
      baseUrl: 'http://localhost:1/x',
    });
    expect(content).toContain('@baseUrl = http://localhost:1/x\n');
  });

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
