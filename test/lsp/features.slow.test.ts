import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CompletionList, Hover, Location } from 'vscode-languageserver-protocol';
import { uriOf } from '../support/program/lsp-client.js';
import { labelsOf, FEATURE_ORDERS, FEATURE_CONFIG, openOrders, placeOf } from './features-setup.js';

describe('completion', () => {
  it('offers settings in the config in use', async () => {
    const { root, open, ask } = await openOrders();
    const uri = uriOf(join(root, 'service.yaml'));
    await open(uri, `${FEATURE_CONFIG}defaultEnvironment: \ntimeo\n`, 'yaml');
    const complete = (line: number, character: number): Promise<CompletionList> =>
      ask('textDocument/completion', { textDocument: { uri }, position: { line, character } });
    expect(labelsOf(await complete(8, 20))).toEqual(expect.arrayContaining(['dev', 'staging']));
    expect(labelsOf(await complete(9, 5))).toContain('timeout');
  });

  it('is cut at 200 items', async () => {
    const many = Array.from({ length: 300 }, (_, index) => `@name${index} = 1\n`).join('');
    const { at } = await openOrders({}, `${many}\n### a\nGET {{name1`);
    const found = await at<CompletionList>('textDocument/completion', 'GET {{name1|');
    expect(found.isIncomplete).toBe(true);
    expect(found.items.length).toBeLessThanOrEqual(200);
    expect(labelsOf(found)).toContain('name111');
  });
});

describe('hover', () => {
  it.each([
    ['POST {{ho|st}}', ['http://127.0.0.1', 'variable of this file', 'orders.http:1']],
    ['= {{ba|se}}', ['http://127.0.0.1:1', 'environment dev', 'service.yaml:3']],
    ['{{login.tok|en}}', ['captured by login', 'orders.http:16']],
    ['{{HOME|_DIR}}', ['dotenv', '.env:2']],
    ['# @depe|nds', ['depends']],
    ['expect stat|us', ['status']],
    ['status 2|00', ['OK']],
    ['@depends lo|gin', ['POST', '/login', 'token']],
    ['./items.http#it|ems', ['GET http://127.0.0.1/items', 'items.http:1']],
    ['{{$uu|id}}', ['uuid']],
  ])('at %s tells %j', async (marked, words) => {
    const { at } = await openOrders();
    const hover = await at<Hover | null>('textDocument/hover', marked);
    const { value } = (hover?.contents ?? { value: '' }) as { value: string };
    for (const word of words) expect(value.replaceAll('\\', '')).toContain(word);
    expect(value).not.toContain('/tmp');
  });

  it('hides secrets and says nothing elsewhere', async () => {
    const text = '### a\nGET http://127.0.0.1/{{password}}\n';
    const { at } = await openOrders({}, text);
    const hover = await at<Hover | null>('textDocument/hover', '{{pass|word');
    expect(JSON.stringify(hover)).toContain('••••••');
    expect(JSON.stringify(hover)).not.toContain('hidden');
    expect(await at('textDocument/hover', 'GET http|')).toBeNull();
  });
});

describe('names', () => {
  it.each([
    ['{{lo|gin.token}}', ['orders.http:5:9-14']],
    ['{{login.to|ken}}', ['orders.http:16:1-6']],
    ['POST {{ho|st}}', ['orders.http:1:2-6']],
    ['= {{ba|se}}', ['service.yaml:3:5-9']],
    ['{{HOME_|DIR}}', ['.env:2:1-9']],
    ['#it|ems', ['items.http:1:5-10']],
    ['@data ./ro|ws', ['rows.csv:1:1-1']],
    ['{{row.i|d}}', ['rows.csv:1:1-1']],
  ])('are defined: %s', async (marked, places) => {
    const client = await openOrders();
    await expect.poll(async () => (await client.ask<unknown[]>('svc/files', {})).length).toBe(3);
    const found = await client.at<Location[]>('textDocument/definition', marked);
    expect(found.map(placeOf)).toEqual(places);
  });

  it.each([
    ['@name lo|gin', 'orders', '`orders` is already used on line 19'],
    ['@name lo|gin', 'x}}y', '`x}}y` cannot be written inside {{…}}; it is used on line 22'],
    ['= {{ba|se}}', 'x', '`base` comes from service.yaml; change it there'],
  ])('are not renamed at %s to %s', async (marked, newName, message) => {
    const { at } = await openOrders();
    await expect(at('textDocument/rename', marked, { newName })).rejects.toMatchObject({
      code: -32803,
      message,
    });
  });

  it('are not renamed while the file has errors', async () => {
    const { at } = await openOrders({}, `${FEATURE_ORDERS}>>>\n`);
    const refusal = { code: -32803, message: 'the file has errors' };
    await expect(at('textDocument/rename', '@name lo|gin', { newName: 'x' })).rejects.toMatchObject(refusal);
    await expect(at('textDocument/prepareRename', '@name lo|gin')).rejects.toMatchObject(refusal);
  });
});
