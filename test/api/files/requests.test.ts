import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { startServer } from '../../support/servers/running-server.js';

interface Entry {
  readonly file: string;
  readonly name: string;
  readonly line: number;
}

const ORDERS = dedent`
  ### List of orders
  # @tags smoke, orders
  GET {{baseUrl}}/orders

  ###
  POST {{baseUrl}}/orders

  ### Cancel
  # @name cancelOrder
  DELETE {{baseUrl}}/orders/{{id}}
`;

describe('GET /requests', () => {
  it('lists the requests of all files in short', async () => {
    const { get } = await startServer({
      files: { 'orders.http': ORDERS, 'z/a.http': 'GET http://127.0.0.1:1/\n', 'p.spec': '' },
    });
    const { status, json } = await get('/requests');
    expect(status).toBe(200);
    const file = 'orders.http';
    const url = '{{baseUrl}}/orders';
    expect(json).toEqual([
      {
        file,
        name: 'List of orders',
        title: 'List of orders',
        method: 'GET',
        url,
        line: 1,
        tags: ['smoke', 'orders'],
      },
      { file, name: `POST ${url}`, title: '', method: 'POST', url, line: 5, tags: [] },
      {
        file,
        name: 'cancelOrder',
        title: 'Cancel',
        method: 'DELETE',
        url: `${url}/{{id}}`,
        line: 8,
        tags: [],
      },
      {
        file: 'z/a.http',
        name: 'GET http://127.0.0.1:1/',
        title: '',
        method: 'GET',
        url: 'http://127.0.0.1:1/',
        line: 1,
        tags: [],
      },
    ]);
  });

  it('reads the disk as it is at that moment, and leaves out what cannot be read', async () => {
    const { get, root } = await startServer({ files: { 'a.http': ORDERS }, args: ['--watch=false'] });
    const names = async (): Promise<string[]> =>
      ((await get('/requests')).json as Entry[]).map(({ file, name }) => `${file} ${name}`);
    expect(await names()).toHaveLength(3);
    await writeFile(join(root, 'a.http'), '### One\nGET http://127.0.0.1:1/\n\n>>>\nexpect nothing\n<<<\n');
    await writeFile(join(root, 'b.http'), '### Two\nGET http://127.0.0.1:1/\n');
    expect(await names()).toEqual(['a.http One', 'b.http Two']);
    await rm(join(root, 'a.http'));
    expect(await names()).toEqual(['b.http Two']);
  });

  it('lists ten thousand requests, those of a large file too, while other calls are answered', async () => {
    const many = (count: number): string =>
      Array.from({ length: count }, (_, at) => `### r${at}\nGET http://127.0.0.1:1/${at}\n`).join('\n');
    const files = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`f${at}.http`, many(80)] as const),
    );
    const { get } = await startServer({ files: { ...files, 'large.http': many(40_000) } });
    const [listed, health] = await Promise.all([get('/requests'), get('/health')]);
    expect(health.status).toBe(200);
    const entries = listed.json as Entry[];
    expect(entries).toHaveLength(48_000);
    expect(entries.at(-1)).toMatchObject({ file: 'large.http', name: 'r39999', line: 119_998 });
  });
});
