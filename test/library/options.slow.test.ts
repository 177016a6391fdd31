import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderReport, run } from '../../src/library.js';
import type { RunOptions } from '../../src/programs/run-types.js';
import { dedent } from '../support/dedent.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import { listening } from './options-setup.js';

const FILES = (url: string): Record<string, string> => ({
  'a.http': dedent`
    ### login
    # @tags smoke, auth
    GET ${url}/{{who}}/login

    >>>capture
    token from header X-Path
    <<<

    ### read
    # @depends login
    GET ${url}/{{own}}/read/{{login.token}}

    >>>
    expect status == 200
    expect body.id == 7
    <<<

    ### rows
    # @data rows.csv
    GET ${url}/{{row.n}}

    >>>
    expect status == 200
    <<<

    ### moved
    GET ${url}/moved

    ###
    GET ${url}/late

    ### stored
    GET ${url}/stored

    >>>
    expect body snapshot
    <<<

    ### hooked
    # @before node -e ""
    GET ${url}/hooked
  `,
  'folder/b.http': `### other\n# @tags slow\nGET ${url}/other/{{secret}}\n`,
  'folder/broken.http': 'GTE nowhere\n',
  'rows.csv': 'n\n1\n2\n',
  'service.yaml': dedent`
    defaultEnvironment: staging
    environments:
      staging: { who: staging, own: s, secret: hidden-value }
      prod: { who: prod, own: p, secret: hidden-value }
      none: {}
    headers: { X-File: file }
  `,
  'other.yaml': 'environments: { dev: { who: other, own: o } }\nheaders: { X-File: other }\n',
  'own.env': 'who=dotenv\nown=d\nsecret=hidden-value\n',
});

const CASES: readonly (readonly [string, readonly string[], RunOptions])[] = [
  ['nothing', [], {}],
  ['environment', ['-e', 'prod'], { environment: 'prod' }],
  ['config', ['--config', 'other.yaml'], { config: 'other.yaml' }],
  ['envFile', ['--env-file', 'own.env', '-e', 'none'], { envFile: 'own.env', environment: 'none' }],
  ['variables', ['--variable', 'who=me', '--variable', 'own=x y'], { variables: { who: 'me', own: 'x y' } }],
  ['secrets', ['--secret', 'own=very-hidden'], { secrets: { own: 'very-hidden' } }],
  ['names', ['-n', 'rea*', '-n', 'moved'], { names: ['rea*', 'moved'] }],
  ['tags', ['-t', 'smoke,slow'], { tags: ['smoke', 'slow'] }],
  ['excludeTags', ['--exclude-tags', 'AUTH'], { excludeTags: ['AUTH'] }],
  ['repeat', ['--repeat', '2'], { repeat: 2 }],
  ['ci', ['--ci'], { ci: true }],
  ['updateSnapshots', ['--update-snapshots'], { updateSnapshots: true }],
  ['allowShell', ['--allow-shell'], { allowShell: true }],
  ['timeout', ['--timeout', '40ms', '-n', 'GET*'], { settings: { timeout: 40 }, names: ['GET*'] }],
  ['followRedirects', ['--no-follow'], { settings: { followRedirects: false } }],
  ['parallel', ['-p', '--concurrency', '3'], { settings: { parallel: true, concurrency: 3 } }],
  ['bail', ['--bail', '-e', 'none'], { settings: { bail: true }, environment: 'none' }],
  ['retries', ['--retries', '1', '--retry-delay', '0'], { settings: { retries: 1, retryDelay: 0 } }],
  ['cookies', ['--no-cookies'], { settings: { cookies: false } }],
  ['the environment in settings', ['-e', 'prod'], { settings: { defaultEnvironment: 'prod' } }],
];

/** Without times and what differs from one server or run to the next. */
function comparable(json: string): unknown {
  return JSON.parse(json, (key, value: unknown) => {
    if (['duration', 'time', 'Date', 'traceparent', 'traceId'].includes(key)) return `some ${key}`;
    return value;
  }) as unknown;
}

describe('each option gives the results of the same flag', () => {
  it.each(CASES)('%s', async (_case, flags, options) => {
    const { url } = await listening();
    const files = FILES(url);
    const [first, second] = [await temporaryWorkspace(files), await temporaryWorkspace(files)];
    const svc = await runInProcess(['run', 'a.http', 'folder', '-o', 'json', '--no-history', ...flags], {
      cwd: first,
    });
    const env = { PATH: process.env['PATH'], HOME: second };
    const summary = await run(['a.http', 'folder'], { cwd: second, env, ...options });
    const json = await renderReport(summary, 'json');
    expect(comparable(json)).toEqual(comparable(svc.stdout));
    expect(summary.exitCode, svc.stderr).toBe(svc.code);
    expect(summary.ok).toBe(false);
    // What the command prints beside the report is in the warnings.
    const printed = [...svc.stderr.matchAll(/^(?:Warning|Note|Error): (.*)$/gm)].map(([, line = '']) => line);
    for (const line of printed.filter((each) => !/snapshot|^a\.http: \d+ passed/.test(each)))
      expect(summary.warnings.map((warning) => warning.replace(/^(\S+:\d+:\d+): /, '$1 '))).toContain(
        line.replace(/^(\S+:\d+:\d+): /, '$1 '),
      );
  });

  it('an environment that is not defined is refused', async () => {
    const cwd = await temporaryWorkspace(FILES('http://127.0.0.1:9'));
    const refused = run(['a.http'], { cwd, env: {}, environment: 'prd' });
    await expect(refused).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('environment "prd" is not defined'),
    });
  });

  it('in every format', async () => {
    const { url } = await listening();
    const [cwd, other] = [await temporaryWorkspace(FILES(url)), await temporaryWorkspace(FILES(url))];
    const formats = ['json', 'junit', 'tap', 'html', 'ctrf', 'github', 'har', 'console'] as const;
    const summary = await run(['a.http'], { cwd: other, env: {}, keepExchanges: true });
    const reports = formats.flatMap((format) => ['--report', `${format}=out.${format}`]);
    await runInProcess(['run', 'a.http', '--no-history', ...reports], { cwd });
    for (const format of formats) {
      const written = await readFile(join(cwd, `out.${format}`), 'utf8');
      const plain = (text: string): string =>
        text
          .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
          .replaceAll(/[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]+ GMT/g, 'date')
          // A second is written in another unit than what is shorter.
          .replaceAll(/\d+(?:\.\d+)?(?: <small>m?s<\/small>| ?m?s\b)?/g, '0')
          .replaceAll(/ +/g, ' ');
      expect(plain(await renderReport(summary, format)), format).toBe(plain(written));
    }
  });
});
