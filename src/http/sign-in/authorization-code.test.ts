import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { fakeServer } from '../../../test/support/clients/fake-send.js';
import { form, json } from '../../../test/support/clients/oauth2-setup.js';
import { startOnFreePort } from '../../../test/support/servers/free-port.js';
import { randomBytes } from '../../primitives/random-bytes.js';
import type { TokenGrant } from '../auth/token-request.js';
import { signInByCode } from './authorization-code.js';

const GRANT: TokenGrant = {
  grant: 'authorization_code',
  personUrl: 'https://login.test/authorize?audience=shop&state=mine#top',
  tokenUrl: 'https://login.test/token',
  clientId: 'app',
  clientSecret: '',
  username: '',
  password: '',
  scopes: ['read', 'write'],
};

function setUp({ grant = GRANT, port = 0 } = {}) {
  const stop = new AbortController();
  const clock = new ManualClock();
  const secrets: string[] = [];
  const server = fakeServer(() => json({ access_token: 'tok3n' }));
  let show = (_address: URL): void => {};
  /** The address that the person is asked to open. */
  const shown = new Promise<URL>((resolve) => (show = resolve));
  let text = '';
  const token = signInByCode(grant, {
    send: server.send,
    signal: stop.signal,
    clock,
    onSecret: (value) => secrets.push(value),
    random: randomBytes,
    requestName: 'readOrder',
    port,
    show: async (written) => {
      text = written;
      show(new URL(/open (\S+)/.exec(written)?.[1] ?? ''));
    },
  });
  // A test that waits for something else first must not end with an unhandled rejection.
  token.catch(() => undefined);
  return { token, shown, stop, server, secrets, clock, text: () => text };
}

/** The address that the provider sends the browser back to. */
function callback(address: URL, parameters: Readonly<Record<string, string>>): string {
  const back = new URL(address.searchParams.get('redirect_uri') ?? '');
  for (const [name, value] of Object.entries(parameters)) back.searchParams.set(name, value);
  return back.href;
}

const stateOf = (address: URL): string => address.searchParams.get('state') ?? '';

describe('a sign-in with a browser', () => {
  it('shows an address whose challenge fits the verifier of the token call', async () => {
    const { token, shown, server, secrets, text } = setUp();
    const address = await shown;
    expect(text()).toMatch(
      /^Sign in for readOrder: open https:\/\/login\.test\/authorize\?\S+ \(valid for 5 min\)\n$/,
    );
    expect(address.hash).toBe('');
    const asked = Object.fromEntries(address.searchParams);
    expect(asked).toEqual({
      audience: 'shop',
      response_type: 'code',
      client_id: 'app',
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/) as string,
      scope: 'read write',
      state: expect.stringMatching(/^[\w-]{22}$/) as string,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge_method: 'S256',
    });
    const response = await fetch(callback(address, { code: 'c0de', state: stateOf(address) }));
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining('You can close this window.'),
    ]);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await token).toMatchObject({ accessToken: 'tok3n' });
    const sent = form(server.received[0]);
    expect(sent).toEqual({
      grant_type: 'authorization_code',
      code: 'c0de',
      redirect_uri: asked['redirect_uri'],
      code_verifier: expect.stringMatching(/^[\w-]{43}$/) as string,
      client_id: 'app',
    });
    const verifier = sent['code_verifier'] ?? '';
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(asked['code_challenge']);
    expect(secrets).toEqual(expect.arrayContaining([verifier, 'c0de', 'tok3n']));
  });

  it('has another state and verifier each time', async () => {
    const [one, two] = [setUp(), setUp()];
    const [first, second] = [await one.shown, await two.shown];
    expect(stateOf(first)).not.toBe(stateOf(second));
    expect(first.searchParams.get('code_challenge')).not.toBe(second.searchParams.get('code_challenge'));
    for (const each of [one, two]) each.stop.abort();
    for (const each of [one, two]) await expect(each.token).rejects.toMatchObject({ errorKind: 'cancelled' });
  });

  it('takes one response of its own, and nothing else', async () => {
    const start = async (port: number) => {
      const started = setUp({ port });
      await Promise.race([started.shown, started.token]);
      return started;
    };
    const isTaken = (error: unknown): boolean => String(error).includes('it is in use');
    // Nobody else gets the port after the sign-in.
    const { started, release } = await startOnFreePort(start, isTaken);
    onTestFinished(release);
    const { token, shown, server } = started;
    const address = await shown;
    const good = callback(address, { code: 'c0de', state: stateOf(address) });
    const status = async (url: string, init: RequestInit = {}): Promise<number> =>
      (await fetch(url, init)).status;
    const wrong = [
      callback(address, { code: 'evil', state: 'A'.repeat(22) }),
      callback(address, { code: 'evil', state: '' }),
      callback(address, { code: 'evil' }),
      callback(address, { state: stateOf(address) }),
      callback(address, { error: 'access_denied', state: 'other' }),
      good.replace('/callback', '/'),
      good.replace('/callback', '/callback/more'),
      good.replace('/callback', '/favicon.ico'),
    ];
    for (const url of wrong) expect(await status(url), url).toBe(404);
    expect(await status(good, { method: 'POST' })).toBe(404);
    expect(server.received).toEqual([]);
    const both = await Promise.all([status(good), status(good.replace('c0de', 'second'))]);
    expect(both.toSorted()).toEqual([200, 404]);
    await token;
    expect(server.received).toHaveLength(1);
    await expect(fetch(good)).rejects.toThrow();
  });

  it('reports what the provider says about a refusal, escaped', async () => {
    const { token, shown, server } = setUp();
    const address = await shown;
    const refusal = { error: 'access_denied', error_description: 'no\u001b[2J', state: stateOf(address) };
    const response = await fetch(callback(address, refusal));
    expect(await response.text()).toContain('You can close this window.');
    await expect(token).rejects.toMatchObject({
      errorKind: 'auth',
      message: 'the sign-in was refused: access_denied, no\\u001b[2J',
    });
    expect(server.received).toEqual([]);
  });

  it('listens on the port that is given, and says when it is taken', async () => {
    const other = createServer();
    const listenAt = (asked: number): Promise<void> =>
      new Promise((resolve, reject) => {
        other.once('error', reject).listen(asked, '127.0.0.1', resolve);
      });
    const isTaken = (error: unknown): boolean => String(error).includes('EADDRINUSE');
    // Nobody else gets the port when it is free again.
    const { port, release } = await startOnFreePort(listenAt, isTaken);
    onTestFinished(release);
    onTestFinished(() => void other.close());
    const taken = setUp({ port });
    await expect(taken.token).rejects.toMatchObject({
      errorKind: 'auth',
      message: `cannot wait for the browser on port ${port}: it is in use; choose another one with --oauth-port`,
    });
    await new Promise((resolve) => other.close(resolve));
    const free = setUp({ port });
    const address = await free.shown;
    expect(address.searchParams.get('redirect_uri')).toBe(`http://127.0.0.1:${port}/callback`);
    free.stop.abort();
    await expect(free.token).rejects.toMatchObject({ errorKind: 'cancelled' });
  });

  it.each(['http://login.test/authorize', 'file:///etc/passwd', 'login.test/authorize', ''])(
    'does not show %j',
    async (personUrl) => {
      const { token } = setUp({ grant: { ...GRANT, personUrl } });
      await expect(token).rejects.toMatchObject({
        errorKind: 'auth',
        message:
          'the authorize URL cannot be opened: only https addresses and those of this machine are shown',
      });
    },
  );
});
