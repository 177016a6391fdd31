import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDemoApi } from '../examples/demo-api/server.mjs';
import { AUTH_METHODS } from '../src/request-file/parse/parse-auth.js';
import { repositoryRoot, runSvc } from './support/program/run-svc.js';
import { temporaryWorkspace } from './support/files/workspace.js';

const examples = join(repositoryRoot, 'examples');

/** The examples run without anybody who could sign in. */
const unattendedMethods = Object.values(AUTH_METHODS).filter(
  (method) => !/ (?:device_code|authorization_code)$/.test(method),
);

describe('the examples', () => {
  it('are valid without a warning', async () => {
    const outcome = await runSvc(['validate', '--strict', 'examples'], { cwd: repositoryRoot });
    expect(outcome.stdout).toMatch(/^OK {4}examples\/parcels\.http \(4 requests\)$/m);
    expect(outcome.stdout).not.toMatch(/^FAIL|warning/m);
    expect(outcome.code).toBe(0);
  });

  it('are listed on their page', async () => {
    const page = await readFile(join(examples, 'README.md'), 'utf8');
    const listed = [...page.matchAll(/^\| \[([\w.-]+)\]\(\1\)/gm)].map(([, name]) => name);
    const present = (await readdir(examples)).filter(
      (name) => !/^(?:README\.md|data|schemas|__snapshots__)$/.test(name),
    );
    expect(new Set(listed)).toEqual(new Set(present));
  });

  it('are formatted', async () => {
    const outcome = await runSvc(['fmt', '--check', 'examples'], { cwd: repositoryRoot });
    expect(outcome).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
  });

  it('show every authentication method that needs nobody and the constructs people ask for first', async () => {
    const names = (await readdir(examples)).filter((name) => name.endsWith('.http'));
    const texts = await Promise.all(names.map((name) => readFile(join(examples, name), 'utf8')));
    const text = texts.join('\n');
    for (const method of unattendedMethods) expect(text).toContain(`# @auth ${method} `.trimEnd());
    for (const construct of [
      '# @data ',
      '# @depends ./',
      ' schema ',
      ' snapshot',
      '>>>graphql',
      '>>>multipart',
    ]) {
      expect(text).toContain(construct);
    }
  });
});

describe('the examples against their demo API', () => {
  let api: Awaited<ReturnType<typeof startDemoApi>>;
  beforeAll(async () => {
    api = await startDemoApi(0);
  });
  afterAll(() => api.close());

  it.each([
    ['one after the other', []],
    ['in parallel', ['--parallel', '--concurrency', '10']],
  ])('pass %s', async (_case, args) => {
    const cwd = await temporaryWorkspace();
    const command = ['run', examples, '--config', join(examples, 'service.yaml')];
    const variables = ['--variable', `baseUrl=${api.url}`];
    const outcome = await runSvc([...command, ...variables, '--ci', '-o', 'json', ...args], { cwd });
    const { summary, tests } = JSON.parse(outcome.stdout) as {
      summary: { total: number };
      tests: { name: string; passed: boolean; attempts: number }[];
    };
    expect(tests.filter(({ passed }) => !passed)).toEqual([]);
    expect(summary).toEqual({ total: 34, passed: 34, failed: 0, skipped: 0 });
    expect(tests.find(({ name }) => name === 'A second attempt')?.attempts).toBe(2);
    expect(outcome.code).toBe(0);
    // In CI, each file has a line of its own.
    expect(outcome.stderr).toMatch(/^(?:\S+\.(?:http|spec): \d+ passed \([\d.]+m?s\)\n)+$/);
  });

  it('fail when what they prove is wrong', async () => {
    const cwd = await temporaryWorkspace();
    const command = ['run', join(examples, 'access.http'), '--config', join(examples, 'service.yaml')];
    const wrong = ['password', 'deskKey', 'secretKey', 'clientSecret'].flatMap((name) => [
      '--secret',
      `${name}=wrong`,
    ]);
    const outcome = await runSvc([...command, '--variable', `baseUrl=${api.url}`, ...wrong, '-o', 'json'], {
      cwd,
    });
    const { summary } = JSON.parse(outcome.stdout) as { summary: object };
    // `Without credentials` expects to be refused; one request is skipped with its dependency.
    expect(summary).toEqual({ total: 9, passed: 1, failed: 7, skipped: 1 });
  });
});
