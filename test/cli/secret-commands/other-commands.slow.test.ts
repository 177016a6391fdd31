/** Secrets whose values programs print, in every command but `svc run`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkOnTime, ON_TIME } from '../../support/on-time.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startInProcess } from '../../support/program/in-process-svc.js';
import { isAlive } from '../../support/program/own-process.js';
import { nodeOnPath, secretFiles, startsOf } from '../../support/program/secret-program.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { ALLOW, NOT_PERMITTED, TEXT, svc } from './other-commands-setup.js';

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

  it('is gone after its limit, with what it has started', ON_TIME, async () => {
    const { url, requests } = await loopback();
    const also = ['timeout: 1500ms'];
    const args = ['run', 'a.http', '-o', 'json', ALLOW];
    await checkOnTime(async () => {
      const { code, stdout, cwd } = await svc(args, TEXT(url), [{ name: 'apiToken', gives: ['hang'], also }]);
      expect([code, requests]).toEqual([1, []]);
      expect(stdout).toContain(String.raw`secret \"apiToken\": node took longer than 1s500ms`);
      for (const id of await hanging(cwd)) await expect.poll(() => isAlive(id)).toBe(false);
      // On a busy machine the program may need longer than its limit to begin.
      return () => expect(startsOf(cwd)).toContain('hang');
    });
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
