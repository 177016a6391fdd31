import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { loopback } from '../../support/runs/run-requests.js';
import { moveWaitingRuns } from '../../support/files/history-place.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { everythingBelow } from '../support/planted-secrets.js';

/** Each is used as a credential after the request that shows it. */
const LATER = {
  literal: 'literal-tok-1',
  file: 'file-tok-2',
  composed: 'composed-3-file-tok-2',
  environment: 'environment-tok-4',
  dotenv: 'dotenv-tok-5',
  process: 'process-tok-6',
  flag: 'flag-tok-7',
  header: 'header-tok-8',
  otherFile: 'other-file-tok-9',
  pulledIn: 'pulled-in-tok-10',
  configured: 'configured-tok-11',
  password: 'password-tok-12',
};

async function workspace(): Promise<{ readonly cwd: string; readonly url: string }> {
  const { url } = await loopback(({ path }) => ({ json: { path: decodeURIComponent(path) } }));
  const shown = Object.values(LATER).join('/');
  const cwd = await temporaryWorkspace({
    'a.http': dedent`
      @tok = ${LATER.file}
      @composed = composed-3-{{tok}}
      ### POST /${LATER.literal}
      POST ${url}/${shown}
      >>>
      expect body.path == nothing
      <<<
      >>>capture
      path from body.path
      <<<
      ### uses
      # @depends ./auth.http#login
      # @auth bearer ${LATER.literal}
      GET ${url}/{{path}}
      ### file variable
      # @auth bearer {{tok}}
      GET ${url}/
      ### composed
      # @auth apiKey X-Key, {{composed}}
      GET ${url}/
      ### environment
      # @auth apiKeyQuery key, {{fromEnvironment}}
      GET ${url}/
      ### dotenv
      # @auth bearer {{FROM_DOTENV}}
      GET ${url}/
      ### process
      # @auth bearer {{$processEnv FROM_PROCESS}}
      GET ${url}/
      ### flag
      # @auth basic {{given}}, ${LATER.password}
      GET ${url}/
      ### header
      GET ${url}/
      Authorization: Bearer ${LATER.header}
      ### random
      # @auth bearer {{$uuid()}}
      GET ${url}/
    `,
    'b.http': `### later\n# @auth bearer ${LATER.otherFile}\nGET ${url}/\n`,
    'auth.http': `### login\n# @auth digest ada, ${LATER.pulledIn}\nGET ${url}/\n`,
    '.env': `FROM_DOTENV=${LATER.dotenv}\n`,
    'service.yaml': dedent`
      envFile: .env
      headers: { X-Api-Key: ${LATER.configured} }
      environments: { dev: { fromEnvironment: ${LATER.environment} } }
    `,
  });
  return { cwd, url };
}

function leaked(text: string): string[] {
  return Object.entries(LATER).flatMap(([name, value]) => (text.includes(value) ? [name] : []));
}

describe('a secret that a later request uses', () => {
  it.each([
    ['', []],
    ['', ['-v']],
    ['', ['-vvv']],
    ['in parallel', ['-p', '-vv']],
    ['in a dry run', ['--dry-run', '-v']],
  ])('is hidden from the first line on %s (%j)', async (_case, flags) => {
    const { cwd } = await workspace();
    const history = join(cwd, 'history.db');
    const args = ['run', 'a.http', 'b.http', '--history-db', history, '--variable', `given=${LATER.flag}`];
    const env = { FROM_PROCESS: LATER.process };
    const { stdout, stderr } = await runInProcess([...args, ...flags], { cwd, env });
    expect(stdout).toContain('POST /[REDACTED]');
    expect([leaked(stdout), leaked(stderr)]).toEqual([[], []]);
    if (flags.includes('--dry-run')) return;
    const [waiting = ''] = (await everythingBelow(`${history}.spool`)).values();
    await moveWaitingRuns(history);
    const stored = await readFile(history, 'latin1');
    for (const text of [waiting, stored]) {
      expect(text).toContain('POST /[REDACTED]');
      expect(leaked(text)).toEqual([]);
    }
  });

  it('is hidden where the request that uses it is left out', async () => {
    const { cwd } = await workspace();
    const { stdout } = await runInProcess(['run', 'a.http', '-n', 'POST*', '--no-history'], { cwd });
    expect(stdout).toContain('[REDACTED]');
    expect(leaked(stdout)).toEqual(['process', 'flag', 'otherFile', 'pulledIn']);
  });

  it('never fails a run that cannot know it yet', async () => {
    const { url, requests } = await loopback(() => ({ json: { token: 'given-by-login-1' } }));
    const cwd = await temporaryWorkspace({
      'a.http': dedent`
        @x = {{y}}
        @y = {{x}}
        ### login
        GET ${url}/
        >>>capture
        token from body.token
        <<<
        ### use
        # @depends login
        # @auth bearer {{login.token}}
        GET ${url}/
        ### skipped
        # @if {{never}} == 1
        # @auth bearer {{x}}{{$nothing()}}{{gone}}
        GET ${url}/
      `,
    });
    const { code, stdout } = await runInProcess(['run', 'a.http', '--no-history'], { cwd });
    expect([code, requests[1]?.headers.authorization]).toEqual([0, 'Bearer given-by-login-1']);
    expect(stdout).toContain('2 passed, 1 skipped');
  });
});
