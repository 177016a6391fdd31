/** `{{$auth.token("id")}}`: fetches the token that an environment file of another client describes. */
import type { Scope } from '../../evaluation/variables/scope.js';
import type { AuthState } from '../../http/auth/auth-state.js';
import type { TokenGrant } from '../../http/auth/token-request.js';
import { RequestFailure, type Send } from '../../http/message/message.js';
import type { StopSignal } from '../../primitives/stop-signal.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { Request } from '../../request-file/model/model.js';
import { tokenIds, type TokenFile } from './token-ids.js';

export interface TokenContext {
  readonly owner: TokenFile;
  readonly scope: Scope;
  readonly send: Send;
  readonly state: AuthState;
  readonly secrets: SecretSet;
  readonly signal: StopSignal;
  /** The tokens by id, for the scope. */
  readonly tokens: Map<string, string>;
}

/** Fetches what the request names. Throws RequestFailure('auth'). */
export async function fetchClientTokens(request: Request, context: TokenContext): Promise<void> {
  const { owner, scope, send, state, secrets, signal, tokens } = context;
  const all = owner.runnable.client?.auth ?? {};
  for (const id of tokenIds(request, owner)) {
    const grant = grantOf(id, all[id] ?? {}, scope);
    for (const secret of [grant.clientSecret, grant.password]) if (secret !== '') secrets.add(secret);
    const onSecret = (value: string): void => secrets.add(value);
    const { fetchAccessToken } = await import('../../http/auth/oauth2.js');
    tokens.set(id, await fetchAccessToken(grant, { state, send, onSecret, signal }));
  }
}

const GRANTS: ReadonlyMap<string, TokenGrant['grant']> = new Map([
  ['client credentials', 'client_credentials'],
  ['password', 'password'],
]);

function grantOf(id: string, fields: Readonly<Record<string, unknown>>, scope: Scope): TokenGrant {
  const text = (name: string): string => {
    const value = fields[name];
    return typeof value === 'string' ? scope.text(value) : '';
  };
  const grant = GRANTS.get(text('Grant Type').toLowerCase());
  if (text('Type').toLowerCase() !== 'oauth2' || grant === undefined)
    throw new RequestFailure(
      'auth',
      `the token "${id}" has the grant "${text('Grant Type')}", which svc does not fetch; use Client Credentials or Password`,
    );
  return {
    grant,
    tokenUrl: text('Token URL'),
    clientId: text('Client ID'),
    clientSecret: text('Client Secret'),
    username: text('Username'),
    password: text('Password'),
    scopes: text('Scope')
      .split(/[\s,]+/)
      .filter((each) => each !== ''),
  };
}
