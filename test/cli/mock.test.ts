import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dedent } from '../support/dedent.js';
import { freePort } from '../support/servers/free-port.js';
import { startSvc, type LiveSvc } from '../support/program/live-svc.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import { sendRequest } from '../support/servers/running-server.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

const PARCELS = `### Read
# @name readParcel
GET {{baseUrl}}/parcels/{{parcelId}}

>>>
expect status == 200
expect body.id == {{parcelId}}
expect body.key == {{deskKey}}
<<<

### Drifted
# @name drifted
GET {{baseUrl}}/drifted

>>>
expect status == 200
<<<

>>>mock
410 Gone
<<<
`;

const FILES = {
  'parcels.http': PARCELS,
  'service.yaml':
    'secrets: [deskKey]\nenvironments:\n  dev: { baseUrl: "http://desk.test/v1", deskKey: 4711-top }\n',
};

async function started(
  args: readonly string[],
  files: Record<string, string> = FILES,
): Promise<LiveSvc & { origin: string; cwd: string }> {
  const cwd = await temporaryWorkspace(files);
  const svc = startSvc(['mock', '--port', '0', ...args], { cwd, timeout: 60_000 });
  await svc.until(() => /^Mock server on .*\n(?: {2}.*\n)+/m.test(svc.stderr()) || args.includes('-q'));
  const origin = /Mock server on (\S+)/.exec(svc.stderr())?.[1] ?? '';
  return { ...svc, origin, cwd };
}

describe('svc mock', () => {
  it('serves the requests of files until a signal comes', async () => {
    const svc = await started(['.']);
    expect(svc.stderr()).toBe(
      [
        'Warning: parcels.http:16: the mock response of drifted does not pass `status == 200`, it gives 410',
        `Mock server on ${svc.origin}`,
        '  GET  /v1/parcels/{parcelId}  200  readParcel',
        '  GET  /v1/drifted             410  drifted',
        '',
      ].join('\n'),
    );
    expect((await sendRequest(svc.origin, 'GET', '/v1/parcels/41?x=1')).json).toEqual({
      id: '41',
      key: '4711-top',
    });
    expect((await sendRequest(svc.origin, 'GET', '/v1/parcels/4711-top')).status).toBe(200);
    expect((await sendRequest(svc.origin, 'GET', '/nowhere')).status).toBe(404);
    await svc.until(() => svc.stdout().includes('nowhere'));
    svc.send('SIGTERM');
    const { code, stdout } = await svc.ended;
    expect(code).toBe(0);
    expect(stdout.replace(/\d+ms/g, 'Nms')).toBe(
      dedent`
        GET /v1/parcels/41 -> 200 (Nms) readParcel
        GET /v1/parcels/[REDACTED] -> 200 (Nms) readParcel
        GET /nowhere -> 404 (Nms)
      `,
    );
  });

  it('prints one JSON object per request, with headers and bodies when asked', async () => {
    const svc = await started(['--json', '-v', 'parcels.http']);
    await sendRequest(svc.origin, 'GET', '/v1/parcels/41', {
      headers: { Authorization: 'Bearer abc' },
      body: '4711-top',
    });
    await svc.until(() => svc.stdout().endsWith('\n'));
    svc.send('SIGINT');
    expect((await svc.ended).code).toBe(0);
    expect(JSON.parse(svc.stdout())).toMatchObject({
      method: 'GET',
      path: '/v1/parcels/41',
      status: 200,
      route: 'readParcel',
      request: { headers: { Authorization: '[REDACTED]' }, body: '[REDACTED]' },
      response: { headers: { 'Content-Type': 'application/json' } },
    });
    expect(svc.stdout()).not.toContain('4711-top');
  });

  it('shows headers and bodies as lines', async () => {
    const svc = await started(['-v', 'parcels.http']);
    await sendRequest(svc.origin, 'POST', '/v1/drifted', { body: 'two\nlines \u001b[31m' });
    await svc.until(() => svc.stdout().includes('nearest'));
    svc.send('SIGINT');
    await svc.ended;
    expect(svc.stdout()).toContain('  > two\n  > lines \\u001b[31m\n');
    expect(svc.stdout()).toContain('  < Content-Type: application/json\n');
  });

  it('takes over changed files, and keeps its routes when one is broken', async () => {
    const svc = await started(['--watch', '.'], { 'a.http': '### one\nGET /one\n' });
    await writeFile(join(svc.cwd, 'a.http'), '### two\nGET /two\n');
    await svc.until(() => svc.stderr().includes('Serving 1 route'));
    expect((await sendRequest(svc.origin, 'GET', '/two')).status).toBe(200);
    expect((await sendRequest(svc.origin, 'GET', '/one')).status).toBe(404);
    await writeFile(join(svc.cwd, 'a.http'), '### three\nGET\n');
    await svc.until(() => svc.stderr().includes('The routes are unchanged'));
    expect(svc.stderr()).toContain('Error: a.http:2:1: `GET` has no URL\n');
    expect((await sendRequest(svc.origin, 'GET', '/two')).status).toBe(200);
    await writeFile(join(svc.cwd, 'b.http'), '### four\nGET /four\n');
    await writeFile(join(svc.cwd, 'a.http'), '### three\nGET /three\n');
    await svc.until(() => svc.stderr().includes('Serving 2 routes'));
    expect((await sendRequest(svc.origin, 'GET', '/four')).status).toBe(200);
    svc.send('SIGINT');
    expect((await svc.ended).code).toBe(0);
  });

  it('refuses what it cannot serve', async () => {
    const cwd = await temporaryWorkspace({ ...FILES, 'empty.http': '@a = 1\n', 'bad.http': '### a\nGET\n' });
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const cases: readonly (readonly [readonly string[], number, string])[] = [
      [['empty.http'], 64, 'Error: no routes in empty.http\nTry: svc mock --help\n'],
      [
        ['gone.http'],
        2,
        'Error: gone.http does not exist; expected a .http, .rest or .spec file, or a directory\n',
      ],
      [['bad.http'], 2, 'Error: bad.http:2:1: `GET` has no URL\n'],
      [
        ['--strict', 'parcels.http'],
        2,
        'Error: parcels.http:16: the mock response of drifted does not pass `status == 200`, it gives 410\n',
      ],
      [
        ['--port', String(port), 'parcels.http'],
        3,
        `Error: port ${port} is already in use; choose another with --port, or --port 0 for a free one\n`,
      ],
      [['--delay', '2h', 'parcels.http'], 64, 'Error: --delay must be at most 1h\nTry: svc mock --help\n'],
      [['--config', 'no.yaml', 'parcels.http'], 3, 'Error: config file no.yaml does not exist\n'],
    ];
    for (const [args, code, stderr] of cases) {
      expect(await runInProcess(['mock', ...args], { cwd })).toEqual({
        code,
        signal: null,
        stdout: '',
        stderr,
      });
    }
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'prints every request, in order, before %s ends it',
    async (signal) => {
      const svc = await started(['.']);
      const paths = Array.from({ length: 300 }, (_, index) => `/v1/parcels/${index}`);
      for (const path of paths) await sendRequest(svc.origin, 'GET', path);
      svc.send(signal);
      expect((await svc.ended).code).toBe(0);
      const lines = svc.stdout().trimEnd().split('\n');
      expect(lines.map((line) => line.split(' ')[1])).toEqual(paths);
    },
  );

  it('says nothing with -q', async () => {
    const port = await freePort();
    const svc = await started(['-q', '--cors', '--port', String(port), 'parcels.http']);
    const isListening = (): Promise<boolean> =>
      sendRequest(`http://127.0.0.1:${port}`, 'GET', '/').then(Boolean, () => false);
    await expect.poll(isListening, { timeout: 60_000 }).toBe(true);
    svc.send('SIGINT');
    const { code, stdout, stderr } = await svc.ended;
    expect([code, stdout, stderr]).toEqual([0, '', '']);
  });

  it('lets a run of the same files pass', async () => {
    const text = `### create
POST {{baseUrl}}/parcels

>>>
expect status == 201
expect body.id type integer
<<<

>>>capture
id from body.id
<<<

### read
# @depends create
GET {{baseUrl}}/parcels/{{create.id}}

>>>
expect body.id == {{create.id}}
expect body.items length >= 2
expect body.items[*].sku each matches /^[A-Z]{3}-\\d+$/
expect header ETag exists
expect duration < 20000
<<<
`;
    const svc = await started(['flow.http'], { 'flow.http': text });
    const run = await runInProcess(
      ['run', '--no-history', '--variable', `baseUrl=${svc.origin}`, 'flow.http'],
      {
        cwd: svc.cwd,
      },
    );
    expect(run.stdout).toContain('2 passed');
    expect(run.code).toBe(0);
  });
});
