import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { startRecorder } from './record-setup.js';

describe('svc record', () => {
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

  it('leaves a file that runs when it is killed', async () => {
    const cwd = await temporaryWorkspace();
    const { svc, url } = await startRecorder(cwd, ['-o', 'out.http']);
    for (let first = 0; first < 250; first += 10) {
      const some = Array.from({ length: 10 }, (_, at) => fetch(`${url}/x${first + at}`));
      for (const response of await Promise.all(some)) await response.text();
    }
    const requests = async (): Promise<number> => {
      const text = await readFile(join(cwd, 'out.http'), 'utf8').catch(() => '');
      return (text.match(/^GET /gm) ?? []).length;
    };
    await expect.poll(requests, { timeout: 30_000 }).toBe(250);
    svc.send('SIGKILL');
    await svc.ended;
    expect(await requests()).toBe(250);
    expect((await runInProcess(['run', 'out.http'], { cwd })).code).toBe(0);
  });

  it('ends with 3 when the port is taken', async () => {
    const cwd = await temporaryWorkspace();
    const { url } = await startRecorder(cwd);
    const args = ['record', '--target', 'http://localhost:9', '--port', new URL(url).port];
    expect(await runInProcess(args, { cwd })).toMatchObject({ code: 3, stdout: '' });
  });
});
