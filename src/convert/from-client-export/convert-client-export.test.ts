import { describe, expect, it } from 'vitest';
import { clientExportOf, exportedRequest } from '../../../test/support/runs/foreign-definitions.js';
import { importedFiles, importedText, lossLines } from '../../../test/support/runs/imported.js';
import { ServiceError } from '../../errors.js';
import { convert } from '../../../test/support/unit/convert-client-export-setup.js';

const SHOP = clientExportOf(
  exportedRequest('late', 'w', {
    metaSortKey: 5,
    url: '{{ _.host }}/late',
    parameters: [
      { name: 'q', value: '{{x}}' },
      { name: 'off', disabled: true },
    ],
  }),
  {
    _id: 'f',
    _type: 'request_group',
    parentId: 'w',
    name: 'Orders',
    metaSortKey: 1,
    environment: { kind: 'orders', host: 'other' },
    headers: [
      { name: 'X-A', value: '1' },
      { name: 'X-B', value: '2' },
    ],
    authentication: { type: 'bearer', token: '{{ token }}' },
  },
  { _id: 'g', _type: 'request_group', parentId: 'f', name: 'Old', metaSortKey: 1 },
  exportedRequest('second', 'f', {
    metaSortKey: 9,
    method: 'post',
    headers: [{ name: 'x-a', value: '3' }],
    body: { mimeType: 'application/json', text: '{"a": "{{ _.kind }}"}' },
  }),
  exportedRequest('first', 'g', {
    metaSortKey: 1,
    authentication: { type: 'none' },
    settingFollowRedirects: 'off',
    settingSendCookies: false,
  }),
  {
    _id: 'e',
    _type: 'environment',
    parentId: 'w',
    name: 'Base',
    data: { host: 'shop.example.test', token: 'a', deep: { user: { name: 'ann' }, list: [1, 2] } },
  },
  {
    _id: 'e1',
    _type: 'environment',
    parentId: 'e',
    name: 'Staging',
    metaSortKey: 1,
    data: { token: 'b', deep: { user: { id: 7 } } },
  },
  { _id: 'e2', _type: 'environment', parentId: 'e', name: 'Live', metaSortKey: 2, data: {} },
  { _id: 'jar', _type: 'cookie_jar', parentId: 'w', cookies: [] },
  { _id: 'g1', _type: 'grpc_request', parentId: 'w' },
);

describe('convertClientExport', () => {
  it('keeps folders, environments, headers and order', async () => {
    const converted = await convert(SHOP);
    expect(importedText(converted)).toBe(`# Shop (imported from clientexport)
# Needs: x

@host = shop.example.test
@token = b
@deep.user.name = ann
@deep.user.id = 7
@deep.list = [1,2]
@kind = orders

### Orders/Old - first
# ==== Orders / Old ====
# @name first
# @no-redirect
# @no-cookie-jar
GET http://x.test
X-A: 1
X-B: 2

>>>
expect status >= 200
expect status < 400
<<<

### Orders - second
# ==== Orders ====
# @name second
# @auth bearer {{token}}
POST http://x.test
X-B: 2
x-a: 3
Content-Type: application/json

{"a": "{{kind}}"}

>>>
expect status >= 200
expect status < 400
<<<

### late
GET http://{{host}}/late
? q = {{x}}

>>>
expect status >= 200
expect status < 400
<<<
`);
    expect(lossLines(converted)).toEqual([
      '/resources/10: gRPC requests have no counterpart',
      '/resources/8: the environment Live is not carried',
      '/resources/2/environment: another value of host is kept; a directory as output (-o dir/) keeps the folders apart',
    ]);
  });

  it('writes one file per top-level folder when asked', async () => {
    const files = importedFiles(await convert(SHOP, true));
    expect(Object.keys(files)).toEqual(['Shop.http', 'Orders.http']);
    expect(files['Shop.http']).toContain('GET http://{{host}}/late');
    expect(files['Orders.http']?.match(/^(?:GET|POST) .*/gm)).toEqual([
      'GET http://x.test',
      'POST http://x.test',
    ]);
  });

  it('puts strays and circles at the top level', async () => {
    const folder = (id: string, parentId: string) => ({
      _id: id,
      _type: 'request_group',
      name: id,
      parentId,
    });
    const converted = await convert(
      clientExportOf(
        folder('a', 'b'),
        folder('b', 'a'),
        exportedRequest('in', 'b', {}),
        exportedRequest('stray', 'gone', {}),
      ),
    );
    expect(importedText(converted).match(/^### .*/gm)).toEqual(['### b - in', '### stray']);
    expect(converted.losses.map(({ path }) => path)).toEqual([
      '/resources/2/parentId',
      '/resources/4/parentId',
    ]);
  });

  it('reads version 5', async () => {
    const converted = await convert(`
type: collection.insomnia.rest/5.0
name: Five
collection:
  - name: Folder
    meta: { sortKey: 2 }
    children:
      - { name: Inner, url: "{{ _.base }}/a", method: PUT, meta: { id: req_1, description: All of it }, body: { mimeType: text/plain, text: x }, settings: { followRedirects: off, cookies: { send: false } } }
      - { name: Socket, url: "ws://x", meta: { id: ws-req_1 } }
  - { name: Outer, url: "{{ _.base }}", meta: { id: req_2, sortKey: 1 }, scripts: { afterResponse: "insomnia.response.to.have.status(201)" } }
environments:
  data: { base: "https://five.test" }
  subEnvironments: [{ name: One, data: { base: "https://one.test" } }]
cookieJar: { cookies: [] }
`);
    expect(importedText(converted)).toBe(`# Five (imported from clientexport)

@base = https://one.test

### Outer
GET {{base}}

>>>
expect status == 201
<<<

### Folder - Inner
# ==== Folder ====
# @name Inner
# @description All of it
# @no-redirect
# @no-cookie-jar
PUT {{base}}/a
Content-Type: text/plain

x

>>>
expect status >= 200
expect status < 400
<<<
`);
    expect(lossLines(converted)).toEqual([
      '/collection/0/children/1: WebSocket requests have no counterpart',
    ]);
  });

  it.each([
    [
      'of version 5',
      {
        type: 'collection.insomnia.rest/5.0',
        collection: [
          {
            name: 'F',
            scripts: { preRequest: 'insomnia.environment.set("a", "1");\nx();', afterResponse: '' },
            children: [
              {
                name: 'R',
                url: 'http://x.test',
                scripts: { preRequest: 'insomnia.environment.set("b", "2");' },
              },
              { name: 'S', url: 'http://x.test' },
            ],
          },
        ],
      },
      '/collection/0/scripts/preRequest: x is not understood',
    ],
    [
      'of version 4',
      {
        _type: 'export',
        __export_format: 4,
        resources: [
          { _type: 'workspace', _id: 'w' },
          {
            _type: 'request_group',
            _id: 'f',
            parentId: 'w',
            name: 'F',
            preRequestScript: 'insomnia.environment.set("a", "1");\nx();',
          },
          {
            _type: 'request',
            _id: 'r',
            parentId: 'f',
            name: 'R',
            url: 'http://x.test',
            preRequestScript: 'insomnia.environment.set("b", "2");',
          },
          { _type: 'request', _id: 's', parentId: 'f', name: 'S', url: 'http://x.test' },
        ],
      },
      '/resources/1/preRequestScript: x is not understood',
    ],
  ])('repeats the scripts of a folder in its requests: %s', async (_name, source, loss) => {
    const converted = await convert(JSON.stringify(source));
    expect(importedText(converted).match(/^# @(?:set|name) .*$/gm)).toEqual([
      '# @name R',
      '# @set a = 1',
      '# @set b = 2',
      '# @name S',
      '# @set a = 1',
    ]);
    expect(lossLines(converted)).toEqual([loss]);
  });

  it('reads YAML that breaks its rules, with a warning', async () => {
    const converted = await convert(
      'type: collection.insomnia.rest/5.0\nname: Shop\nname: Store\ncollection:\n  - name: R\n    url: http://x.test\n    method: GET\n',
    );
    expect(importedText(converted)).toContain('# Store (imported from clientexport)\n');
    expect(converted.warnings).toEqual([
      'line 3: a key is defined twice, the last value counts; others may follow',
    ]);
  });

  it.each([
    ['', 'empty'],
    ['[]', 'it is no object'],
    ['{"_type": "export", "__export_format": 3}', 'its __export_format is not 4'],
    ['{"type": "environment.insomnia.rest/5.0"}', 'its _type is not export'],
    ['{"_type": "export", "__export_format": 4, "resources": 5}', 'it has no list of resources'],
    ['{"_type": ', 'not valid JSON at line 1, column 11'],
  ])('refuses %j', async (source, reason) => {
    const expected = new ServiceError('input', `not an Insomnia export of format 4 or 5: ${reason}`);
    await expect(convert(source)).rejects.toThrow(expected);
  });
});
