import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deadUrl } from '../../support/servers/dead-url.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { document, ORDER, BODY, serve } from './import-source-setup.js';

describe('a source on the web', () => {
  it.each([
    [[], '/missing', 3, /^Error: .* responded with status 404\n$/],
    [['--no-follow'], '/moved', 3, /^Error: .* responded with status 302\n$/],
    [['--max-body-bytes', '10'], '/ok', 3, /^Error: .*10 bytes/],
    [['--timeout', '50ms'], '/slow', 4, /^Error: .* gave no complete response in 50 ms\n$/],
    [[], '/text', 3, /^Error: not an OpenAPI document: /],
    [['--key', 'k.pem'], '/ok', 64, /^Error: --key \(SVC_KEY\) needs --cert/],
  ])('%j %s ends with %i', async (args, path, code, stderr) => {
    const url = await serve((request, response) => {
      if (request.url === '/slow') return;
      if (request.url === '/text') response.end('hello');
      else if (request.url === '/moved') response.writeHead(302, { Location: '/ok' }).end();
      else response.writeHead(request.url === '/ok' ? 200 : 404).end(document('#/x'));
    });
    const cwd = await temporaryWorkspace();
    expect(await runInProcess(['import', 'openapi', ...args, url + path], { cwd })).toMatchObject({
      code,
      stdout: '',
      stderr: expect.stringMatching(stderr),
    });
  });

  it('that cannot be reached ends with 4', async () => {
    const cwd = await temporaryWorkspace();
    const outcome = await runInProcess(['import', 'collection', `${await deadUrl()}/x`], { cwd });
    expect(outcome).toMatchObject({ code: 4, stderr: expect.stringMatching(/refused the connection\n$/) });
  });
});

describe('a file that refers to others', () => {
  it('reads those in its own folder, and no others', async () => {
    const cwd = await temporaryWorkspace({
      'spec/shop.json': document('./schemas/order.json'),
      'spec/outside.json': document('../order.json'),
      'spec/linked.json': document('linked/order.json'),
      'spec/absolute.json': document('file:///etc/hostname'),
      'spec/gone.json': document('nothing.json'),
      'spec/schemas/order.json': ORDER,
      'order.json': ORDER,
      'secret/order.json': ORDER,
    });
    await mkdir(join(cwd, 'spec'), { recursive: true });
    await symlink(join(cwd, 'secret'), join(cwd, 'spec/linked'));
    const imported = async (name: string): Promise<string> => {
      const { code, stdout, stderr } = await runInProcess(['import', 'openapi', `spec/${name}`], { cwd });
      expect(code).toBe(0);
      expect(stdout.includes(BODY)).toBe(name === 'shop.json');
      return stderr;
    };
    expect(await imported('shop.json')).toBe('imported 1 request, 1 assertion, 0 captures, 0 losses\n');
    expect(await imported('outside.json')).toContain('the document is outside the folder of the source');
    expect(await imported('linked.json')).toContain('the document is outside the folder of the source');
    expect(await imported('absolute.json')).toContain('only documents in the folder of the source are read');
    expect(await imported('gone.json')).toContain('the document does not exist');
  });
});

describe('the output of formats with folders', () => {
  const COLLECTION = JSON.stringify({
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [{ name: 'Orders', item: [{ name: 'List', request: 'http://h/orders' }] }],
  });

  it('is one file of a directory, named like the source', async () => {
    const cwd = await temporaryWorkspace({ 'in/shop.json': COLLECTION });
    const { stderr } = await runInProcess(['import', 'collection', 'in/shop.json', '-o', 'tests/'], { cwd });
    expect(stderr).toBe(
      'imported 1 request, 1 assertion, 0 captures, 0 losses\nNote: wrote tests/shop.http (1 request)\n',
    );
    const again = await runInProcess(['import', 'postman', '-', '-o', 'tests'], { cwd, input: COLLECTION });
    expect(again.stderr).toContain('Note: wrote tests/imported.http (1 request)\n');
    expect(await readFile(join(cwd, 'tests/imported.http'), 'utf8')).toBe(
      await readFile(join(cwd, 'tests/shop.http'), 'utf8'),
    );
  });
});
