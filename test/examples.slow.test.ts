import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startProgram } from './support/program/live-svc.js';
import { repositoryRoot } from './support/program/run-svc.js';
import { sendRequest } from './support/servers/running-server.js';

describe('the examples against their demo API', () => {
  it('are what `npm start` serves, until it is told to end', async () => {
    const script = join(repositoryRoot, 'scripts', 'start.mjs');
    const started = startProgram([script, '--port', '0', '--no-history'], {
      cwd: repositoryRoot,
      timeout: 60_000,
    });
    await started.until(() => started.stdout().includes('Requests to the server are logged below.'));
    const [, origin = ''] = /^Listening on (\S+)$/m.exec(started.stdout()) ?? [];
    const { json } = await sendRequest(origin, 'POST', '/api/v1/execute', { json: { file: 'parcels.http' } });
    expect(json).toMatchObject({ file: 'parcels.http', passed: 7, failed: 0 });
    started.send('SIGTERM');
    const { code, stderr } = await started.ended;
    expect(code).toBe(0);
    expect(stderr).toContain('path=/api/v1/execute status=200');
  });

  it('are not served any longer when npm has gone', async () => {
    const script = join(repositoryRoot, 'scripts', 'start.mjs');
    const command = `'${process.execPath}' '${script}' --port 0 --no-history; exit`;
    const shell = spawn('sh', ['-c', command], {
      cwd: repositoryRoot,
      env: { ...process.env, npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void shell.kill('SIGKILL'));
    let stdout = '';
    shell.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    const originOf = (): string => /^Listening on (\S+)$/m.exec(stdout)?.[1] ?? '';
    await expect.poll(originOf, { timeout: 60_000 }).not.toBe('');
    const isServed = async (): Promise<boolean> =>
      sendRequest(originOf(), 'GET', '/api/v1/health').then(
        ({ status }) => status === 200,
        () => false,
      );
    expect(await isServed()).toBe(true);
    shell.kill('SIGTERM');
    await expect.poll(isServed, { timeout: 60_000 }).toBe(false);
  });
});
