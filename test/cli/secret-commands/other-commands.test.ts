/** Secrets whose values programs print, in every command but `svc run`. */
import { describe, expect, it } from 'vitest';
import { loopback } from '../../support/runs/run-requests.js';
import { startsOf } from '../../support/program/secret-program.js';
import { ALLOW, NOT_PERMITTED, TEXT, svc } from './other-commands-setup.js';

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
