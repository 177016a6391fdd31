/** Secrets whose values programs print, in every command but `svc run`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loopback } from '../../support/runs/run-requests.js';
import { runInProcess, startInProcess } from '../../support/program/in-process-svc.js';
import { isAlive } from '../../support/program/own-process.js';
import type { RunOutcome } from '../../support/program/run-svc.js';
import {
  nodeOnPath,
  secretFiles,
  startsOf,
  type SecretEntryText,
} from '../../support/program/secret-program.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

const ALLOW = '--allow-secret-commands';
const NOT_PERMITTED = 'secret "apiToken" comes from a command; permit it with --allow-secret-commands';
const GIVEN: SecretEntryText = { name: 'apiToken', gives: ['text', 'tok-4711'] };
const TEXT = (base: string): string =>
  `### one\nPOST ${base}/one\nX-Token: {{apiToken}}\n\n{"a": "{{apiToken}}"}\n`;

interface Ended extends RunOutcome {
  readonly cwd: string;
}

async function svc(
  args: readonly string[],
  text: string,
  entries: readonly SecretEntryText[] = [GIVEN],
): Promise<Ended> {
  const cwd = await temporaryWorkspace({ 'a.http': text, ...secretFiles(entries) });
  const outcome = await runInProcess(args, { cwd, env: { ...nodeOnPath(), SVC_NO_HISTORY: '1' } });
  return { ...outcome, cwd };
}

describe('no program is started by', () => {
  it.each([
    ['run', '--dry-run', '-v', 'a.http'],
    ['run', '--dry-run', '-v', 'a.http', ALLOW],
    ['run', '--dry-run', '-o', 'json', 'a.http', ALLOW],
    ['validate', 'a.http', '-v'],
    ['list', 'a.http', '--json'],
    ['fmt', '--check', 'a.http'],
    ['export', 'curl', 'a.http'],
  ])('svc %s %s %s %s', async (...args) => {
    const { url, requests } = await loopback();
    const { code, stdout, stderr, cwd } = await svc(args, TEXT(url));
    expect([code, requests, startsOf(cwd)], stderr).toEqual([0, [], []]);
    expect(stdout + stderr).not.toContain('tok-4711');
  });

  it('a plan, which says that a command gives the value', async () => {
    const { stdout } = await svc(['run', '--dry-run', '-v', 'a.http', ALLOW], TEXT('http://127.0.0.1:1'));
    expect(stdout).toContain('      apiToken = [REDACTED] (command node)\n');
  });
});

describe('svc fetch', () => {
  it('sends the value of the program', async () => {
    const { url, requests } = await loopback();
    const { code, cwd } = await svc(['fetch', 'a.http', ALLOW], TEXT(url));
    expect([code, requests[0]?.body, startsOf(cwd)]).toEqual([0, '{"a": "tok-4711"}', ['text tok-4711']]);
    expect(requests[0]?.headers['x-token']).toBe('tok-4711');
  });

  it('sends nothing without permission, or without a value', async () => {
    const { url, requests } = await loopback();
    const { code, stderr, cwd } = await svc(['fetch', 'a.http'], TEXT(url));
    expect([code, stderr, startsOf(cwd)]).toEqual([2, `Error: ${NOT_PERMITTED}\n`, []]);
    const failed = await svc(['fetch', 'a.http', ALLOW], TEXT(url), [
      { name: 'apiToken', gives: ['file', 'a.txt'] },
    ]);
    expect([failed.code, requests]).toEqual([2, []]);
    expect(failed.stderr).toContain('Error: secret "apiToken": node ended with 1: ');
  });
});

describe('svc export curl', () => {
  it('writes the value where it is permitted, and else the placeholder', async () => {
    const given = await svc(['export', 'curl', 'a.http', ALLOW], TEXT('http://127.0.0.1:1'));
    expect([given.code, given.stdout]).toEqual([0, expect.stringContaining(`-H 'X-Token: tok-4711'`)]);
    expect(given.stderr).toBe('Note: the output shows 1 secret value\n');
    expect(startsOf(given.cwd)).toHaveLength(1);
    const { code, stdout } = await svc(['export', 'curl', 'a.http'], TEXT('http://127.0.0.1:1'));
    expect([code, stdout]).toEqual([0, expect.stringContaining(`-H 'X-Token: {{apiToken}}'`)]);
  });

  it('keeps the placeholder of a value that cannot be had', async () => {
    const entries = [{ name: 'apiToken', gives: ['fail', '1', 'a.http', 'service.yaml'] }];
    const { code, stdout, stderr } = await svc(
      ['export', 'curl', 'a.http', ALLOW],
      TEXT('http://127.0.0.1:1'),
      entries,
    );
    expect([code, stdout]).toEqual([0, expect.stringContaining(`-H 'X-Token: {{apiToken}}'`)]);
    expect(stderr).toContain('Warning: secret "apiToken": node ended with 1: ');
  });
});

describe('svc contract verify', () => {
  const CONTRACT = '### one\nGET {{baseUrl}}/one\nX-Token: {{apiToken}}\n';

  it('sends the value of the program to the provider', async () => {
    const { url, requests } = await loopback();
    const { code, cwd } = await svc(['contract', 'verify', '-p', url, 'a.http', ALLOW], CONTRACT);
    expect([code, requests[0]?.headers['x-token'], startsOf(cwd)]).toEqual([
      0,
      'tok-4711',
      ['text tok-4711'],
    ]);
  });

  it('sends nothing without permission', async () => {
    const { url, requests } = await loopback();
    const { code, stdout, cwd } = await svc(['contract', 'verify', '-p', url, 'a.http'], CONTRACT);
    expect([code, requests, startsOf(cwd)]).toEqual([1, [], []]);
    expect(stdout).toContain(NOT_PERMITTED);
  });
});

describe('svc stress', () => {
  const LOAD = ['stress', 'a.http', '-r', '40', '-d', '500ms', '-o', 'json'];

  it('asks the program once, before the load', async () => {
    const { url, requests } = await loopback();
    const { code, stdout, cwd } = await svc([...LOAD, ALLOW], TEXT(url), [
      { name: 'apiToken', gives: ['slow', 'tok-4711'] },
    ]);
    expect([code, startsOf(cwd)]).toEqual([0, ['slow tok-4711']]);
    expect(requests.length).toBeGreaterThan(1);
    expect(new Set(requests.map(({ headers, body }) => headers['x-token'] + body))).toEqual(
      new Set(['tok-4711{"a": "tok-4711"}']),
    );
    expect(stdout).not.toContain('tok-4711');
  });

  it('sends nothing without permission, or without a value', async () => {
    const { url, requests } = await loopback();
    const { stdout, cwd } = await svc(LOAD, TEXT(url));
    expect([startsOf(cwd), requests]).toEqual([[], []]);
    expect(stdout).toContain(JSON.stringify(NOT_PERMITTED).slice(1, -1));
    const failed = await svc([...LOAD, ALLOW], TEXT(url), [
      { name: 'apiToken', gives: ['file', 'empty.mjs'] },
    ]);
    expect([startsOf(failed.cwd), requests]).toEqual([['file empty.mjs'], []]);
    expect(failed.stdout).toContain('node ended with 1: ');
  });
});

describe('a program that does not end when it is asked to', () => {
  const hanging = async (cwd: string): Promise<readonly number[]> => {
    const text = await readFile(join(cwd, 'hanging.txt'), 'utf8').catch(() => '');
    return text.split('\n').filter(Boolean).map(Number);
  };

  it('is gone after its limit, with what it has started', async () => {
    const { url, requests } = await loopback();
    const also = ['timeout: 1500ms'];
    const args = ['run', 'a.http', '-o', 'json', ALLOW];
    const { code, stdout, cwd } = await svc(args, TEXT(url), [{ name: 'apiToken', gives: ['hang'], also }]);
    expect([code, requests, startsOf(cwd)]).toEqual([1, [], expect.arrayContaining(['hang'])]);
    expect(stdout).toContain(String.raw`secret \"apiToken\": node took longer than 1s500ms`);
    for (const id of await hanging(cwd)) await expect.poll(() => isAlive(id)).toBe(false);
  });

  it.each<[string, readonly string[]]>([
    ['run', ['run', 'a.http', '--no-history']],
    ['stress', ['stress', 'a.http', '-r', '5', '-d', '1s']],
    ['fetch', ['fetch', 'a.http']],
    ['export curl', ['export', 'curl', 'a.http']],
  ])('is gone when svc %s is ended', async (_command, args) => {
    const { url, requests } = await loopback();
    const files = { 'a.http': TEXT(url), ...secretFiles([{ name: 'apiToken', gives: ['hang'] }]) };
    const cwd = await temporaryWorkspace(files);
    const running = startInProcess([...args, ALLOW], { cwd, env: nodeOnPath() });
    await expect.poll(() => hanging(cwd), { timeout: 30_000 }).toHaveLength(2);
    running.send('SIGTERM');
    expect((await running.ended).code).toBe(143);
    for (const id of await hanging(cwd)) await expect.poll(() => isAlive(id)).toBe(false);
    expect(requests).toEqual([]);
  });
});
