import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

const env = { SVC_NO_HISTORY: '1' };
const FILES = {
  'shop/bruno.json': '{"version": "1", "name": "Shop", "type": "collection"}',
  'shop/environments/local.bru': 'vars {\n  host: http://127.0.0.1:3000\n}\n',
  'shop/orders/Read.bru':
    'meta {\n  name: Read\n}\n\nget {\n  url: {{host}}/orders\n}\n\nassert {\n  res.status: eq 200\n}\n\nscript:post-response {\n  bru.setVar("id", res.body.id);\n  bru.sendRequest({});\n}\n',
  'requests/a.rest': '### A\nGET {{host}}/a\n\n> {% client.assert(response.status === 200); %}\n',
  'requests/http-client.env.json': '{"local": {"host": "http://127.0.0.1:3000"}}',
};

describe('svc import bruno', () => {
  it('writes files, settings and a report of what is lost', async () => {
    const cwd = await temporaryWorkspace(FILES);
    const args = ['import', 'bruno', 'shop', '-o', 'tests/', '--report', 'report.json'];
    const { code, stderr } = await runInProcess(args, { cwd, env });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^lost: orders\/Read\.bru:15: bru\.sendRequest /);
    expect(stderr).toContain('imported 1 request, 1 assertion, 1 capture, 1 loss\n');
    expect((await readdir(join(cwd, 'tests'))).sort()).toEqual(['orders.http', 'service.yaml']);
    const report: unknown = JSON.parse(await readFile(join(cwd, 'report.json'), 'utf8'));
    expect(report).toMatchObject({
      requests: 1,
      assertions: 1,
      captures: 1,
      losses: [{ place: 'orders/Read.bru', line: 15, endLine: 15, text: 'bru.sendRequest({});' }],
    });
    expect((await runInProcess(['validate', 'tests'], { cwd, env })).code).toBe(0);
    const strict = await runInProcess(['import', 'opencollection', 'shop', '--strict'], { cwd, env });
    expect([strict.code, strict.stdout]).toEqual([3, '']);
  });

  it('copies files that bodies name beside the output, and replaces none of the user', async () => {
    const upload = (name: string) =>
      `post {\n  url: http://127.0.0.1/\n  body: file\n}\n\nbody:file {\n  file: @file(${name})\n}\n`;
    const cwd = await temporaryWorkspace({
      'shop/bruno.json': '{"version": "1", "name": "Shop", "type": "collection"}',
      'shop/a.bru': upload('data/a.bin'),
      'shop/b.bru': upload('b.bin'),
      'shop/c.bru': upload('c.bin'),
      'shop/data/a.bin': Buffer.from([0, 255]),
      'shop/b.bin': 'of the collection',
      'tests/b.bin': 'of the user',
    });
    const refused = await runInProcess(['import', 'bruno', 'shop', '-o', 'tests/'], { cwd, env });
    expect(refused.code).toBe(3);
    expect(refused.stderr).toMatch(/^lost: c\.bru: the file \.\/c\.bin is not copied: /);
    expect(refused.stderr).toContain('Error: tests/b.bin exists; --force replaces it; nothing was written\n');
    expect(await readdir(join(cwd, 'tests'))).toEqual(['b.bin']);
    const forced = await runInProcess(['import', 'bruno', 'shop', '-o', 'tests/', '--force'], { cwd, env });
    expect(forced.code).toBe(0);
    expect(await readFile(join(cwd, 'tests/data/a.bin'))).toEqual(Buffer.from([0, 255]));
    expect(await readFile(join(cwd, 'tests/b.bin'), 'utf8')).toBe('of the collection');
    expect((await runInProcess(['validate', 'tests'], { cwd, env })).code).toBe(0);
    const again = await runInProcess(['import', 'bruno', 'shop', '-o', 'one/all.http'], { cwd, env });
    expect(again.stderr).toContain(`wrote ${join('one', 'data/a.bin')}\n`);
  });

  it('refuses another directory', async () => {
    const cwd = await temporaryWorkspace(FILES);
    const { code, stderr } = await runInProcess(['import', 'bruno', 'requests'], { cwd, env });
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(/^Error: not a Bruno collection: found neither/),
    ]);
  });
});

describe('svc import http', () => {
  it('takes the environments beside a single file and the scripts that it names along', async () => {
    const cwd = await temporaryWorkspace({
      ...FILES,
      'requests/b.http': '### B\nGET {{host}}/b\n\n> checks/b.js\n',
      'requests/checks/b.js': 'client.assert(response.status === 200);\n',
    });
    const args = ['import', 'http', 'requests/b.http', '-o', 'tests'];
    const { code, stderr } = await runInProcess(args, { cwd, env });
    expect([code, stderr.split('\n')[0]]).toEqual([
      0,
      'imported 1 request, 1 assertion, 0 captures, 0 losses',
    ]);
    expect((await readdir(join(cwd, 'tests'))).sort()).toEqual(['b.http', 'service.yaml']);
  });

  it('writes canonical files and settings into another directory', async () => {
    const cwd = await temporaryWorkspace(FILES);
    const { code, stderr } = await runInProcess(['import', 'http', 'requests', '-o', 'tests'], { cwd, env });
    expect(stderr).toContain('imported 1 request, 1 assertion, 0 captures, 0 losses\n');
    expect(code).toBe(0);
    expect(await readFile(join(cwd, 'tests/a.http'), 'utf8')).toBe(
      '### A\nGET {{host}}/a\n\n>>>\nexpect status == 200\n<<<\n',
    );
    expect(await readFile(join(cwd, 'tests/service.yaml'), 'utf8')).toContain(
      'host: http://127.0.0.1:3000\n',
    );
  });

  it.each([[[]], [['-o', 'requests']], [['-o', 'requests/out/']]])(
    'refuses the output %j',
    async (output) => {
      const cwd = await temporaryWorkspace(FILES);
      expect((await runInProcess(['import', 'http', 'requests', ...output], { cwd, env })).code).toBe(64);
    },
  );
});
