import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dedent } from '../support/dedent.js';
import type { LiveSvc } from '../support/program/live-svc.js';
import { startOnFreePort } from '../support/servers/free-port.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import { sendRequest } from '../support/servers/running-server.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { PARCEL_FILES, startParcels } from './mock-setup.js';

describe('svc mock', () => {
  it('serves the requests of files until a signal comes', async () => {
    const svc = await startParcels(['.']);
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
    const svc = await startParcels(['--json', '-v', 'parcels.http']);
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
    const svc = await startParcels(['-v', 'parcels.http']);
    await sendRequest(svc.origin, 'POST', '/v1/drifted', { body: 'two\nlines \u001b[31m' });
    await svc.until(() => svc.stdout().includes('nearest'));
    svc.send('SIGINT');
    await svc.ended;
    expect(svc.stdout()).toContain('  > two\n  > lines \\u001b[31m\n');
    expect(svc.stdout()).toContain('  < Content-Type: application/json\n');
  });

  it('refuses what it cannot serve', async () => {
    const cwd = await temporaryWorkspace({
      ...PARCEL_FILES,
      'empty.http': '@a = 1\n',
      'bad.http': '### a\nGET\n',
    });
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

  it('says nothing with -q', async () => {
    const start = async (port: number): Promise<LiveSvc> => {
      const quiet = await startParcels(['-q', '--cors', '--port', String(port), 'parcels.http']);
      const isListening = async (): Promise<boolean> => {
        if (quiet.stderr() !== '') throw new Error(quiet.stderr());
        return sendRequest(`http://127.0.0.1:${port}`, 'GET', '/').then(Boolean, () => false);
      };
      await expect.poll(isListening).toBe(true);
      return quiet;
    };
    const { started: svc, release } = await startOnFreePort(start, (error) =>
      String(error).includes('in use'),
    );
    onTestFinished(release);
    svc.send('SIGINT');
    const { code, stdout, stderr } = await svc.ended;
    expect([code, stdout, stderr]).toEqual([0, '', '']);
  });
});
