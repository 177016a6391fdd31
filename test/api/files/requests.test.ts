import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { startServer } from '../../support/servers/running-server.js';
import { type RequestEntry } from './requests-setup.js';

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
      ((await get('/requests')).json as RequestEntry[]).map(({ file, name }) => `${file} ${name}`);
    expect(await names()).toHaveLength(3);
    await writeFile(join(root, 'a.http'), '### One\nGET http://127.0.0.1:1/\n\n>>>\nexpect nothing\n<<<\n');
    await writeFile(join(root, 'b.http'), '### Two\nGET http://127.0.0.1:1/\n');
    expect(await names()).toEqual(['a.http One', 'b.http Two']);
    await rm(join(root, 'a.http'));
    expect(await names()).toEqual(['b.http Two']);
  });
});
