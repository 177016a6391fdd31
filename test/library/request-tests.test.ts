import { describe, expect, it, onTestFinished } from 'vitest';
import { createServer } from 'node:http';
import type { RunOptions } from '../../src/programs/run-types.js';
import { requestTests } from '../../src/testing.js';
import { dedent } from '../support/dedent.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { listening } from '../support/servers/raw-server.js';

type Body = (context: { skip: (reason?: string) => void }) => Promise<void>;
interface Defined {
  readonly suite: string;
  readonly name: string;
  readonly timeout: number;
  readonly run: Body;
}

async function target() {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    response.writeHead(request.url === '/bad' ? 500 : 200).end('{"id": 7}');
  });
  const port = await listening(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}`, seen };
}

/** What a test runner is told, in order. */
async function define(
  files: Readonly<Record<string, string>>,
  paths: readonly string[],
  options: RunOptions = {},
): Promise<readonly Defined[]> {
  const cwd = await temporaryWorkspace(files);
  const defined: Defined[] = [];
  let suite = '';
  await requestTests(paths, {
    describe: (name, body) => {
      suite = name;
      body();
    },
    it: (name, { timeout }, run) => defined.push({ suite, name, timeout, run }),
    cwd,
    env: {},
    ...options,
  });
  return defined;
}

/** `passed`, `skipped: reason` or the message of the failure. */
async function outcomeOf({ run }: Defined): Promise<string> {
  let skipped: string | undefined;
  try {
    await run({ skip: (reason) => void (skipped = reason ?? 'without a reason') });
    return skipped === undefined ? 'passed' : `skipped: ${skipped}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const two = (url: string): string => `### one\nGET ${url}/one\n### two\nGET ${url}/two\n`;

describe('requestTests', () => {
  it('sends nothing before the first test of a file starts, and everything once', async () => {
    const { url, seen } = await target();
    const tests = await define({ 'a.http': two(url), 'b/c.http': two(url) }, ['a.http', 'b']);
    expect(tests.map(({ suite, name, timeout }) => [suite, name, timeout])).toEqual([
      ['a.http', 'one', 3_600_000],
      ['a.http', 'two', 3_600_000],
      ['b/c.http', 'one', 3_600_000],
      ['b/c.http', 'two', 3_600_000],
    ]);
    expect(seen).toEqual([]);
    expect(await Promise.all(tests.slice(0, 2).map(outcomeOf))).toEqual(['passed', 'passed']);
    expect(await Promise.all(tests.slice(0, 2).map(outcomeOf))).toEqual(['passed', 'passed']);
    expect(seen).toEqual(['/one', '/two']);
  });

  it('has a test for what a file needs of others, in the order of sending, and none for what is filtered out', async () => {
    const { url } = await target();
    const files = {
      'a.http': dedent`
        ### last
        # @depends ./auth.http#login
        # @depends first
        GET ${url}/last
        ### first
        GET ${url}/first
        ### other
        GET ${url}/other
      `,
      'auth.http': `### login\nGET ${url}/bad\n`,
      'none.http': two(url),
    };
    const tests = await define(files, ['a.http', 'none.http'], { names: ['last'] });
    expect(tests.map(({ name }) => name)).toEqual(['first', 'login (auth.http)', 'last']);
    const [first, login, last] = await Promise.all(tests.map(outcomeOf));
    expect(login).toMatch(/^login +auth\.http:1\n {2}GET .*\/bad -> 500/);
    expect([first, last]).toEqual(['passed', 'skipped: dependency failed: ./auth.http#login']);
  });

  it('makes one test of rows and passes', async () => {
    const { url, seen } = await target();
    const files = {
      'a.http': dedent`
        ### rows
        # @data rows.csv
        GET ${url}/{{row.n}}
        ### plain
        GET ${url}/plain
      `,
      'rows.csv': 'n\nx\nbad\n',
    };
    const [rows, plain] = await define(files, ['a.http'], { repeat: 2 });
    const failure = await outcomeOf(rows as Defined);
    expect(failure.match(/rows \[2\]/g)?.length).toBe(2);
    expect(failure).not.toContain('rows [1]');
    expect(await outcomeOf(plain as Defined)).toBe('passed');
    expect(seen).toHaveLength(6);
  });

  it('makes one test of the elements of a list', async () => {
    const { url, seen } = await target();
    const text = `### each\n# @each ["x", "bad", "y"] as path\nGET ${url}/{{path}}\n\n>>>\nexpect status == 200\n<<<\n`;
    const tests = await define({ 'a.http': text }, ['a.http']);
    expect(tests.map(({ name }) => name)).toEqual(['each']);
    const failure = await outcomeOf(tests[0] as Defined);
    expect(failure).toContain('each [2]');
    expect(failure).not.toMatch(/each \[[13]\]/);
    expect(seen).toEqual(['/x', '/bad', '/y']);
  });

  it('masks secrets in failures, and leads to the line of the assertion', async () => {
    const { url } = await target();
    const files = { 'a.http': `### one\nGET ${url}/{{token}}\n\n>>>\nexpect body.id == 8\n<<<\n` };
    const [test] = await define(files, ['a.http'], { secrets: { token: 'very-hidden' } });
    const error = (await (test as Defined)
      .run({ skip: () => undefined })
      .catch((each: unknown) => each)) as Error;
    expect(error.message).not.toContain('very-hidden');
    expect(error.message).toContain('[REDACTED]');
    expect(error.stack?.split('\n').at(-1)).toMatch(/^ {4}at one \(.*[\\/]a\.http:5:1\)$/);
  });

  it('runs in parallel, and tells its listener', async () => {
    const { url } = await target();
    const events: string[] = [];
    const options = {
      settings: { parallel: true },
      onEvent: ({ kind }: { kind: string }) => void events.push(kind),
    };
    const tests = await define({ 'a.http': two(url) }, ['a.http'], options);
    expect(await Promise.all(tests.map(outcomeOf))).toEqual(['passed', 'passed']);
    expect(events.at(-1)).toBe('run-end');
  });

  it('fails every test that has no result when the run ends before its time', async () => {
    const { url } = await target();
    const options = {
      onEvent: ({ kind }: { kind: string }) => {
        if (kind === 'run-start') throw new Error('a mistake of the program');
      },
    };
    const tests = await define({ 'a.http': two(url) }, ['a.http'], options);
    const outcomes = await Promise.all(tests.map(outcomeOf));
    expect(outcomes.every((each) => /a mistake of the program|skipped: interrupted/.test(each))).toBe(true);
    expect(outcomes).toContain('a mistake of the program');
  });

  it('writes the snapshots of a file before its last test ends', async () => {
    const { url } = await target();
    const text = `### one\nGET ${url}/one\n\n>>>\nexpect body snapshot\n<<<\n`;
    const cwd = await temporaryWorkspace({ 'a.http': text });
    for (const options of [{}, { ci: true }]) {
      const tests = await define({}, ['a.http'], { cwd, ...options });
      expect(await Promise.all(tests.map(outcomeOf))).toEqual(['passed']);
    }
  });
});
