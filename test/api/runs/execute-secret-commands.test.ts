/** Secrets whose values programs print, in a server. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  nodeOnPath,
  secretFiles,
  startsOf,
  type SecretEntryText,
} from '../../support/program/secret-program.js';
import { isAlive } from '../../support/program/own-process.js';
import { startSvc } from '../../support/program/live-svc.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer, type RunningServer } from '../../support/servers/running-server.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

const ALLOW = '--allow-secret-commands';
const CONFIG = 'environments: { dev: {}, staging: {} }\n';

interface RunResult {
  readonly results: readonly {
    readonly passed: boolean;
    readonly error?: string;
    readonly errorKind?: string;
  }[];
}

async function start(
  entries: readonly SecretEntryText[],
  args: readonly string[],
  target: string,
): Promise<RunningServer> {
  const text = `### one\nGET ${target}/\nX-Token: {{apiToken}}\n`;
  return startServer({
    files: { 'a.http': text, ...secretFiles(entries, CONFIG) },
    args: [...args],
    env: nodeOnPath(),
  });
}

async function execute(server: RunningServer, environment = 'dev'): Promise<RunResult['results'][number]> {
  const response = await server.call('POST', '/execute', { json: { file: 'a.http', environment } });
  expect(response.status, response.text).toBe(200);
  const [result] = (response.json as RunResult).results;
  if (!result) throw new Error('there is no result');
  return result;
}

describe('a secret by command in a server', () => {
  it('is asked for once by all threads, for each environment', async () => {
    const { url, requests } = await loopback();
    const entry = { name: 'apiToken', gives: ['slow', 'tok-{{environment}}'] };
    const server = await start([entry], [ALLOW], url);
    const all = ['dev', 'dev', 'staging', 'dev', 'staging', 'dev', 'dev', 'dev'];
    const results = await Promise.all(all.map((environment) => execute(server, environment)));
    expect(results.map(({ passed }) => passed)).toEqual(all.map(() => true));
    expect((await execute(server)).passed).toBe(true);
    expect([...startsOf(server.root)].sort()).toEqual(['slow tok-dev', 'slow tok-staging']);
    expect(requests.map(({ headers }) => String(headers['x-token'])).sort()).toEqual(
      [...all, 'dev'].map((name) => `tok-${name}`).sort(),
    );
  });

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
