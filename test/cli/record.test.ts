import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { startSvc, type LiveSvc } from '../support/program/live-svc.js';
import { rawServer } from '../support/servers/raw-server.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n{"id":1}';

interface Recorder {
  readonly svc: LiveSvc;
  readonly url: string;
  readonly target: string;
}

async function startRecorder(cwd: string, args: readonly string[] = []): Promise<Recorder> {
  const { url: target } = await rawServer((socket) => socket.write(OK));
  const svc = startSvc(['record', '--target', target, '--port', '0', ...args], { cwd, timeout: 60_000 });
  await svc.until(() => svc.stderr().includes('\n'));
  expect(svc.stderr()).toMatch(
    /^Recording proxy on http:\/\/127\.0\.0\.1:\d+ for http:\/\/127\.0\.0\.1:\d+\n/,
  );
  return { svc, url: /http:\/\/\S+/.exec(svc.stderr())?.[0] ?? '', target };
}

describe('svc record', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('prints the export and ends with 0 on %s', async (signal) => {
    const cwd = await temporaryWorkspace();
    const { svc, url, target } = await startRecorder(cwd, ['--exclude', '/a,/b/**', '--exclude', '/c', '-v']);
    const headers = { Authorization: 'Bearer secret-token-1' };
    for (const path of ['/items/7?x=1', '/a', '/b/x', '/c'])
      await (await fetch(url + path, { headers })).text();
    await svc.until(() => svc.stderr().includes('GET /c -> 200'));
    svc.send(signal);
    const { code, stdout, stderr } = await svc.ended;
    expect(code).toBe(0);
    expect(stdout).toContain(dedent`
      # Recorded from ${target}
      # Needs: AUTHORIZATION

      @baseUrl = ${target}
    `);
    expect(stdout).toContain('GET {{baseUrl}}/items/7?x=1\nAuthorization: {{AUTHORIZATION}}\n');
    expect(stdout).not.toContain('{{baseUrl}}/a');
    expect(stderr).toMatch(/GET \/items\/7 -> 200 \(\d+ms\)\n {2}> (?:host|Authorization): .*\n/);
    expect(stderr).toContain('  > Authorization: {{AUTHORIZATION}}\n');
    expect(stderr).toMatch(/GET \/a -> 200 \(\d+ms\) not recorded\n/);
    expect(stderr).toContain('Note: 1 recording exported to standard output\n');
    expect(stdout + stderr).not.toContain('secret-token-1');
  });

  it('writes a file that only its owner reads', async () => {
    const cwd = await temporaryWorkspace({ 'out.http': 'old' });
    const { svc, url } = await startRecorder(cwd, ['-o', 'out.http', '--dedupe']);
    for (const path of ['/x', '/x', '/y']) await (await fetch(url + path)).text();
    svc.send('SIGINT');
    const { code, stdout, stderr } = await svc.ended;
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain('Note: 2 recordings exported to out.http\n');
    const text = await readFile(join(cwd, 'out.http'), 'utf8');
    expect(text.match(/^### .*/gm)).toEqual(['### Get X', '### Get Y']);
    expect((await stat(join(cwd, 'out.http'))).mode & 0o777).toBe(0o600);
    expect((await runInProcess(['run', 'out.http'], { cwd })).code).toBe(0);
  });

  it('exports JSON and HAR, within its limits', async () => {
    const cwd = await temporaryWorkspace();
    const { svc, url } = await startRecorder(cwd, [
      '--json',
      '--max-body-bytes',
      '4',
      '--max-recordings',
      '1',
    ]);
    await (await fetch(url, { method: 'POST', body: 'abc' })).text();
    await (await fetch(url)).text();
    svc.send('SIGINT');
    const [entry, ...others] = JSON.parse((await svc.ended).stdout) as Record<string, unknown>[];
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      method: 'POST',
      statusCode: 200,
      requestTruncated: false,
      responseTruncated: true,
      request: { body: 'abc', bodyEncoding: 'utf-8' },
    });
    const har = await startRecorder(cwd, ['--har', '-o', 'new/folder/x.har']);
    await (await fetch(`${har.url}/x?a=1`)).text();
    har.svc.send('SIGINT');
    expect((await har.svc.ended).code).toBe(0);
    expect(JSON.parse(await readFile(join(cwd, 'new/folder/x.har'), 'utf8'))).toMatchObject({
      log: {
        version: '1.2',
        entries: [{ request: { method: 'GET', queryString: [{ name: 'a', value: '1' }] } }],
      },
    });
  });

  it.each([
    [[], 64, '--target is required'],
    [['--target', 'x'], 64, '--target must be an http or https URL'],
    [['--target', 'http://u:hunter22@x'], 64, '--target must be'],
    [['--target', 'http://x', '--json', '--har'], 64, '--json and --har exclude each other'],
    [['--target', 'http://x', '--sanitize', 'a b'], 64, 'not a header name'],
    [['--target', 'http://x', '-o', '.'], 3, 'could not write .: it is a directory'],
    [['--target', 'http://localhost:9', '--port', '9'], 64, 'Error: --target must not be this server'],
  ] as const)('%j ends with %d', async (args, code, message) => {
    const cwd = await temporaryWorkspace();
    const outcome = await runInProcess(['record', ...args], { cwd });
    expect(outcome).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) as string });
    expect(outcome.stderr).not.toContain('hunter22');
  });

  it('ends with 3 when the port is taken', async () => {
    const cwd = await temporaryWorkspace();
    const { url } = await startRecorder(cwd);
    const args = ['record', '--target', 'http://localhost:9', '--port', new URL(url).port];
    expect(await runInProcess(args, { cwd })).toMatchObject({ code: 3, stdout: '' });
  });
});
