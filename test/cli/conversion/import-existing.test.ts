import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { runInProcess } from '../../support/program/in-process-svc.js';

const COLLECTION = JSON.stringify({
  info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [{ name: 'Orders', item: [{ name: 'List', request: 'http://h/orders' }] }],
});
const SOURCES = {
  'api.yaml': "openapi: 3.0.0\ninfo: { title: T, version: '1' }\npaths: { /a: { get: {} } }\n",
  'shop.json': COLLECTION,
  'client.json': JSON.stringify({
    _type: 'export',
    __export_format: 4,
    resources: [
      { _id: 'w', _type: 'workspace', name: 'W' },
      { _id: 'r', _type: 'request', parentId: 'w', name: 'R', url: 'http://h/r' },
    ],
  }),
  'shop.har': JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'x', version: '1' },
      entries: [
        {
          request: { method: 'GET', url: 'http://h/a', headers: [], queryString: [] },
          response: { status: 200, headers: [], content: { mimeType: 'application/json', text: '{}' } },
        },
      ],
    },
  }),
  'shop/bruno.json': '{"version": "1", "name": "Shop", "type": "collection"}',
  'shop/a.bru': 'get {\n  url: http://127.0.0.1/\n}\n',
  'shop/environments/dev.bru': 'vars {\n  host: http://127.0.0.1:3000\n}\nvars:secret [\n  key\n]\n',
  'client/a.http': '### A\nGET {{host}}/a\n',
  'client/http-client.env.json': '{"dev": {"host": "http://127.0.0.1:3000"}}',
};

const IMPORTS = [
  ['openapi', 'api.yaml', 'out.http', 'out.http'],
  ['collection', 'shop.json', 'out.http', 'out.http'],
  ['collection', 'shop.json', 'out/', 'out/shop.http'],
  ['clientexport', 'client.json', 'out.http', 'out.http'],
  ['har', 'shop.har', 'out.http', 'out.http'],
  ['bruno', 'shop', 'out', 'out/Shop.http'],
  ['curl', 'curl http://h/a', 'out.http', 'out.http'],
  ['http', 'client', 'out', 'out/a.http'],
] as const;

describe('an import onto an existing file', () => {
  it.each(IMPORTS)('svc import %s %s -o %s', async (format, source, output, written) => {
    const cwd = await temporaryWorkspace(SOURCES);
    const args = ['import', format, source, '-o', output];
    expect(await runInProcess(args, { cwd })).toMatchObject({ code: 0 });
    const first = await readFile(join(cwd, written), 'utf8');

    const again = await runInProcess(args, { cwd });
    expect(again).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`Note: ${written} is up to date\n`),
    });

    const edited = first.replace('###', '# checked by hand\n###');
    await writeFile(join(cwd, written), edited);
    const before = await readdir(cwd, { recursive: true });
    const refused = await runInProcess([...args, '--report', 'report.json'], { cwd });
    expect([refused.code, refused.stdout]).toEqual([3, '']);
    expect(refused.stderr).toContain(`Error: ${written} exists; --force replaces it; nothing was written\n`);
    expect(await readFile(join(cwd, written), 'utf8')).toBe(edited);
    expect(await readdir(cwd, { recursive: true })).toEqual(before);

    expect(await runInProcess([...args, '--force'], { cwd })).toMatchObject({ code: 0 });
    expect(await readFile(join(cwd, written), 'utf8')).toBe(first);
  });
});

describe('an import beside a service.yaml', () => {
  const EXISTING = `# ours
timeout: 5000 # slow
environments:
  dev:
    own: 1
`;
  const ARGS = ['import', 'bruno', 'shop', '-o', 'out'];

  it('adds what is missing and keeps the rest', async () => {
    const cwd = await temporaryWorkspace({ ...SOURCES, 'out/service.yaml': EXISTING });
    const { code, stderr } = await runInProcess(ARGS, { cwd });
    expect(stderr).toContain('Note: added to out/service.yaml: ');
    expect(code).toBe(0);
    const merged = await readFile(join(cwd, 'out/service.yaml'), 'utf8');
    expect(merged).toBe(`${EXISTING}    host: "http://127.0.0.1:3000"\nsecrets: [key]\n`);
    expect(await runInProcess(ARGS, { cwd })).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Note: out/service.yaml is up to date\n'),
    });
  });

  it('is refused where a value would change, and writes nothing', async () => {
    const other = EXISTING.replace('own: 1', 'host: http://example.test # ours');
    const cwd = await temporaryWorkspace({ ...SOURCES, 'out/service.yml': other });
    const { code, stderr } = await runInProcess(ARGS, { cwd });
    expect(stderr).toContain(
      'Error: out/service.yml has another value for environments.dev.host; --force replaces it; nothing was written\n',
    );
    expect([code, await readdir(join(cwd, 'out'))]).toEqual([3, ['service.yml']]);
    expect(await runInProcess([...ARGS, '--force'], { cwd })).toMatchObject({ code: 0 });
    const replaced = await readFile(join(cwd, 'out/service.yml'), 'utf8');
    expect(replaced).toContain('# ours\ntimeout: 5000 # slow\n');
    expect(replaced).toContain('host: "http://127.0.0.1:3000"');
  });

  it('is refused when that file has errors', async () => {
    const cwd = await temporaryWorkspace({ ...SOURCES, 'out/service.yaml': 'timeoutt: 5\n' });
    const { code, stderr } = await runInProcess(ARGS, { cwd });
    expect(stderr).toContain('Error: out/service.yaml:1:1: unknown key "timeoutt"');
    expect([code, await readdir(join(cwd, 'out'))]).toEqual([3, ['service.yaml']]);
  });
});

describe('an output without an extension', () => {
  it.each([
    ['collection', 'shop.json', ['shop.http']],
    ['clientexport', 'client.json', ['W.http']],
    ['har', 'shop.har', ['shop.http']],
    ['bruno', 'shop', ['Shop.http', 'service.yaml']],
  ])('of svc import %s is a directory', async (format, source, files) => {
    const cwd = await temporaryWorkspace(SOURCES);
    expect(await runInProcess(['import', format, source, '-o', 'tests'], { cwd })).toMatchObject({ code: 0 });
    expect((await readdir(join(cwd, 'tests'))).sort()).toEqual(files);
    expect(await runInProcess(['validate', '--strict', 'tests'], { cwd })).toMatchObject({ code: 0 });
  });

  it('that is a file already is refused', async () => {
    const cwd = await temporaryWorkspace({ ...SOURCES, tests: 'mine' });
    const { code, stderr } = await runInProcess(['import', 'bruno', 'shop', '-o', 'tests'], { cwd });
    expect([code, stderr]).toEqual([3, expect.stringContaining('Error: tests exists; --force replaces it')]);
    expect(await readFile(join(cwd, 'tests'), 'utf8')).toBe('mine');
  });
});
