import { mkdir, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from '../support/running-server.js';

type Sent = readonly [method: string, path: string, json?: unknown];

async function answers({ call }: RunningServer, calls: readonly Sent[]): Promise<readonly unknown[]> {
  const met: unknown[] = [];
  for (const [method, path, json] of calls) {
    const { status, json: answer } = await call(method, path, json === undefined ? {} : { json });
    met.push([`${method} ${path}`, status, (answer as { message: string }).message]);
  }
  return met;
}

const expected = (calls: readonly Sent[], status: number, message: unknown): readonly unknown[] =>
  calls.map(([method, path]) => [`${method} ${path}`, status, message]);

const GET = '### a\nGET http://127.0.0.1:1/\n';

/** Every call that reads request files which a client has named in its body. */
const readers = (file: string): readonly Sent[] => [
  ['POST', '/execute', { file }],
  ['POST', '/run', { file }],
  ['POST', '/stress/start', { files: [file], duration: '1s', vus: 1 }],
  ['POST', '/mock/start', { files: [file], port: 0 }],
  ['POST', '/export/curl', { file }],
];
const contract = (file: string): Sent => [
  'POST',
  '/contract/verify',
  { files: [file], providerUrl: 'http://127.0.0.1:1' },
];

describe('a file that is named in a body', () => {
  it('must be a request file that is there and not too large (rows P2, P4 to P7)', async () => {
    const server = await startServer({ files: { 'a.txt': '', 'large.http': '', 'b.http': GET } });
    await mkdir(join(server.root, 'folder.http'));
    await truncate(join(server.root, 'large.http'), 10 * 1024 * 1024 + 1);
    for (const [file, status, message] of [
      ['a\u0000.http', 400, expect.stringMatching(/^invalid path: /)],
      ['a\\b.http', 400, expect.stringMatching(/^invalid path: /)],
      [`${'x'.repeat(300)}.http`, 400, expect.stringMatching(/^invalid path: /)],
      ['a.txt', 400, 'not a request file: a.txt; expected .http or .spec'],
      ['gone.http', 404, 'file not found: gone.http'],
      ['folder.http', 400, 'not a file: folder.http'],
      ['large.http', 400, 'file is larger than 10 MiB: large.http'],
    ] as const) {
      const calls = [...readers(file), contract(file)];
      expect(await answers(server, calls)).toEqual(expected(calls, status, message));
    }
    for (const status of ['/stress/status', '/mock/routes'])
      expect((await server.get(status)).json).toMatchObject({ running: false });
  });

  it('must be one that can be read and run (rows F1 to F3)', async () => {
    const server = await startServer({
      files: {
        'bad.http': '### a\nGET http://127.0.0.1:1/\n>>>\nexpect\nnonsense\n<<<\n',
        'twice.http': '### a\n# @name n\nGET http://h\n### b\n# @name n\nGET http://h\n',
        'circle.http':
          '### a\n# @name a\n# @depends b\nGET http://h\n### b\n# @name b\n# @depends a\nGET http://h\n',
      },
    });
    const all = readers('bad.http');
    const refused = expect.stringMatching(/^bad\.http:4:1: .* \(and 1 more\)$/);
    expect(await answers(server, all)).toEqual(expected(all, 400, refused));
    const runs = (file: string): readonly Sent[] => readers(file).slice(0, 3);
    expect(await answers(server, runs('twice.http'))).toEqual(
      expected(runs('twice.http'), 400, 'twice.http:5: request name "n" is already used in line 2'),
    );
    expect(await answers(server, runs('circle.http'))).toEqual(
      expected(
        runs('circle.http'),
        400,
        expect.stringMatching(/^circle\.http: dependency cycle: (a -> b -> a|b -> a -> b)$/),
      ),
    );
    for (const file of ['bad.http', 'twice.http', 'circle.http']) {
      const [method, path, json] = contract(file);
      const { status, json: results } = await server.call(method, path, { json });
      expect([file, status, results]).toMatchObject([
        file,
        200,
        [{ file, failed: 1, results: [{ name: 'parse' }] }],
      ]);
    }
  });
});

describe('a config that is not valid (row C1)', () => {
  it('is told by everything that needs it, and never overwritten', async () => {
    const text = 'timeout: 5\ntimeoutt: 6\n';
    const server = await startServer({ files: { 'service.yaml': text, 'a.http': GET } });
    const profile = { name: 'p', duration: '1s' };
    const calls: readonly Sent[] = [
      ['GET', '/environments'],
      ['GET', '/environments/dev'],
      ['PUT', '/environments/dev', { variables: {} }],
      ['GET', '/config'],
      ['PUT', '/config', { timeout: 7 }],
      ['GET', '/stress/profiles'],
      ['POST', '/stress/profiles', profile],
      ['PUT', '/stress/profiles/p', profile],
      ['DELETE', '/stress/profiles/p'],
      ...readers('a.http').slice(0, 4),
      contract('a.http'),
    ];
    const message =
      'service.yaml is not valid: line 2, column 1: unknown key "timeoutt"; did you mean "timeout"?';
    expect(await answers(server, calls)).toEqual(expected(calls, 400, message));
    expect(await readFile(join(server.root, 'service.yaml'), 'utf8')).toBe(text);
    expect((await server.get('/workspace')).json).toMatchObject({ hasConfig: true });
    expect((await server.get('/health')).json).toMatchObject({ config: 'invalid' });
  });
});

describe('a history that is not to be had (row N1)', () => {
  it('is told by everything that reads or changes it', async () => {
    const server = await startServer({ args: ['--no-history'] });
    const calls: readonly Sent[] = [
      ['GET', '/history/runs'],
      ['DELETE', '/history/runs'],
      ['GET', '/history/runs/1'],
      ['DELETE', '/history/runs/1'],
      ['GET', '/history/results?requestName=a&filePath=a.http'],
    ];
    const message = 'persistent history is not available: switched off by the operator';
    expect(await answers(server, calls)).toEqual(expected(calls, 503, message));
    expect((await server.get('/history')).json).toEqual([]);
  });
});
