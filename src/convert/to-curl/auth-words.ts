import type { Auth, AuthType } from '../../request-file/model/model.js';
import { joined, type PartialScope, type TextPart } from './partial-scope.js';
import { headerOption, option, plainWord, type CurlWord } from './shell-quote.js';

export interface AuthWords {
  readonly words: readonly CurlWord[];
  /** The names of the headers it sets, in lower case. */
  readonly headers: readonly string[];
  /** The parameter that is appended to the URL. */
  readonly query?: { readonly name: string; readonly value: readonly TextPart[] };
}

const NOTHING: AuthWords = { words: [], headers: [] };
const SETS_AUTHORIZATION: ReadonlySet<AuthType> = new Set(['bearer', 'basic', 'digest', 'cloudsig']);

/** An explicit Authorization line is omitted beside these types. */
export function suppliesAuthorization(auth: Auth | undefined): boolean {
  return auth !== undefined && SETS_AUTHORIZATION.has(auth.type);
}

/** curl has no counterpart, because a token must be fetched first. */
export function isOauth2(auth: Auth | undefined): boolean {
  return auth?.type.startsWith('oauth2_') === true;
}

export function createAuthWords(auth: Auth | undefined, scope: PartialScope): AuthWords {
  if (auth === undefined || isOauth2(auth)) return NOTHING;
  const params = auth.params.map((param) => scope.parts(param));
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = params.map(joined);
  const user = option('-u', `${first}:${second}`);
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
      return { ...NOTHING, query: { name: first, value: params[1] ?? [] } };
    case 'cloudsig': {
      const signing = option('--aws-sigv4', `aws:amz:${third}:${fourth}`);
      const token = fifth === '' ? [] : headerOption('X-Amz-Security-Token', fifth);
      return { ...NOTHING, words: [...signing, ...user, ...token] };
    }
    default:
      return NOTHING;
  }
}

function header(name: string, text: string): AuthWords {
  return { words: headerOption(name, text), headers: [name.toLowerCase()] };
}
