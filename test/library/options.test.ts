import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderReport, run } from '../../src/library.js';
import type { RunOptions } from '../../src/programs/run-types.js';
import { dedent } from '../support/dedent.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { loopback } from '../support/runs/run-requests.js';
import { listening } from './options-setup.js';

describe('settings', () => {
  async function sentWith(options: RunOptions): Promise<readonly (readonly [string, string | undefined])[]> {
    const { url, headers } = await recorded();
    const cwd = await temporaryWorkspace({
      'a.http': `### one\nGET ${url}/{{who}}/{{more}}\n`,
      'service.yaml': dedent`
        environments:
          dev: { who: file, more: kept }
        headers: { X-File: file, X-Both: file }
      `,
    });
    const { results } = (await run(['a.http'], { cwd, env: {}, ...options })).files[0] ?? { results: [] };
    expect(results[0]?.error).toBe('');
    return [
      ['path', results[0]?.request.url.slice(url.length)],
      ['x-file', headers['x-file']],
      ['x-both', headers['x-both']],
    ];
  }

  it('join maps with those of the file, which give way', async () => {
    const settings = { headers: { 'x-both': 'program' }, environments: { dev: { who: 'program' } } };
    expect(await sentWith({ settings })).toEqual([
      ['path', '/program/kept'],
      ['x-file', 'file'],
      ['x-both', 'program'],
    ]);
    expect(await sentWith({ settings: { headers: undefined, timeout: undefined } })).toContainEqual([
      'x-both',
      'file',
    ]);
  });

  it('need no file', async () => {
    const settings = { environments: { dev: { who: 'w', more: 'm' } }, secrets: ['who'] };
    expect(await sentWith({ config: false, settings })).toEqual([
      ['path', '/w/m'],
      ['x-file', undefined],
      ['x-both', undefined],
    ]);
  });
});

async function recorded() {
  const headers: Record<string, string> = {};
  const { url } = await loopback((request, response) => {
    for (const [name, value] of Object.entries(request.headers)) headers[name] = String(value);
    response.end();
  });
  return { url, headers };
}

describe('the variables of the process', () => {
  it('that begin with SVC_ set variables and secrets only', async () => {
    const { url } = await listening();
    const cwd = await temporaryWorkspace({ 'a.http': `### one\nGET ${url}/{{a}}/{{b}}/{{HOME_OF}}\n` });
    const env = {
      SVC_VARIABLE_a: 'va',
      SVC_SECRET_b: 'very-hidden',
      HOME_OF: 'process',
      SVC_ENV: 'other',
      SVC_CONFIG: 'nowhere.yaml',
      SVC_TIMEOUT: 'nonsense',
      SVC_REPEAT: '3',
      SVC_OTLP: 'nonsense',
      SVC_HISTORY_DB: join(cwd, 'history.db'),
      SVC_KEY_PASSPHRASE: 'x',
      CI: 'true',
    };
    const summary = await run(['a.http'], { cwd, env });
    expect(summary).toMatchObject({ passed: 1, failed: 0, environment: 'dev', warnings: [] });
    const report = await renderReport(summary, 'json');
    expect(report).toContain('/va/[REDACTED]/process');
    expect(await readdir(cwd)).toEqual(['a.http']);
  });
});

describe('the history', () => {
  it('is written only when the program says so', async () => {
    const { url } = await listening();
    const home = await temporaryWorkspace();
    const cwd = await temporaryWorkspace({ 'a.http': `### one\nGET ${url}/\n` });
    await run(['a.http'], { cwd, env: { HOME: home } });
    expect(await readdir(home)).toEqual([]);
    await run(['a.http'], { cwd, env: { HOME: home }, history: true });
    expect(await readdir(home)).toEqual(['.svc']);
    await run(['a.http'], { cwd, env: {}, settings: { history: { enabled: true, path: 'own.db' } } });
    expect((await readdir(cwd)).some((name) => name.startsWith('own.db'))).toBe(true);
  });
});

describe('a wrong option', () => {
  const usage = (message: string) =>
    expect.objectContaining({ name: 'ServiceError', kind: 'usage', message }) as Error;

  it.each<[unknown, string]>([
    [{ enviroment: 'x' }, 'run has no option "enviroment"; did you mean environment?'],
    [{ timeout: 5 }, 'run has no option "timeout"; write settings: { timeout: … }'],
    [{ repeat: 0 }, 'the option repeat of run must be a whole number from 1 to 10000'],
    [{ names: 'login' }, 'the option names of run must be a list of texts'],
    [{ variables: { a: 1 } }, 'the option variables of run must be a map of names to texts'],
    [{ ci: 'yes' }, 'the option ci of run must be true or false'],
    [{ signal: {} }, 'the option signal of run must be an AbortSignal'],
    [{ config: true }, 'the option config of run must be a path, or false for no config file'],
    [
      { settings: { timout: 5 } },
      'the option settings is wrong: unknown key "timout"; did you mean "timeout"?',
    ],
    [{ settings: { timeout: 0 } }, 'the option settings is wrong: timeout must be a number above 0'],
    [{ updateSnapshots: true, ci: true }, 'the options updateSnapshots and ci exclude each other'],
    [null, 'the options of run must be an object'],
    [{ names: ['on'] }, 'no request in a.http matches names on; did you mean names one?'],
    [{ tags: ['smke'] }, 'no request in a.http matches tags smke; did you mean tags smoke?'],
  ])('%j', async (options, message) => {
    const cwd = await temporaryWorkspace({ 'a.http': '### one\n# @tags smoke\nGET http://127.0.0.1:1/\n' });
    const given = options === null ? null : { cwd, env: {}, ...(options as object) };
    await expect(run(['a.http'], given as RunOptions)).rejects.toEqual(usage(message));
  });

  it.each([['a.http'], [[]], [[7]], [undefined]])('paths %j', async (paths) => {
    await expect(run(paths as unknown as string[])).rejects.toEqual(
      usage("run needs a list of at least one file or folder, such as ['tests/']"),
    );
  });

  it.each<[string, RunOptions, string, string]>([
    ['a config', { config: 'no.yaml' }, 'input', 'config file no.yaml does not exist'],
    [
      'a dotenv file',
      { envFile: 'no.env' },
      'input',
      'cannot read dotenv file no.env: no such file or directory',
    ],
  ])('missing: %s', async (_what, options, kind, message) => {
    const cwd = await temporaryWorkspace({ 'a.http': '### one\nGET http://127.0.0.1:1/\n' });
    await expect(run(['a.http'], { cwd, env: {}, ...options })).rejects.toMatchObject({ kind, message });
  });

  it('missing: a request file or the directory', async () => {
    const cwd = await temporaryWorkspace({ 'a.http': '### one\nGET http://127.0.0.1:1/\n', 'b.txt': '' });
    await mkdir(join(cwd, 'empty'));
    await expect(run(['b.http'], { cwd })).rejects.toMatchObject({
      kind: 'request-file',
      message: 'b.http does not exist; did you mean a.http?',
    });
    await expect(run(['empty'], { cwd })).rejects.toMatchObject({ kind: 'usage' });
    await expect(run(['a.http'], { cwd: join(cwd, 'b.txt') })).rejects.toMatchObject({ kind: 'input' });
  });

  it('a report without its run, of another format, or without its exchanges', async () => {
    const cwd = await temporaryWorkspace({ 'a.http': 'GTE nowhere\n' });
    await writeFile(join(cwd, 'b.http'), '');
    const summary = await run(['a.http'], { cwd, env: {} });
    expect(summary).toMatchObject({
      ok: false,
      exitCode: 2,
      failed: 1,
      files: [{ results: [{ errorKind: 'file' }] }],
    });
    await expect(renderReport({ ...summary }, 'json')).rejects.toEqual(
      usage('renderReport needs the summary that run has returned, not a copy of it'),
    );
    await expect(renderReport(summary, 'jnit' as 'junit')).rejects.toEqual(
      usage(
        'the format of renderReport must be one of console, json, junit, tap, html, ctrf, github, har; did you mean junit?',
      ),
    );
    await expect(renderReport(summary, 'har')).rejects.toEqual(
      usage('a report in the format har needs a run with the option keepExchanges: true'),
    );
  });
});
