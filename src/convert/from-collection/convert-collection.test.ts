import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { COLLECTION_SCHEMA, collectionOf } from '../../../test/support/runs/foreign-definitions.js';
import { importedText, lossLines } from '../../../test/support/runs/imported.js';
import { ServiceError } from '../../errors.js';
import type { Converted } from '../converted.js';
import { convertCollection } from './convert-collection.js';

const schema = COLLECTION_SCHEMA;

function convert(document: object | string): Promise<Converted> {
  const source = typeof document === 'string' ? document : JSON.stringify(document);
  return convertCollection(source, { tests: true, saveBodies: false });
}

describe('convertCollection', () => {
  it('keeps folders as groups, with the nearest authentication', async () => {
    const converted = await convert({
      info: { name: 'Shop  floor', schema, version: '1.2' },
      auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] },
      variable: [
        { key: 'base url', value: 'https://shop.example.test' },
        { key: 'pin', value: '77', type: 'secret' },
        { key: 'off', value: 'x', disabled: true },
      ],
      item: [
        { name: 'Health', request: '{{base url}}/health' },
        {
          name: 'Orders',
          auth: {
            type: 'basic',
            basic: [
              { key: 'username', value: 'ann' },
              { key: 'password', value: 'a, b' },
            ],
          },
          item: [
            {
              name: 'Paid',
              item: [
                {
                  name: 'List',
                  request: {
                    method: 'get',
                    url: {
                      raw: '{{base url}}/orders?x=1',
                      query: [
                        { key: 'x', value: '1' },
                        { key: 'y', value: '2', disabled: true },
                      ],
                    },
                  },
                  response: [{ code: 206 }],
                },
              ],
            },
            {
              name: 'List',
              request: {
                auth: { type: 'noauth' },
                method: 'DELETE',
                header: [
                  { key: 'X-Id', value: '{{$guid}}' },
                  { key: 'X-Off', disabled: true },
                ],
                url: '{{base url}}/orders',
              },
              protocolProfileBehavior: { followRedirects: false, disableCookies: true, maxRedirects: 3 },
            },
          ],
        },
      ],
    });
    expect(importedText(converted)).toBe(`# Shop floor (imported from collection)
# Version: 1.2
# Needs: token

@base_url = https://shop.example.test
@secret pin = 77
@secret Paid_List_password = a, b

### Health
# @auth bearer {{token}}
GET {{base_url}}/health

>>>
expect status < 400
<<<

### Orders/Paid - List
# ==== Orders / Paid ====
# @name Paid_List
# @auth basic ann, {{Paid_List_password}}
GET {{base_url}}/orders?x=1

>>>
expect status == 206
<<<

### Orders - List
# ==== Orders ====
# @name Orders_List
# @no-redirect
# @no-cookie-jar
DELETE {{base_url}}/orders
X-Id: {{$uuid()}}

>>>
expect status < 400
<<<
`);
    expect(lossLines(converted)).toEqual([
      '/item/1/item/1/protocolProfileBehavior/maxRedirects: this setting has no counterpart',
    ]);
  });

  it('reports what has no counterpart', async () => {
    const lossy = collectionOf(
      {
        url: 'https://x.test/{{$randomCity}}/{{$randomNothing}}/{{$randomNothing}}',
        auth: { type: 'hawk' },
        proxy: {},
        body: { mode: 'stream' },
      },
      {
        event: [
          { listen: 'prerequest', script: { exec: ['x()'] } },
          { listen: 'test', script: { exec: [''] } },
        ],
      },
    );
    expect(lossLines(await convert(lossy))).toEqual([
      '/event/0: x is not understood',
      '/item/0/request/body: this kind of body has no counterpart',
      '/item/0/request/auth: authentication of the type hawk has no counterpart',
      '/item/0/request/proxy: a proxy has no counterpart',
      '/item/0/request: {{$randomNothing}} has no counterpart',
    ]);
    const shared = { type: 'edgegrid' };
    const item = [
      { name: 'a', request: 'http://x' },
      { name: 'b', request: 'http://x' },
    ];
    const converted = await convert({ info: { schema }, auth: shared, item });
    expect(lossLines(converted)).toEqual(['/auth: authentication of the type edgegrid has no counterpart']);
  });

  it('keeps constants of the collection as sets where another script stores the name', async () => {
    const event = (listen: string, ...exec: string[]) => ({ listen, script: { exec } });
    const converted = await convert({
      info: { schema },
      event: [
        event(
          'prerequest',
          'pm.environment.set("a", "1");',
          'pm.environment.set("b", "2");',
          'if (pm.environment.get("z")) pm.environment.set("c", "4");',
          'pm.environment.set("c", "3");',
        ),
      ],
      item: [
        { name: 'r', request: 'http://x' },
        {
          name: 's',
          request: 'http://x',
          event: [event('test', 'pm.environment.set(`b`, pm.response.json().b)')],
        },
      ],
    });
    const text = importedText(converted);
    expect(text.match(/^@.*$/gm)).toEqual(['@a = 1']);
    const sets = ['# @set b = 2', '# @set c = 4 when variable z truthy', '# @set c = 3'];
    expect(text.match(/^# @set .*$/gm)).toEqual([...sets, ...sets]);
  });

  it('reads version 2.0 with a warning, and a response of the web service', async () => {
    const info = { name: 'Old', schema: schema.replace('2.1', '2.0') };
    const variables = [{ id: 'a', key: 'a', value: '1' }];
    const item = [{ request: { url: 'http://x' } }];
    const converted = await convert({ collection: { info, variables, item } });
    expect(importedText(converted)).toContain('@a = 1\n');
    expect(converted.warnings).toEqual(['the collection has format 2.0; it is read like 2.1']);
    expect(importedText(converted)).toContain(dedent`
      ### GET request
      # @name request
      GET http://x
    `);
  });

  it.each([
    ['{}', 'it has no info.schema'],
    ['{"info": {"schema": "https://x/v1.0.0/"}}', 'its schema names another version'],
    [`{"info": {"schema": "${schema}"}}`, 'it has no list of items'],
    ['{"info": ', 'not valid JSON at line 1, column 10'],
    ['', 'empty'],
    ['[1]', 'it has no info.schema'],
  ])('refuses %j', async (source, reason) => {
    await expect(convert(source)).rejects.toThrow(
      new ServiceError('input', `not a Postman collection of format 2.1: ${reason}`),
    );
  });
});
