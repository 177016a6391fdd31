/** Builds the wrap of a resolved `@auth` directive: docs/language.md#authentication */
import type { Send, Wrap } from '../message/message.js';
import { encodeBasicCredential } from '../message/basic-credential.js';
import { apiKeyQuery } from './api-key.js';
import type { AuthState, SignInPlace } from './auth-state.js';
import { addCredential } from './credential-header.js';
import type { TokenGrant } from './token-request.js';

export interface ResolvedAuth {
  readonly type: keyof typeof SECRET_PARAMETERS;
  readonly params: readonly string[];
}

/** Positions of the parameters whose values are secret. */
const SECRET_PARAMETERS = {
  bearer: [0],
  basic: [0, 1],
  apiKey: [1],
  apiKeyQuery: [1],
  digest: [0, 1],
  cloudsig: [0, 1, 4],
  oauth2_client_credentials: [1, 2],
  oauth2_password: [1, 2, 3, 4],
  oauth2_device_code: [2, 3],
  oauth2_authorization_code: [2, 3],
  none: [],
} as const;

export function createAuthWrap(
  auth: ResolvedAuth,
  state: AuthState,
  tokenSend: Send,
  onSecret: (value: string) => void,
  place: SignInPlace = NOWHERE,
): Wrap | undefined {
  for (const secret of secretParameters(auth)) onSecret(secret);
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = auth.params;
  switch (auth.type) {
    case 'bearer':
      return addCredential('Authorization', `Bearer ${first}`);
    case 'basic': {
      const credential = encodeBasicCredential(first, second);
      // The encoded credential reveals the password.
      onSecret(credential);
      return addCredential('Authorization', `Basic ${credential}`);
    }
    case 'apiKey':
      return addCredential(first, second);
    case 'apiKeyQuery':
      return apiKeyQuery(first, second);
    case 'digest':
      return whenUsed(async () => (await import('./digest.js')).digest(first, second, state));
    case 'cloudsig': {
      const names = { accessKey: first, secretKey: second, region: third, service: fourth };
      const credentials = { ...names, sessionToken: fifth };
      return whenUsed(async () =>
        (await import('./cloud-signature.js')).cloudSignature(credentials, state.wallClock),
      );
    }
    case 'oauth2_client_credentials':
    case 'oauth2_password': {
      const grant = tokenGrant(auth);
      return whenUsed(async () => (await import('./oauth2.js')).oauth2(grant, state, tokenSend, onSecret));
    }
    case 'oauth2_device_code':
    case 'oauth2_authorization_code': {
      const grant = personGrant(auth);
      const context = { state, send: tokenSend, onSecret, place };
      return whenUsed(async () => (await import('./person-token.js')).personToken(grant, context));
    }
    case 'none':
      return undefined;
  }
}

const NOWHERE: SignInPlace = { file: '', name: '' };

/** Whether a person may have to sign in before the request is sent. */
export function needsPerson({ type }: Pick<ResolvedAuth, 'type'>): boolean {
  return type === 'oauth2_device_code' || type === 'oauth2_authorization_code';
}

export function secretParameters(auth: ResolvedAuth): string[] {
  return SECRET_PARAMETERS[auth.type].flatMap((position) => auth.params[position] || []);
}

/** The names, as written, of headers and query parameters that hold a credential, for redirects and redaction. */
export function findCredentialPlaces(auth: ResolvedAuth): {
  readonly headers: readonly string[];
  readonly parameters: readonly string[];
} {
  const name = auth.params.slice(0, 1);
  return {
    headers: auth.type === 'apiKey' ? name : [],
    parameters: auth.type === 'apiKeyQuery' ? name : [],
  };
}

/** Few runs sign or hash anything, so the code for it is loaded on first use. */
function whenUsed(load: () => Promise<Wrap>): Wrap {
  let loaded: Promise<Wrap> | undefined;
  return (next) => async (request) => {
    loaded ??= load();
    return (await loaded)(next)(request);
  };
}

function tokenGrant({ type, params }: ResolvedAuth): TokenGrant {
  const grant = type === 'oauth2_password' ? 'password' : 'client_credentials';
  const [tokenUrl = '', clientId = '', clientSecret = '', ...rest] = params;
  const [username = '', password = '', scopes = ''] = grant === 'password' ? rest : ['', '', ...rest];
  return { grant, tokenUrl, clientId, clientSecret, username, password, scopes: scopeNames(scopes) };
}

/** Of an `@auth` for which `needsPerson` is true. */
export function personGrant({ type, params }: ResolvedAuth): TokenGrant {
  const [personUrl = '', tokenUrl = '', clientId = '', clientSecret = '', scopes = ''] = params;
  return {
    grant: type === 'oauth2_device_code' ? 'device_code' : 'authorization_code',
    personUrl,
    tokenUrl,
    clientId,
    clientSecret,
    username: '',
    password: '',
    scopes: scopeNames(scopes),
  };
}

function scopeNames(scopes: string): readonly string[] {
  return scopes.split(/[\s,]+/).filter((scope) => scope !== '');
}
