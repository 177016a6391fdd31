import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectionOf } from '../../support/runs/foreign-definitions.js';
import { startServer } from '../../support/servers/running-server.js';
import { COMMANDS, SWAGGER, imported, readBack, FILES } from './import-setup.js';

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
});
