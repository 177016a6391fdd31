import { describe, expect, it, onTestFinished } from 'vitest';
import { runInProcess, startInProcess, type InProcessSvc } from '../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { startOnFreePort } from '../support/servers/free-port.js';
import { signInProvider } from '../support/servers/sign-in-provider.js';
import {
  WITHOUT_HISTORY,
  SIGN_IN_WORDS,
  signInRequests,
  signInWorkspace,
  startSignedIn,
  exportedVariable,
} from './sign-in-setup.js';

/** The address that svc asks somebody to open, once it is shown. */
async function shownAddress(svc: InProcessSvc): Promise<string> {
  await svc.until(() => svc.stderr().includes('Sign in'));
  return /open (\S+)/.exec(svc.stderr())?.[1] ?? '';
}

/** A run that waits for the browser at a port that nobody else gets, also once svc has left it. */
async function waitingRun(
  cwd: string,
): Promise<{ readonly svc: InProcessSvc; readonly address: string; readonly port: number }> {
  const start = async (asked: number): Promise<{ readonly svc: InProcessSvc; readonly address: string }> => {
    const svc = startSignedIn(['run', 'auth.http', '--oauth-port', `${asked}`], cwd);
    const ended = svc.ended.then(({ stdout }) => Promise.reject(new Error(stdout)));
    return { svc, address: await Promise.race([shownAddress(svc), ended]) };
  };
  const isTaken = (error: unknown): boolean => String(error).includes('it is in use');
  const { port, started, release } = await startOnFreePort(start, isTaken);
  onTestFinished(release);
  return { ...started, port };
}

describe('svc run with a person at the terminal', () => {
  it('signs in once with a device code for all requests of a parallel run', async () => {
    const provider = await signInProvider({
      pending: Array.from({ length: 4 }, () => 'authorization_pending'),
    });
    const cwd = await signInWorkspace(provider, provider.device, ['readOrder', 'listOrders', 'other']);
    const svc = startSignedIn(['run', '-p', 'auth.http', '--timeout', '30s', '-o', 'json'], cwd);
    const { code, stdout, stderr } = await svc.ended;
    expect(code).toBe(0);
    const line = / open (\S+) and enter WDJB-MJHT \(valid for 15 min\)\n/.exec(stderr);
    expect(line?.[1]).toBe(`${provider.url}/activate`);
    expect(stderr.match(/Sign in for/g)).toHaveLength(1);
    expect(provider.welcomed()).toBe(3);
    expect(provider.forms()).toHaveLength(5);
    const { tests: results } = JSON.parse(stdout) as { readonly tests: readonly unknown[] };
    expect(results).toHaveLength(3);
    for (const word of SIGN_IN_WORDS) expect(stdout + stderr).not.toContain(word);
  });

  it('signs in with a browser, whose challenge the provider checks', async () => {
    const provider = await signInProvider();
    const cwd = await signInWorkspace(provider, provider.code);
    const svc = startSignedIn(['run', 'auth.http'], cwd);
    const back = provider.authorize(await shownAddress(svc));
    expect((await fetch(back)).status).toBe(200);
    const { code, stdout, stderr } = await svc.ended;
    expect([code, provider.welcomed()]).toEqual([0, 1]);
    for (const word of SIGN_IN_WORDS) expect(stdout + stderr).not.toContain(word);
  });

  it('waits for the browser at the port that is given', async () => {
    const provider = await signInProvider();
    const cwd = await signInWorkspace(provider, provider.code);
    const { svc, address, port } = await waitingRun(cwd);
    const back = new URL(provider.authorize(address));
    expect([back.host, back.pathname]).toEqual([`127.0.0.1:${port}`, '/callback']);
    expect((await fetch(back)).status).toBe(200);
    expect((await svc.ended).code).toBe(0);
  });

  it.each([
    ['access_denied', 'the sign-in was refused with status 400: access_denied'],
    ['expired_token', 'the code expired before anybody signed in; try again'],
  ])('fails the request without sending it: %s', async (error, message) => {
    const provider = await signInProvider({ pending: [error] });
    const cwd = await signInWorkspace(provider, provider.device);
    const { code, stdout } = await startSignedIn(['run', 'auth.http'], cwd).ended;
    expect([code, stdout]).toEqual([1, expect.stringContaining(message)]);
    expect(provider.seen).not.toContain('GET /orders');
  });

  it('ends with Ctrl-C, and nothing waits for the browser any more', async () => {
    const provider = await signInProvider();
    const cwd = await signInWorkspace(provider, provider.code);
    const { svc, address } = await waitingRun(cwd);
    const back = provider.authorize(address);
    svc.send('SIGINT');
    expect((await svc.ended).code).toBe(130);
    await expect(fetch(back)).rejects.toThrow();
  });

  it('asks again in no later run of a watch', async () => {
    const provider = await signInProvider();
    const cwd = await signInWorkspace(provider, provider.code);
    const typed: ((text: string) => void)[] = [];
    const svc = startInProcess(['run', '--watch', 'auth.http'], {
      cwd,
      env: WITHOUT_HISTORY,
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
      const cwd = await signInWorkspace(provider, `# @contract.provider shop\n${provider[grant]}`);
      const terminals = isTerminal ? (['stderr'] as const) : [];
      const { code, stdout, stderr } = await runInProcess(args, {
        cwd,
        env: { ...WITHOUT_HISTORY, ...env },
        terminals,
      });
      expect([code, stdout + stderr]).toEqual([1, expect.stringContaining(MESSAGE)]);
      expect(stderr).not.toContain('Sign in');
      expect(provider.seen).toEqual([]);
    }
  });

  it('a dry run asks nobody', async () => {
    const provider = await signInProvider();
    const cwd = await signInWorkspace(provider, provider.code);
    const { code, stderr } = await startSignedIn(['run', '--dry-run', 'auth.http'], cwd).ended;
    expect([code, stderr.includes('Sign in'), provider.seen]).toEqual([0, false, []]);
  });
});

describe('svc auth login', () => {
  it('takes the values of the environment', async () => {
    const provider = await signInProvider();
    const auth = provider.code.replace('app-id', '{{client}}');
    const config = 'environments:\n  staging:\n    client: staging-id\n';
    const cwd = await temporaryWorkspace({
      'auth.http': signInRequests(provider, auth),
      'service.yaml': config,
    });
    const svc = startInProcess(['auth', 'login', '-e', 'staging', 'auth.http'], { cwd });
    const address = await shownAddress(svc);
    expect(new URL(address).searchParams.get('client_id')).toBe('staging-id');
    await fetch(provider.authorize(address));
    expect((await svc.ended).code).toBe(0);
  });

  it('shows on a terminal only how to use it, unless --print is given', async () => {
    const provider = await signInProvider();
    const cwd = await signInWorkspace(provider, provider.device);
    const terminals = ['stdout', 'stderr'] as const;
    const args = ['auth', 'login', '-n', 'read*', '-e', 'dev', 'auth.http'];
    const shown = await runInProcess(args, { cwd, terminals });
    expect([shown.code, shown.stdout, provider.seen]).toEqual([64, '', []]);
    expect(shown.stderr).toContain(`run eval "$(svc auth login -n 'read*' --env dev auth.http)"`);
    const printed = await runInProcess([...args, '--print'], { cwd, terminals });
    expect([printed.code, Object.keys(exportedVariable(printed.stdout)).length]).toEqual([0, 1]);
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
    const cwd = await signInWorkspace(provider, provider.device);
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
    const cwd = await signInWorkspace(provider, provider.device);
    const { code, stdout } = await startSignedIn(['fetch', '--timeout', '30s', 'auth.http'], cwd).ended;
    expect([code, stdout]).toEqual([0, '{"ok":true}']);
  });

  it('svc stress ends with 1 when the person refuses, and sends nothing', async () => {
    const provider = await signInProvider({ pending: ['access_denied'] });
    const cwd = await signInWorkspace(provider, provider.device);
    const { code, stderr } = await startSignedIn(['stress', '-d', '1s', 'auth.http'], cwd).ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining('the sign-in was refused')]);
    expect(provider.seen).not.toContain('GET /orders');
  });
});
