import { expect } from 'vitest';
import { type RunningServer } from '../../support/servers/running-server.js';

export interface Imported {
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

export const COMMANDS = `curl -X POST https://shop.example.test/orders -u ada:pw -d '{"sku": 7}'
curl -k 'https://shop.example.test/orders/7?full=1'
`;

export const SWAGGER = `swagger: '2.0'
info: {title: Old shop, version: '1'}
host: old.example.test
schemes: [https]
paths:
  /orders:
    get: {responses: {200: {description: ok}}}
`;

export async function imported({ call }: RunningServer, path: string, json: unknown): Promise<Imported> {
  const response = await call('POST', `/import/${path}`, { json });
  expect(response.status, response.text).toBe(200);
  const names = Object.keys(response.json as object).filter((name) => name !== 'files');
  expect(names).toEqual(['content', 'requestCount', 'assertions', 'captures', 'losses', 'warnings']);
  return response.json as Imported;
}

/** The requests of an imported text, as the server parses them. */
export async function readBack({ call, get }: RunningServer, { content }: Imported): Promise<unknown[]> {
  const path = `back-${content.length}.http`;
  expect((await call('POST', '/files', { json: { path, content } })).status).toBe(201);
  const { json } = await get(`/files/${path}`);
  const { requests } = json as { requests: { name: string; method: string; url: string }[] };
  return requests.map(({ name, method, url }) => `${name}: ${method} ${url}`);
}

export const READ =
  'meta {\n  name: Read\n}\n\nget {\n  url: {{host}}/orders\n}\n\nassert {\n  res.status: eq 200\n}\n\ntests {\n  bru.runRequest("x");\n}\n';

export const FILES = {
  'shop/bruno.json': '{"version": "1", "name": "Shop", "type": "collection"}',
  'shop/environments/local.bru': 'vars {\n  host: http://127.0.0.1:3000\n}\n',
  'shop/orders/Read.bru': READ,
  'old/a.rest': '### A\nGET http://a.test\n\n> {% client.global.set("id", response.body.id); %}\n',
  'sent/a.http':
    '### A\nPOST http://a.test\n\n< ./a.json\n\n### B\nPOST http://a.test\n\n< ./b.bin\n\n### C\nPOST http://a.test\n\n< ./c.txt\n',
  'sent/a.json': '{"a": 1}\n',
  'sent/b.bin': Buffer.from([0, 255]),
};
