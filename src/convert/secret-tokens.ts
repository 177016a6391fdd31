/** Tokens that a source has in plain text become secret variables, so that nobody commits them by accident. */
import type { Auth, FileVariable } from '../request-file/model/model.js';
import type { PairDraft, VariableDraft } from './import-draft.js';
import { FreeNames, variableName } from './import-names.js';
import { toOneLine } from './writable-text.js';

const MIN_TOKEN_LENGTH = 8;
const JWT = /\beyJ[\w-]{8,}\.[\w-]{4,}\.[\w-]*/;
const SCHEME_AND_TOKEN = /^(?:([A-Za-z][\w-]*)[ \t]+)?([^\s{},]+)$/;

/** The tokens of one file; equal ones share a variable. */
export class SecretTokens {
  readonly #names = new Map<string, string>();
  readonly #free: FreeNames;

  /** `taken` are the names that mean something else in the file. */
  constructor(taken: Iterable<string>) {
    this.#free = new FreeNames(taken);
  }

  /** The variables that hold the tokens. */
  get variables(): FileVariable[] {
    return [...this.#names].map(([value, name]) => ({ name, value, line: 0, secret: true as const }));
  }

  /** The placeholder of a token; `owner` is the name of the first request that has it. */
  placeholder(token: string, owner: string, kind = 'token'): string {
    const value = toOneLine(token);
    let name = this.#names.get(value);
    if (name === undefined) {
      name = this.#free.take(variableName(owner === '' ? kind : `${owner}_${kind}`));
      this.#names.set(value, name);
    }
    return `{{${name}}}`;
  }

  /** An `@auth` line without a token in plain text. */
  withoutToken(auth: Auth | undefined, owner: string): Auth | undefined {
    const [first = '', second = ''] = auth?.params ?? [];
    if (auth?.type === 'bearer' && isToken(first))
      return { type: auth.type, params: [this.placeholder(first, owner)] };
    if ((auth?.type === 'apiKey' || auth?.type === 'apiKeyQuery') && isToken(second))
      return { type: auth.type, params: [first, this.placeholder(second, owner)] };
    return auth;
  }

  /** The headers without tokens in plain text; a bearer token becomes an `@auth` line where there is none. */
  readHeaders(
    headers: readonly PairDraft[],
    auth: Auth | undefined,
    owner: string,
  ): { readonly headers: readonly PairDraft[]; readonly auth: Auth | undefined } {
    let found = auth;
    const kept = headers.flatMap((header): PairDraft[] => {
      const { key } = header;
      const value = this.headerValue(header, owner);
      if (found === undefined && isAuthorization(key) && value !== header.value && BEARER.test(value)) {
        found = { type: 'bearer', params: [value.replace(BEARER, '')] };
        return [];
      }
      return [{ key, value }];
    });
    return { headers: kept, auth: found };
  }

  /** The value of a header without tokens in plain text. */
  headerValue({ key, value }: PairDraft, owner: string): string {
    const [, scheme = '', token = ''] = SCHEME_AND_TOKEN.exec(value.trim()) ?? [];
    if (isAuthorization(key) && isToken(token)) {
      const placeholder = this.placeholder(token, owner);
      return scheme === '' ? placeholder : `${scheme} ${placeholder}`;
    }
    const jwt = JWT.exec(value)?.[0];
    return jwt === undefined ? value : value.replace(jwt, () => this.placeholder(jwt, owner));
  }
}

const BEARER = /^bearer (?=\{\{)/i;

function isAuthorization(key: string): boolean {
  return key.toLowerCase() === 'authorization';
}

export function isToken(text: string): boolean {
  return text.length >= MIN_TOKEN_LENGTH && !text.includes('{{') && !/[\s\\]/.test(text);
}

/** Variables whose value is a token are secret, whatever the source says. */
export function withSecretTokens<V extends VariableDraft>(variables: readonly V[]): V[] {
  return variables.map((variable) =>
    JWT.test(variable.value) ? { ...variable, secret: true as const } : variable,
  );
}
