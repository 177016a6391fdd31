import type { Auth, AuthType } from '../../request-file/model/model.js';
import type { QueryPair } from './command-url.js';
import { joined, type PartialScope } from './partial-scope.js';
import { plainWord, quotedWord, type CurlWord } from './shell-quote.js';

export interface AuthWords {
  readonly words: readonly CurlWord[];
  /** Names of the headers it sets, in lower case. */
  readonly headers: readonly string[];
  readonly query: readonly QueryPair[];
}

const NOTHING: AuthWords = { words: [], headers: [], query: [] };
const SETS_AUTHORIZATION: ReadonlySet<AuthType> = new Set(['bearer', 'basic', 'digest', 'cloudsig']);

/** A written Authorization line is left out beside these. */
export function suppliesAuthorization(auth: Auth | undefined): boolean {
  return auth !== undefined && SETS_AUTHORIZATION.has(auth.type);
}

/** curl has no counterpart: a token has to be fetched first. */
export function isOauth2(auth: Auth | undefined): boolean {
  return auth?.type === 'oauth2_client_credentials' || auth?.type === 'oauth2_password';
}

export function authWords(auth: Auth | undefined, scope: PartialScope): AuthWords {
  if (auth === undefined || isOauth2(auth)) return NOTHING;
  const params = auth.params.map((param) => scope.pieces(param));
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = params.map(joined);
  const user = [plainWord('-u'), quotedWord(`${first}:${second}`)];
  switch (auth.type) {
    case 'bearer':
      return header('Authorization', `Bearer ${first}`);
    case 'basic':
      return { ...NOTHING, words: user };
    case 'digest':
      return { ...NOTHING, words: [plainWord('--digest'), ...user] };
    case 'apiKey':
      return header(first, second);
    case 'apiKeyQuery':
      return { ...NOTHING, query: [[first, params[1] ?? []]] };
    case 'cloudsig': {
      const signing = [plainWord('--aws-sigv4'), quotedWord(`aws:amz:${third}:${fourth}`), ...user];
      const token = fifth === '' ? [] : [plainWord('-H'), quotedWord(`X-Amz-Security-Token: ${fifth}`)];
      return { ...NOTHING, words: [...signing, ...token] };
    }
    default:
      return NOTHING;
  }
}

function header(name: string, text: string): AuthWords {
  return {
    words: [plainWord('-H'), quotedWord(text === '' ? `${name};` : `${name}: ${text}`)],
    headers: [name.toLowerCase()],
    query: [],
  };
}
