/** A provider of OAuth2 tokens that people sign in at, and an API behind it. */
import { createHash } from 'node:crypto';
import { loopback, type Loopback, type LoopbackResponse, type SeenRequest } from '../runs/run-requests.js';

export interface SignInProvider extends Loopback {
  /** The `@auth` directives of its two grants. */
  readonly device: string;
  readonly code: string;
  /** The forms that the token endpoint got, in order. */
  readonly forms: () => readonly Readonly<Record<string, string>>[];
  /** How often the target was called with a good token. */
  readonly welcomed: () => number;
  /** What a browser does that opens the address of an authorization: the URL that it is sent back to. */
  readonly authorize: (address: string) => URL;
}

export interface ProviderRules {
  /** What the device endpoint adds to its response. */
  readonly device?: Readonly<Record<string, unknown>>;
  /** Errors of the token endpoint before it gives a token by a device code. */
  readonly pending?: readonly string[];
  /** Added to every token. */
  readonly token?: Readonly<Record<string, unknown>>;
  /** Decides on a refresh instead of the provider. */
  readonly onRefresh?: () => LoopbackResponse;
}

/** Tokens are called `access-1`, `refresh-1` and so on, with a word that tests can search for. */
export async function signInProvider(rules: ProviderRules = {}): Promise<SignInProvider> {
  const pending = [...(rules.pending ?? [])];
  const challenges = new Map<string, { readonly challenge: string; readonly redirect: string }>();
  let count = 0;
  let welcomed = 0;
  const newToken = (): LoopbackResponse => {
    count++;
    const names = { access_token: `Acc3ssW0rd-${count}`, refresh_token: `R3freshW0rd-${count}` };
    return { json: { ...names, expires_in: 3600, ...rules.token } };
  };
  const giveToken = (form: Readonly<Record<string, string>>): LoopbackResponse => {
    if (form['grant_type'] === 'refresh_token')
      return rules.onRefresh?.() ?? (count > 0 ? newToken() : refusedWith('invalid_grant'));
    if (form['grant_type'] === 'authorization_code') {
      const issued = challenges.get(form['code'] ?? '');
      challenges.delete(form['code'] ?? '');
      const challenge = createHash('sha256')
        .update(form['code_verifier'] ?? '')
        .digest('base64url');
      const isGood = issued?.challenge === challenge && issued.redirect === form['redirect_uri'];
      return isGood ? newToken() : refusedWith('invalid_grant');
    }
    const error = pending.shift();
    return error === undefined ? newToken() : refusedWith(error);
  };
  const server = await loopback((request) => {
    if (request.path === '/token') return giveToken(formOf(request));
    if (request.path === '/device') return { json: { ...deviceResponse(server.url), ...rules.device } };
    const isGood = request.headers.authorization === `Bearer Acc3ssW0rd-${count}` && count > 0;
    if (isGood) welcomed++;
    return isGood ? { json: { ok: true } } : 401;
  });
  const { url } = server;
  return {
    ...server,
    device: `# @auth oauth2 device_code ${url}/device, ${url}/token, app-id, , read, write`,
    code: `# @auth oauth2 authorization_code ${url}/authorize?audience=shop, ${url}/token, app-id, , read`,
    forms: () => server.requests.filter(({ path }) => path === '/token').map(formOf),
    welcomed: () => welcomed,
    authorize: (address) => {
      const { searchParams } = new URL(address);
      const redirect = searchParams.get('redirect_uri') ?? '';
      const back = new URL(redirect);
      const code = `C0deW0rd-${challenges.size}`;
      challenges.set(code, { challenge: searchParams.get('code_challenge') ?? '', redirect });
      back.searchParams.set('code', code);
      back.searchParams.set('state', searchParams.get('state') ?? '');
      return back;
    },
  };
}

function refusedWith(error: string): LoopbackResponse {
  return { status: 400, json: { error } };
}

function deviceResponse(url: string): Readonly<Record<string, unknown>> {
  return {
    device_code: 'Dev1ceW0rd',
    user_code: 'WDJB-MJHT',
    verification_uri: `${url}/activate`,
    expires_in: 900,
    interval: 0.1,
  };
}

function formOf({ body }: SeenRequest): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(body));
}
