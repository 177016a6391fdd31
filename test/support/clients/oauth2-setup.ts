/** A token endpoint and a target for tests of OAuth2. */
import { oauth2 } from '../../../src/http/auth/oauth2.js';
import { createAuthState, type AuthState } from '../../../src/http/auth/auth-state.js';
import type { TokenGrant } from '../../../src/http/auth/token-request.js';
import type { Send } from '../../../src/http/message/message.js';
import { fakeServer, header, type FakeResponse, type FakeServer, type Received } from './fake-send.js';

export const url = 'http://api.test/data';
export const client: TokenGrant = {
  grant: 'client_credentials',
  tokenUrl: 'http://login.test/token',
  clientId: 'client id',
  clientSecret: 's3cret:&%ü',
  username: '',
  password: '',
  scopes: [],
};
export const user: TokenGrant = { ...client, grant: 'password', username: 'ann b', password: 'pä=ss&word' };

export function form(received: Received | undefined): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(Buffer.from(received?.body ?? []).toString()));
}

export function json(value: unknown, status = 200): FakeResponse {
  return { status, headers: [['Content-Type', 'application/json']], body: JSON.stringify(value) };
}

/** Numbers its tokens: `token-1`, `token-2`, … */
export function tokenServer(more: Record<string, unknown> = {}): FakeServer {
  return fakeServer((_request, index) =>
    json({ access_token: `token-${index + 1}`, token_type: 'x', ...more }),
  );
}

export function welcoming(): FakeServer {
  return fakeServer(() => ({ status: 200 }));
}

export interface Setup {
  readonly grant?: TokenGrant;
  readonly state?: AuthState;
  readonly tokens: { readonly send: Send };
  readonly target?: FakeServer;
}

export function setUp({ grant = client, state = createAuthState(), tokens, target = welcoming() }: Setup) {
  const secrets: string[] = [];
  const send = oauth2(grant, state, tokens.send, (value) => secrets.push(value))(target.send);
  const used = (): (string | undefined)[] => target.received.map((each) => header(each, 'authorization'));
  return { send, target, secrets, used };
}
