/** From a resolved `@auth` directive to its place in the stack of Wraps (language 5.1). */
import type { Send, Wrap } from '../message/message.js';
import { apiKey, apiKeyQuery } from './api-key.js';
import type { AuthState } from './auth-state.js';
import { basic } from './basic.js';
import { bearer } from './bearer.js';
import type { TokenGrant } from './token-request.js';

export interface ResolvedAuth {
  readonly type: keyof typeof SECRET_PARAMETERS;
  readonly params: readonly string[];
}

/** Positions of the parameters whose values are secret (language 2.7). */
const SECRET_PARAMETERS = {
  bearer: [0],
  basic: [0, 1],
  apiKey: [1],
  apiKeyQuery: [1],
  digest: [0, 1],
  cloudsig: [0, 1, 4],
  oauth2_client_credentials: [1, 2],
  oauth2_password: [1, 2, 3, 4],
  none: [],
} as const;

export function authWrap(
  auth: ResolvedAuth,
  state: AuthState,
  tokenSend: Send,
  onSecret: (value: string) => void,
): Wrap | undefined {
  for (const secret of secretParameters(auth)) onSecret(secret);
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = auth.params;
  switch (auth.type) {
    case 'bearer':
      return bearer(first);
    case 'basic':
      return basic(first, second, onSecret);
    case 'apiKey':
      return apiKey(first, second);
    case 'apiKeyQuery':
      return apiKeyQuery(first, second);
    case 'digest':
      return whenUsed(async () => (await import('./digest.js')).digest(first, second, state));
    case 'cloudsig': {
      const token = fifth === '' ? {} : { sessionToken: fifth };
      const credentials = { accessKey: first, secretKey: second, region: third, service: fourth, ...token };
      return whenUsed(async () =>
        (await import('./cloud-signature.js')).cloudSignature(credentials, state.clock),
      );
    }
    case 'oauth2_client_credentials':
    case 'oauth2_password': {
      const grant = tokenGrant(auth);
      return whenUsed(async () => (await import('./oauth2.js')).oauth2(grant, state, tokenSend, onSecret));
    }
    case 'none':
      return undefined;
  }
}

export function secretParameters(auth: ResolvedAuth): string[] {
  return SECRET_PARAMETERS[auth.type].flatMap((position) => auth.params[position] || []);
}

/** Names, as written, of what holds a credential by place: for redirects and redaction. */
export function credentialPlaces(auth: ResolvedAuth): {
  readonly headers: readonly string[];
  readonly parameters: readonly string[];
} {
  const name = auth.params.slice(0, 1);
  return {
    headers: auth.type === 'apiKey' ? name : [],
    parameters: auth.type === 'apiKeyQuery' ? name : [],
  };
}

/** Few runs sign or hash anything, and being ready for it would cost every start. */
function whenUsed(load: () => Promise<Wrap>): Wrap {
  let loaded: Promise<Wrap> | undefined;
  return (next) => async (request) => {
    loaded ??= load();
    return (await loaded)(next)(request);
  };
}

function tokenGrant({ type, params }: ResolvedAuth): TokenGrant {
  const [tokenUrl = '', clientId = '', clientSecret = '', ...rest] = params;
  const client = { tokenUrl, clientId, clientSecret };
  if (type !== 'oauth2_password') {
    const [scopes = ''] = rest;
    return {
      grant: 'client_credentials',
      ...client,
      username: '',
      password: '',
      scopes: splitScopes(scopes),
    };
  }
  const [username = '', password = '', scopes = ''] = rest;
  return { grant: 'password', ...client, username, password, scopes: splitScopes(scopes) };
}

function splitScopes(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((scope) => scope !== '');
}
