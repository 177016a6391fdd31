import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { loopback } from '../../support/runs/run-requests.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

const PARCELS = `openapi: 3.1.0
info: { title: Parcel desk, version: 1.4.0 }
servers: [{ url: "https://desk.example.test/v1/" }]
paths:
  /parcels/{id}:
    get:
      operationId: readParcel
      tags: [Parcels]
      parameters: [{ name: id, in: path, required: true, schema: { $ref: "parts/id.yaml#/Id" } }]
      responses: { "200": { description: ok } }
      callbacks: { sent: {} }
  /desks:
    post:
      tags: [desks]
      requestBody: { content: { application/json: { schema: { $ref: "../outside.yaml" } } } }
`;
const FILES = {
  'spec/desk.yaml': PARCELS,
  'spec/parts/id.yaml': 'Id: { type: string, example: P-7 }\n',
  'outside.yaml': 'example: { canary: canary-41 }\n',
};
const env = { SVC_NO_HISTORY: '1' };

describe('svc import openapi', () => {
  it('follows references in the tree of the document, and no further', async () => {
    const cwd = await temporaryWorkspace(FILES);
    const { code, stdout, stderr } = await runInProcess(['import', 'openapi', 'spec/desk.yaml'], {
      cwd,
      env,
    });
    expect(code).toBe(0);
    expect(stdout).toContain('@id = P-7\n');
    expect(stdout).toContain(dedent`
      POST {{baseUrl}}/desks
      Content-Type: application/json

      {}
    `);
    expect(stdout + stderr).not.toContain('canary');
    expect(stderr).toMatch(
      /^lost: \/paths\/~1desks\/post: the reference \.\.\/outside\.yaml is left empty: /,
    );
    expect(stderr).toContain('lost: /paths/~1parcels~1{id}/get/callbacks: callbacks have no counterpart\n');
    expect(stderr).toMatch(/\nimported 2 requests, 2 assertions, 0 captures, 2 losses\n$/);
  });

  it('writes one file per tag, with the variables that it uses', async () => {
    const cwd = await temporaryWorkspace(FILES);
    const refused = await runInProcess(['import', 'openapi', 'spec/desk.yaml', '--split', 'tag'], {
      cwd,
      env,
    });
    expect([refused.code, refused.stderr]).toEqual([
      64,
      expect.stringContaining('--split needs --output with a directory'),
    ]);
    const flags = ['--split', 'tag', '-o', 'out/'];
    const { code, stderr } = await runInProcess(['import', 'openapi', 'spec/desk.yaml', ...flags], {
      cwd,
      env,
    });
    expect(code).toBe(0);
    expect(stderr).toContain('wrote out/desks.http (1 request)\n'.replaceAll('/', sep));
    expect((await readdir(join(cwd, 'out'))).sort()).toEqual(['desks.http', 'parcels.http']);
    const desks = await readFile(join(cwd, 'out', 'desks.http'), 'utf8');
    expect(desks).toContain('# Parcel desk: desks (imported from openapi)\n');
    expect(desks.match(/^@.*/gm)).toEqual(['@baseUrl = https://desk.example.test/v1']);
    const parcels = await readFile(join(cwd, 'out', 'parcels.http'), 'utf8');
    expect(parcels.match(/^@.*/gm)).toEqual(['@baseUrl = https://desk.example.test/v1', '@id = P-7']);
  });

  it('writes placeholders for files to upload, which never replace a file', async () => {
    const parts =
      '{ properties: { scan: { type: string, format: binary }, other: { type: string, format: binary } } }';
    const document = `openapi: 3.0.0
info: { title: T, version: '1' }
paths: { /a: { post: { requestBody: { content: { multipart/form-data: { schema: ${parts} } } } } } }
`;
    const cwd = await temporaryWorkspace({ 'a.yaml': document, 'other.bin': 'mine' });
    const { code, stderr } = await runInProcess(['import', 'openapi', 'a.yaml', '-o', 'a.http'], {
      cwd,
      env,
    });
    expect(code).toBe(0);
    expect(stderr).toContain('wrote scan.bin, a placeholder: put the file to upload there\n');
    expect(stderr).not.toContain('other.bin');
    expect(await readFile(join(cwd, 'other.bin'), 'utf8')).toBe('mine');
    const checked = await runInProcess(['validate', 'a.http'], { cwd, env });
    expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining('OK')]);
  });

  it('takes a part, another address and no tests', async () => {
    const cwd = await temporaryWorkspace(FILES);
    const flags = [
      '--tags',
      'x,parcels',
      '--base-url',
      'http://localhost:8080',
      '--no-tests',
      '-o',
      'out/a.http',
    ];
    const { code, stdout } = await runInProcess(['import', 'openapi', 'spec/desk.yaml', ...flags], {
      cwd,
      env,
    });
    expect([code, stdout]).toEqual([0, '']);
    expect(await readFile(join(cwd, 'out', 'a.http'), 'utf8')).toBe(`# Parcel desk (imported from openapi)
# Version: 1.4.0

@baseUrl = http://localhost:8080
@id = P-7

### readParcel
# @tags Parcels
GET {{baseUrl}}/parcels/{{id}}
`);
  });

  it('writes nothing when --strict meets a loss', async () => {
    const cwd = await temporaryWorkspace(FILES);
    const args = ['import', 'openapi', 'spec/desk.yaml', '--strict', '-o', 'a.http'];
    expect((await runInProcess(args, { cwd, env })).code).toBe(3);
    expect(await readdir(cwd)).not.toContain('a.http');
  });

  it('reads a document on the web with the parts beside it', async () => {
    const other = await loopback(() => ({ text: 'example: canary-42' }));
    const { url, seen } = await loopback(({ path }) => ({
      text: path.endsWith('desk.yaml')
        ? PARCELS.replace('../outside.yaml', `${other.url}/x.yaml`).replace(/^servers.*$/m, '')
        : FILES['spec/parts/id.yaml'],
    }));
    const cwd = await temporaryWorkspace();
    const { code, stdout } = await runInProcess(['import', 'openapi', `${url}/spec/desk.yaml`], { cwd, env });
    expect(code).toBe(0);
    expect(stdout).toContain(`@baseUrl = ${url}\n@id = P-7\n`);
    expect(seen).toEqual(['GET /spec/desk.yaml', 'GET /spec/parts/id.yaml']);
    expect(other.seen).toEqual([]);
  });
});

describe('svc import collection and clientexport', () => {
  const collection = {
    info: { name: 'Shop', schema: 'https://schema.example.test/v2.1.0/' },
    item: [{ name: 'Folder', item: [{ name: 'A', request: 'http://x.test/{{$guid}}' }] }],
  };
  const group = (id: string) => ({ _id: id, _type: 'request_group', parentId: 'w', name: `Group ${id}` });
  const request = (id: string, parentId: string) => ({
    _id: id,
    _type: 'request',
    parentId,
    name: id,
    url: 'http://x.test',
  });
  const clientExport = {
    _type: 'export',
    __export_format: 4,
    resources: [
      { _id: 'w', _type: 'workspace', name: 'My shop' },
      group('a'),
      group('b'),
      request('top', 'w'),
      request('one', 'a'),
      request('two', 'b'),
    ],
  };

  it('write into directories', async () => {
    const cwd = await temporaryWorkspace({
      'shop.json': JSON.stringify(collection),
      'client.json': JSON.stringify(clientExport),
    });
    expect((await runInProcess(['import', 'collection', 'shop.json', '-o', 'c/'], { cwd, env })).code).toBe(
      0,
    );
    expect(await readFile(join(cwd, 'c', 'shop.http'), 'utf8')).toContain(
      dedent`
        # ==== Folder ====
        # @name A
        GET http://x.test/{{$uuid()}}
      `,
    );
    expect(
      (await runInProcess(['import', 'clientexport', 'client.json', '-o', 'd/'], { cwd, env })).code,
    ).toBe(0);
    expect((await readdir(join(cwd, 'd'))).toSorted()).toEqual([
      'Group_a.http',
      'Group_b.http',
      'My_shop.http',
    ]);
    const checked = await runInProcess(['validate', 'c', 'd'], { cwd, env });
    expect([checked.code, checked.stderr]).toEqual([0, expect.any(String)]);
  });

  it.each([
    ['openapi', 'not an OpenAPI document: '],
    ['collection', 'not a Postman collection of format 2.1: '],
    ['clientexport', 'not an Insomnia export of format 4 or 5: '],
  ])('%s: says what is wrong with a document, without quoting it', async (format, message) => {
    const broken = {
      'a.json': '{"secret-41": ',
      'b.yaml': 'secret-41: [',
      'c.json': '{"secret-41": 1}',
      'd.txt': 'secret-41',
      'e.json': '',
    };
    const cwd = await temporaryWorkspace(broken);
    for (const name of Object.keys(broken)) {
      const { code, stdout, stderr } = await runInProcess(['import', format, name], { cwd, env });
      expect([name, code, stdout]).toEqual([name, 3, '']);
      expect(stderr).toMatch(/^Error: [^\n]+\n$/);
      expect(stderr).toContain(message);
      expect(stderr).not.toContain('secret-41');
    }
  });
});
