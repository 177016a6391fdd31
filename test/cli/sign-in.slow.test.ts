import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cleanEnvironment } from '../support/program/clean-environment.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import { builtMain, runProgram, runSvc } from '../support/program/run-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { loopback } from '../support/runs/run-requests.js';
import { signInProvider } from '../support/servers/sign-in-provider.js';
import {
  WITHOUT_HISTORY,
  SIGN_IN_WORDS,
  signInRequests,
  signInWorkspace,
  startSignedIn,
  exportedVariable,
} from './sign-in-setup.js';

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** As it is, and in the encodings that a file may use. */
function contains(file: string, word: string): boolean {
  const bytes = readFileSync(file);
  const forms = [
    word,
    Buffer.from(word).toString('base64').replaceAll('=', '').slice(1, -2),
    Buffer.from(word).toString('hex'),
  ];
  return forms.some((form) => bytes.includes(form));
}

/** Whether `script` of util-linux exists, which gives a program a terminal. */
function canOpenTerminal(): boolean {
  return spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0;
}

describe('svc auth login', () => {
  it('prints a variable that later commands use and refresh', async () => {
    const provider = await signInProvider({ token: { expires_in: 1 } });
    const cwd = await signInWorkspace(provider, provider.device, ['readOrder', 'listOrders']);
    const login = await runInProcess(['auth', 'login', 'auth.http'], { cwd });
    expect(login.code).toBe(0);
    const env = exportedVariable(login.stdout);
    expect(Object.keys(env)).toHaveLength(1);
    expect(login.stderr).toMatch(/^Sign in for readOrder: .*\nNote: SVC_OAUTH_\w+ holds the token: .*\n$/);
    for (const word of SIGN_IN_WORDS) expect(login.stderr).not.toContain(word);
    // Half a second after the sign-in the token counts as expired.
    await expect.poll(() => run(cwd, env), { timeout: 10_000, interval: 300 }).toMatchObject({ code: 0 });
    await expect
      .poll(() => run(cwd, env).then(() => provider.forms().at(-1)), { timeout: 10_000, interval: 300 })
      .toMatchObject({ grant_type: 'refresh_token', refresh_token: 'R3freshW0rd-1', client_id: 'app-id' });
    expect(provider.welcomed()).toBeGreaterThan(2);
  });

  function run(cwd: string, env: Readonly<Record<string, string>>) {
    return runInProcess(['run', 'auth.http'], { cwd, env: { ...WITHOUT_HISTORY, ...env } });
  }

  it('signs in for every different sign-in of the file, or for those that are named', async () => {
    const provider = await signInProvider();
    const other = provider.device.replace('app-id', '{{client}}');
    const text = `@client = other-id\n${signInRequests(provider, provider.device, ['a', 'b'])}\n${signInRequests(provider, other, ['c'])}`;
    const cwd = await temporaryWorkspace({ 'auth.http': text });
    const all = await runInProcess(['auth', 'login', 'auth.http'], { cwd });
    expect([all.code, Object.keys(exportedVariable(all.stdout)).length]).toEqual([0, 2]);
    const one = await runInProcess(['auth', 'login', 'auth.http', '-n', 'c'], { cwd });
    expect(Object.keys(exportedVariable(one.stdout))).toEqual(
      Object.keys(exportedVariable(all.stdout)).slice(1),
    );
    expect(provider.forms().at(-1)).toMatchObject({ client_id: 'other-id' });
  });
});

describe('the other commands that ask', () => {
  it('svc stress signs in before the load, and its threads share the token', async () => {
    const provider = await signInProvider();
    const cwd = await signInWorkspace(provider, provider.device);
    const svc = startSignedIn(['stress', '-r', '20', '-d', '1s', '-o', 'json', 'auth.http'], cwd);
    const { code, stdout, stderr } = await svc.ended;
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ errorCount: 0 })]);
    expect(provider.forms()).toHaveLength(1);
    expect(provider.welcomed()).toBeGreaterThan(10);
    for (const word of SIGN_IN_WORDS) expect(stdout + stderr).not.toContain(word);
  });
});

describe('in a real shell', () => {
  it('keeps the token for the commands of the shell, and nothing of it on disk', async () => {
    const provider = await signInProvider({ token: { expires_in: 1 } });
    const cwd = await signInWorkspace(provider, provider.device);
    const svc = `'${process.execPath}' -- '${builtMain}'`;
    const script = [
      `eval "$(${svc} auth login auth.http)"`,
      // A child refreshes it; the history and all reports are written.
      `sleep 0.6; ${svc} run auth.http --report json=out.json --report html=out.html -v`,
      `env | grep -c '^SVC_OAUTH_'`,
    ].join('\n');
    const { code, stdout, stderr } = await runProgram('sh', ['-ec', script], { cwd });
    expect([code, stdout.trim().endsWith('\n1'), stderr]).toEqual([
      0,
      true,
      expect.stringContaining('Sign in for readOrder'),
    ]);
    expect(provider.forms().map((form) => form['grant_type'])).toEqual([
      'urn:ietf:params:oauth:grant-type:device_code',
      'refresh_token',
    ]);
    expect(provider.welcomed()).toBe(1);
    for (const word of SIGN_IN_WORDS) expect(stdout + stderr).not.toContain(word);
    const files = filesBelow(cwd);
    expect(files.some((file) => file.endsWith('out.json'))).toBe(true);
    expect(files.filter((file) => SIGN_IN_WORDS.some((word) => contains(file, word)))).toEqual([]);
  });

  it.runIf(canOpenTerminal())('asks on a real terminal and is ended by its Ctrl-C', async () => {
    const provider = await signInProvider();
    const cwd = await signInWorkspace(provider, provider.code);
    const command = `'${process.execPath}' -- '${builtMain}' run auth.http`;
    const terminal = spawn('script', ['-qec', command, '/dev/null'], {
      cwd,
      env: { ...cleanEnvironment(cwd, WITHOUT_HISTORY), TERM: 'xterm' },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    onTestFinished(() => void terminal.kill('SIGKILL'));
    let shown = '';
    terminal.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
    await expect.poll(() => shown, { timeout: 30_000 }).toContain('(valid for 5 min)');
    const ended = new Promise((resolve) => terminal.on('close', resolve));
    terminal.stdin.write('\u0003');
    expect(await ended).toBe(130);
    expect(shown).toContain('cancelled');
    expect(provider.seen).toEqual([]);
  });

  it('without a terminal fails with the message of a run', async () => {
    const { url, seen } = await loopback();
    const auth = `# @auth oauth2 authorization_code ${url}/a, ${url}/t, app, `;
    const cwd = await temporaryWorkspace({ 'auth.http': `### readOrder\n${auth}\nGET ${url}/\n` });
    const { code, stdout } = await runSvc(['run', 'auth.http'], { cwd, env: WITHOUT_HISTORY });
    expect(code).toBe(1);
    expect(stdout).toContain(
      'a person has to sign in; run svc auth login auth.http -n readOrder in a terminal',
    );
    expect(seen).toEqual([]);
  });
});
