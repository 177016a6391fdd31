import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cleanEnvironment } from '../support/program/clean-environment.js';
import { runInProcess, startInProcess, type InProcessSvc } from '../support/program/in-process-svc.js';
import { builtMain, runProgram, runSvc } from '../support/program/run-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { loopback } from '../support/runs/run-requests.js';
import { freePort } from '../support/servers/free-port.js';
import { signInProvider, type SignInProvider } from '../support/servers/sign-in-provider.js';

const NO_HISTORY = { SVC_NO_HISTORY: '1' };
const WORDS = ['Acc3ssW0rd', 'R3freshW0rd', 'Dev1ceW0rd', 'C0deW0rd'];

function requests({ url }: SignInProvider, auth: string, names: readonly string[] = ['readOrder']): string {
  return names.map((name) => `### ${name}\n${auth}\nGET ${url}/orders\n`).join('\n');
}

function workspace(provider: SignInProvider, auth: string, names?: readonly string[]): Promise<string> {
  return temporaryWorkspace({ 'auth.http': requests(provider, auth, names) });
}

/** Starts svc with a terminal on standard error. */
function start(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): InProcessSvc {
  return startInProcess(args, { cwd, env: { ...NO_HISTORY, ...env }, terminals: ['stderr'] });
}

/** The address that svc asks somebody to open, once it is shown. */
async function shownAddress(svc: InProcessSvc): Promise<string> {
  await svc.until(() => svc.stderr().includes('Sign in'));
  return /open (\S+)/.exec(svc.stderr())?.[1] ?? '';
}

/** The line of a shell that sets the token. */
function exported(stdout: string): Readonly<Record<string, string>> {
  const lines = [...stdout.matchAll(/^export (SVC_OAUTH_[0-9a-f]{8})='([\w-]+)'$/gm)];
  expect(lines.map(([line]) => `${line}\n`).join('')).toBe(stdout);
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
}

describe('svc run with a person at the terminal', () => {
  it('signs in once with a device code for all requests of a parallel run', async () => {
    const provider = await signInProvider({
      pending: Array.from({ length: 4 }, () => 'authorization_pending'),
    });
    const cwd = await workspace(provider, provider.device, ['readOrder', 'listOrders', 'other']);
    const svc = start(['run', '-p', 'auth.http', '--timeout', '300ms', '-o', 'json'], cwd);
    const { code, stdout, stderr } = await svc.ended;
    expect(code).toBe(0);
    const line = / open (\S+) and enter WDJB-MJHT \(valid for 15 min\)\n/.exec(stderr);
    expect(line?.[1]).toBe(`${provider.url}/activate`);
    expect(stderr.match(/Sign in for/g)).toHaveLength(1);
    expect(provider.welcomed()).toBe(3);
    expect(provider.forms()).toHaveLength(5);
    // The person took longer than one attempt may.
    const { tests: results } = JSON.parse(stdout) as {
      readonly tests: readonly { readonly duration: number }[];
    };
    expect(results).toHaveLength(3);
    for (const { duration } of results) expect(duration).toBeLessThan(300);
    for (const word of WORDS) expect(stdout + stderr).not.toContain(word);
  });

  it('signs in with a browser, whose challenge the provider checks', async () => {
    const provider = await signInProvider();
    const cwd = await workspace(provider, provider.code);
    const svc = start(['run', 'auth.http'], cwd);
    const back = provider.authorize(await shownAddress(svc));
    expect((await fetch(back)).status).toBe(200);
    const { code, stdout, stderr } = await svc.ended;
    expect([code, provider.welcomed()]).toEqual([0, 1]);
    for (const word of WORDS) expect(stdout + stderr).not.toContain(word);
  });

  it('waits for the browser at the port that is given', async () => {
    const provider = await signInProvider();
    const cwd = await workspace(provider, provider.code);
    const port = await freePort();
    const svc = start(['run', 'auth.http', '--oauth-port', `${port}`], cwd);
    const back = new URL(provider.authorize(await shownAddress(svc)));
    expect([back.host, back.pathname]).toEqual([`127.0.0.1:${port}`, '/callback']);
    expect((await fetch(back)).status).toBe(200);
    expect((await svc.ended).code).toBe(0);
  });

  it.each([
    ['access_denied', 'the sign-in was refused with status 400: access_denied'],
    ['expired_token', 'the code expired before anybody signed in; try again'],
  ])('fails the request without sending it: %s', async (error, message) => {
    const provider = await signInProvider({ pending: [error] });
    const cwd = await workspace(provider, provider.device);
    const { code, stdout } = await start(['run', 'auth.http'], cwd).ended;
    expect([code, stdout]).toEqual([1, expect.stringContaining(message)]);
    expect(provider.seen).not.toContain('GET /orders');
  });

  it('ends with Ctrl-C, and nothing waits for the browser any more', async () => {
    const provider = await signInProvider();
    const cwd = await workspace(provider, provider.code);
    const svc = start(['run', 'auth.http'], cwd);
    const back = provider.authorize(await shownAddress(svc));
    svc.send('SIGINT');
    expect((await svc.ended).code).toBe(130);
    await expect(fetch(back)).rejects.toThrow();
  });

  it('asks again in no later run of a watch', async () => {
    const provider = await signInProvider();
    const cwd = await workspace(provider, provider.code);
    const typed: ((text: string) => void)[] = [];
    const svc = startInProcess(['run', '--watch', 'auth.http'], {
      cwd,
      env: NO_HISTORY,
      terminals: ['stderr'],
      terminalInput: {
        setRawMode: () => undefined,
        onText: (listener) => {
          typed.push(listener);
          return () => undefined;
        },
        interrupt: () => undefined,
        suspend: () => undefined,
      },
    });
    await fetch(provider.authorize(await shownAddress(svc)));
    await svc.until(() => svc.stderr().includes('Watching'));
    typed[0]?.('\r');
    await svc.until(() => provider.welcomed() === 2);
    await svc.close();
    expect(svc.stderr().match(/Sign in for/g)).toHaveLength(1);
  });
});

describe('where nobody can be asked', () => {
  const MESSAGE = 'a person has to sign in; run svc auth login auth.http -n readOrder in a terminal';

  it.each<[string, readonly string[], Readonly<Record<string, string>>, boolean]>([
    ['run without a terminal', ['run', 'auth.http', '-o', 'json'], {}, false],
    ['run --ci', ['run', 'auth.http', '-o', 'json', '--ci'], {}, true],
    ['run with CI', ['run', 'auth.http', '-o', 'json'], { CI: 'true' }, true],
    ['fetch without a terminal', ['fetch', 'auth.http'], {}, false],
    ['fetch with CI', ['fetch', 'auth.http'], { CI: '1' }, true],
    ['contract verify', ['contract', 'verify', '--provider', 'http://127.0.0.1:9', 'auth.http'], {}, true],
  ])('%s fails unsent with the exact message and listens nowhere', async (_case, args, env, isTerminal) => {
    for (const grant of ['device', 'code'] as const) {
      const provider = await signInProvider();
      const cwd = await workspace(provider, `# @contract.provider shop\n${provider[grant]}`);
      const terminals = isTerminal ? (['stderr'] as const) : [];
      const { code, stdout, stderr } = await runInProcess(args, {
        cwd,
        env: { ...NO_HISTORY, ...env },
        terminals,
      });
      expect([code, stdout + stderr]).toEqual([1, expect.stringContaining(MESSAGE)]);
      expect(stderr).not.toContain('Sign in');
      expect(provider.seen).toEqual([]);
    }
  });

  it('a dry run asks nobody', async () => {
    const provider = await signInProvider();
    const cwd = await workspace(provider, provider.code);
    const { code, stderr } = await start(['run', '--dry-run', 'auth.http'], cwd).ended;
    expect([code, stderr.includes('Sign in'), provider.seen]).toEqual([0, false, []]);
  });
});

describe('svc auth login', () => {
  it('prints a variable that later commands use and refresh', async () => {
    const provider = await signInProvider({ token: { expires_in: 1 } });
    const cwd = await workspace(provider, provider.device, ['readOrder', 'listOrders']);
    const login = await runInProcess(['auth', 'login', 'auth.http'], { cwd });
    expect(login.code).toBe(0);
    const env = exported(login.stdout);
    expect(Object.keys(env)).toHaveLength(1);
    expect(login.stderr).toMatch(/^Sign in for readOrder: .*\nNote: SVC_OAUTH_\w+ holds the token: .*\n$/);
    for (const word of WORDS) expect(login.stderr).not.toContain(word);
    // Half a second after the sign-in the token counts as expired.
    await expect.poll(() => run(cwd, env), { timeout: 10_000, interval: 300 }).toMatchObject({ code: 0 });
    await expect
      .poll(() => run(cwd, env).then(() => provider.forms().at(-1)), { timeout: 10_000, interval: 300 })
      .toMatchObject({ grant_type: 'refresh_token', refresh_token: 'R3freshW0rd-1', client_id: 'app-id' });
    expect(provider.welcomed()).toBeGreaterThan(2);
  });

  function run(cwd: string, env: Readonly<Record<string, string>>) {
    return runInProcess(['run', 'auth.http'], { cwd, env: { ...NO_HISTORY, ...env } });
  }

  it('signs in for every different sign-in of the file, or for those that are named', async () => {
    const provider = await signInProvider();
    const other = provider.device.replace('app-id', '{{client}}');
    const text = `@client = other-id\n${requests(provider, provider.device, ['a', 'b'])}\n${requests(provider, other, ['c'])}`;
    const cwd = await temporaryWorkspace({ 'auth.http': text });
    const all = await runInProcess(['auth', 'login', 'auth.http'], { cwd });
    expect([all.code, Object.keys(exported(all.stdout)).length]).toEqual([0, 2]);
    const one = await runInProcess(['auth', 'login', 'auth.http', '-n', 'c'], { cwd });
    expect(Object.keys(exported(one.stdout))).toEqual(Object.keys(exported(all.stdout)).slice(1));
    expect(provider.forms().at(-1)).toMatchObject({ client_id: 'other-id' });
  });

  it('takes the values of the environment', async () => {
    const provider = await signInProvider();
    const auth = provider.code.replace('app-id', '{{client}}');
    const config = 'environments:\n  staging:\n    client: staging-id\n';
    const cwd = await temporaryWorkspace({ 'auth.http': requests(provider, auth), 'service.yaml': config });
    const svc = startInProcess(['auth', 'login', '-e', 'staging', 'auth.http'], { cwd });
    const address = await shownAddress(svc);
    expect(new URL(address).searchParams.get('client_id')).toBe('staging-id');
    await fetch(provider.authorize(address));
    expect((await svc.ended).code).toBe(0);
  });

  it('shows on a terminal only how to use it, unless --print is given', async () => {
    const provider = await signInProvider();
    const cwd = await workspace(provider, provider.device);
    const terminals = ['stdout', 'stderr'] as const;
    const args = ['auth', 'login', '-n', 'read*', '-e', 'dev', 'auth.http'];
    const shown = await runInProcess(args, { cwd, terminals });
    expect([shown.code, shown.stdout, provider.seen]).toEqual([64, '', []]);
    expect(shown.stderr).toContain(`run eval "$(svc auth login -n 'read*' --env dev auth.http)"`);
    const printed = await runInProcess([...args, '--print'], { cwd, terminals });
    expect([printed.code, Object.keys(exported(printed.stdout)).length]).toEqual([0, 1]);
  });

  it.each<[string, string, number, string]>([
    [
      'no sign-in',
      '### a\nGET http://127.0.0.1:9/\n',
      2,
      'no request in auth.http needs a person to sign in',
    ],
    [
      'a missing value',
      '### a\n# @auth oauth2 device_code {{u}}, http://127.0.0.1:9/t, app, \nGET http://a.test/\n',
      2,
      'variable "u" has no value',
    ],
    [
      'a missing parameter',
      '### a\n# @auth oauth2 device_code http://a.test/d\nGET http://a.test/\n',
      2,
      'auth.http',
    ],
    [
      'no network',
      '### a\n# @auth oauth2 device_code http://127.0.0.1:9/d, http://127.0.0.1:9/t, app, \nGET http://a.test/\n',
      4,
      'the token request failed',
    ],
  ])('%s', async (_case, text, expected, message) => {
    const cwd = await temporaryWorkspace({ 'auth.http': text });
    const { code, stdout, stderr } = await runInProcess(['auth', 'login', 'auth.http'], { cwd });
    expect([code, stdout, stderr]).toEqual([expected, '', expect.stringContaining(message)]);
  });

  it('reports a refusal with 1 and prints no variable', async () => {
    const provider = await signInProvider({ pending: ['access_denied'] });
    const cwd = await workspace(provider, provider.device);
    const { code, stdout, stderr } = await runInProcess(['auth', 'login', 'auth.http'], { cwd });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('Error: the sign-in was refused with status 400: access_denied');
  });
});

describe('the other commands that ask', () => {
  it('svc fetch waits for the person beyond its time limit', async () => {
    const provider = await signInProvider({
      pending: Array.from({ length: 4 }, () => 'authorization_pending'),
    });
    const cwd = await workspace(provider, provider.device);
    const { code, stdout } = await start(['fetch', '--timeout', '300ms', 'auth.http'], cwd).ended;
    expect([code, stdout]).toEqual([0, '{"ok":true}']);
  });

  it('svc stress signs in before the load, and its threads share the token', async () => {
    const provider = await signInProvider();
    const cwd = await workspace(provider, provider.device);
    const svc = start(['stress', '-r', '20', '-d', '1s', '-o', 'json', 'auth.http'], cwd);
    const { code, stdout, stderr } = await svc.ended;
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ errorCount: 0 })]);
    expect(provider.forms()).toHaveLength(1);
    expect(provider.welcomed()).toBeGreaterThan(10);
    for (const word of WORDS) expect(stdout + stderr).not.toContain(word);
  });

  it('svc stress ends with 1 when the person refuses, and sends nothing', async () => {
    const provider = await signInProvider({ pending: ['access_denied'] });
    const cwd = await workspace(provider, provider.device);
    const { code, stderr } = await start(['stress', '-d', '1s', 'auth.http'], cwd).ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining('the sign-in was refused')]);
    expect(provider.seen).not.toContain('GET /orders');
  });
});

describe('in a real shell', () => {
  it('keeps the token for the commands of the shell, and nothing of it on disk', async () => {
    const provider = await signInProvider({ token: { expires_in: 1 } });
    const cwd = await workspace(provider, provider.device);
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
    for (const word of WORDS) expect(stdout + stderr).not.toContain(word);
    const files = filesBelow(cwd);
    expect(files.some((file) => file.endsWith('out.json'))).toBe(true);
    expect(files.filter((file) => WORDS.some((word) => contains(file, word)))).toEqual([]);
  });

  it.runIf(canOpenTerminal())('asks on a real terminal and is ended by its Ctrl-C', async () => {
    const provider = await signInProvider();
    const cwd = await workspace(provider, provider.code);
    const command = `'${process.execPath}' -- '${builtMain}' run auth.http`;
    const terminal = spawn('script', ['-qec', command, '/dev/null'], {
      cwd,
      env: { ...cleanEnvironment(cwd, NO_HISTORY), TERM: 'xterm' },
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
    const { code, stdout } = await runSvc(['run', 'auth.http'], { cwd, env: NO_HISTORY });
    expect(code).toBe(1);
    expect(stdout).toContain(
      'a person has to sign in; run svc auth login auth.http -n readOrder in a terminal',
    );
    expect(seen).toEqual([]);
  });
});

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
