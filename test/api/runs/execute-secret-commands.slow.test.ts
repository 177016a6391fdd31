/** Secrets whose values programs print, in a server. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeOnPath, secretFiles, startsOf } from '../../support/program/secret-program.js';
import { isAlive } from '../../support/program/own-process.js';
import { startSvc } from '../../support/program/live-svc.js';
import { loopback } from '../../support/runs/run-requests.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { ALLOW, type RunResult, start, execute } from './execute-secret-commands-setup.js';

describe('a secret by command in a server', () => {
  it('is not asked for without permission', async () => {
    const { url, requests } = await loopback();
    const server = await start([{ name: 'apiToken', gives: ['text', 'tok'] }], [], url);
    expect(await execute(server)).toMatchObject({
      passed: false,
      errorKind: 'variable',
      error: 'secret "apiToken" comes from a command; permit it with --allow-secret-commands',
    });
    expect([requests, startsOf(server.root)]).toEqual([[], []]);
  });

  it('is asked for again after a failure, and takes no name of a client for an argument', async () => {
    const { url, requests } = await loopback();
    const entry = { name: 'apiToken', gives: ['file', 'later-{{environment}}.txt'] };
    const server = await start([entry], [ALLOW], url);
    expect((await execute(server)).error).toContain('secret "apiToken": node ended with 1: ');
    expect((await execute(server)).error).toContain('secret "apiToken": node ended with 1: ');
    expect(startsOf(server.root)).toHaveLength(2);
    for (const name of ['--help', '../../etc', 'a/b']) {
      const response = await server.call('POST', '/execute', { json: { file: 'a.http', environment: name } });
      const [result] = (response.json as Partial<RunResult>).results ?? [];
      expect(result?.passed ?? false).toBe(false);
    }
    expect(startsOf(server.root)).toHaveLength(2);
    expect(requests).toEqual([]);
  });

  it('is asked for by nothing but requests that are sent', async () => {
    const server = await start(
      [{ name: 'apiToken', gives: ['text', 'tok-4711'] }],
      [ALLOW],
      'http://127.0.0.1:1',
    );
    const responses = await Promise.all([
      server.call('GET', '/requests'),
      server.call('POST', '/validate', { json: { file: 'a.http' } }),
      server.call('GET', '/environments'),
      server.call('GET', '/config'),
      server.call('POST', '/export/curl', { json: { file: 'a.http' } }),
    ]);
    for (const { text } of responses) expect(text).not.toContain('tok-4711');
    expect(startsOf(server.root)).toEqual([]);
  });

  it('has a program that is gone when the server ends', async () => {
    const files = { 'a.http': 'GET http://127.0.0.1:1/{{apiToken}}\n' };
    const cwd = await temporaryWorkspace({
      ...files,
      ...secretFiles([{ name: 'apiToken', gives: ['hang'] }]),
    });
    const args = ['serve', '.', '--port', '0', '--api-only', ALLOW];
    const svc = startSvc(args, { cwd, env: { ...nodeOnPath(), SVC_NO_HISTORY: '1' } });
    const shown = (): string => /http:\/\/127\.0\.0\.1:\d+/.exec(svc.stdout() + svc.stderr())?.[0] ?? '';
    await svc.until(() => shown() !== '');
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ file: 'a.http' });
    const response = fetch(`${shown()}/api/v1/execute`, { method: 'POST', headers, body }).catch(
      () => undefined,
    );
    const hanging = async (): Promise<string[]> =>
      (await readFile(join(cwd, 'hanging.txt'), 'utf8').catch(() => '')).split('\n').filter(Boolean);
    await expect.poll(hanging, { timeout: 30_000 }).toHaveLength(2);
    svc.send('SIGTERM');
    await svc.ended;
    await response;
    for (const id of await hanging())
      await expect.poll(() => isAlive(Number(id)), { timeout: 10_000 }).toBe(false);
  });
});
