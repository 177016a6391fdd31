import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { startRecorder } from './record-setup.js';

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
    expect((await runInProcess(['run', 'out.http', '--no-history'], { cwd })).code).toBe(0);
  });

  it.each([
    ['http', []],
    ['json', ['--json']],
    ['har', ['--har']],
  ])('has the recordings in its %s file while it goes on', async (format, flags) => {
    const cwd = await temporaryWorkspace({ 'out.http': 'old' });
    const { svc, url } = await startRecorder(cwd, ['-o', `out.${format}`, ...flags]);
    const written = async (): Promise<string> => readFile(join(cwd, `out.${format}`), 'utf8').catch(() => '');
    await (await fetch(`${url}/x`)).text();
    await expect.poll(written, { timeout: 10_000 }).toContain('/x');
    await (await fetch(`${url}/y`)).text();
    await expect.poll(written, { timeout: 10_000 }).toContain('/y');
    // What a process leaves that is killed now is a whole export.
    const text = await written();
    if (format === 'http')
      expect((await runInProcess(['run', 'out.http', '--no-history'], { cwd })).code).toBe(0);
    else expect(JSON.stringify(JSON.parse(text))).toContain('/x');
    const left = (await readdir(cwd)).filter((name) => name !== '.svc');
    expect(left).toEqual([...new Set(['out.http', `out.${format}`])].toSorted());
    svc.send('SIGINT');
    expect((await svc.ended).code).toBe(0);
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
});
