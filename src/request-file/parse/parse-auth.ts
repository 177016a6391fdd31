/** Parses the `@auth` directive: a method and its parameters. */
import { isBlank, trimBlanks } from '../text/characters.js';
import type { Span } from '../model/diagnostic.js';
import type { Auth, AuthType } from '../model/model.js';
import type { ParseState } from './parse-state.js';
import { quotedEnd, unescapeQuoted } from '../text/quotes.js';
import { openingAt } from '../text/template.js';

interface AuthMethod {
  readonly type: AuthType;
  readonly parameters: readonly string[];
  /** How many parameters at the end may be left out. */
  readonly optional?: number;
}

const METHODS: readonly AuthMethod[] = [
  { type: 'bearer', parameters: ['token'] },
  { type: 'basic', parameters: ['username', 'password'] },
  { type: 'apiKey', parameters: ['headerName', 'value'] },
  { type: 'apiKeyQuery', parameters: ['paramName', 'value'] },
  { type: 'digest', parameters: ['username', 'password'] },
  {
    type: 'cloudsig',
    parameters: ['accessKey', 'secretKey', 'region', 'service', 'sessionToken'],
    optional: 1,
  },
  {
    type: 'oauth2_client_credentials',
    parameters: ['tokenUrl', 'clientId', 'clientSecret', 'scopes'],
    optional: 1,
  },
  {
    type: 'oauth2_password',
    parameters: ['tokenUrl', 'clientId', 'clientSecret', 'username', 'password', 'scopes'],
    optional: 1,
  },
  {
    type: 'oauth2_device_code',
    parameters: ['deviceUrl', 'tokenUrl', 'clientId', 'clientSecret', 'scopes'],
    optional: 1,
  },
  {
    type: 'oauth2_authorization_code',
    parameters: ['authorizeUrl', 'tokenUrl', 'clientId', 'clientSecret', 'scopes'],
    optional: 1,
  },
  { type: 'none', parameters: [] },
];
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['aws', 'cloudsig'],
  ['apikey-query', 'apikeyquery'],
]);
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['password', 'clientSecret']);

/** The spelling in messages and printed files; `oauth2` is followed by its grant. */
export const AUTH_METHODS = Object.fromEntries(
  METHODS.map(({ type }) => [type, type.replace('oauth2_', 'oauth2 ')]),
) as Readonly<Record<AuthType, string>>;

const METHODS_BY_WORD: ReadonlyMap<string, AuthMethod> = new Map(
  METHODS.map((method) => [AUTH_METHODS[method.type].toLowerCase(), method]),
);

export function readAuth(
  state: ParseState,
  value: string,
  nameSpan: Span,
  valueSpan: Span,
): Auth | undefined {
  const [word = ''] = /^(?:oauth2[ \t]+)?[^ \t]+/i.exec(value) ?? [];
  const key = word.toLowerCase().replace(/[ \t]+/, ' ');
  const method = METHODS_BY_WORD.get(ALIASES.get(key) ?? key);
  if (!method) {
    const { line, column } = valueSpan;
    const span = word === '' ? nameSpan : { line, column, endColumn: column + word.length };
    state.reportAt('unknown_auth_method', span, { word, list: Object.values(AUTH_METHODS).join(', ') });
    return undefined;
  }
  const rest = trimBlanks(value.slice(word.length));
  if (method.type === 'none') return { type: 'none', params: [] };
  const params = splitParameters(rest, method).map(unquote);
  const missing = missingParameter(method, params);
  if (missing === undefined) return { type: method.type, params: dropEmptyOptional(method, params) };
  state.reportAt('auth_parameters', value === '' ? nameSpan : valueSpan, {
    method: AUTH_METHODS[method.type],
    list: parameterList(method),
    name: missing,
  });
  return undefined;
}

function neededParameters({ parameters, optional = 0 }: AuthMethod): readonly string[] {
  return parameters.slice(0, parameters.length - optional);
}

function parameterList(method: AuthMethod): string {
  const needed = neededParameters(method).join(', ');
  return method.optional === undefined ? needed : `${needed} [, ${method.parameters.at(-1)}]`;
}

function missingParameter(method: AuthMethod, params: readonly string[]): string | undefined {
  return neededParameters(method).find(
    (name, i) => params[i] === undefined || (params[i] === '' && !MAY_BE_EMPTY.has(name)),
  );
}

function dropEmptyOptional(method: AuthMethod, params: readonly string[]): readonly string[] {
  const needed = neededParameters(method).length;
  return params.length > needed && params.at(-1) === '' ? params.slice(0, needed) : params;
}

function splitParameters(text: string, method: AuthMethod): string[] {
  if (text === '') return [];
  const maxParts = method.parameters.length;
  const needed = neededParameters(method).length;
  const byCommaBlank = split(text, maxParts, (at) => text[at] === ',' && isBlank(text.charCodeAt(at + 1)));
  if (byCommaBlank.length >= needed) return byCommaBlank;
  const byComma = split(text, maxParts, (at) => text[at] === ',');
  if (byComma.length > 1 || needed === 1) return byComma;
  return split(text, maxParts, (at) => isBlank(text.charCodeAt(at)));
}

/** Splits from left to right into up to `maxParts` parts; the last one takes the rest. */
function split(text: string, maxParts: number, separates: (at: number) => boolean): string[] {
  const parts: string[] = [];
  let start = 0;
  let quotes = true;
  for (let at = 0; at < text.length && parts.length < maxParts - 1; at++) {
    if (quotes && text[at] === '"') {
      const end = quotedEnd(text, at, text.length);
      quotes = end > 0;
      if (quotes) at = end - 1;
    } else if (text.startsWith('{{', at)) {
      at = openingAt(text, at, text.length).end - 1;
    } else if (separates(at)) {
      parts.push(trimBlanks(text.slice(start, at)));
      while (isBlank(text.charCodeAt(at + 1))) at++;
      start = at + 1;
    }
  }
  parts.push(trimBlanks(text.slice(start)));
  return parts;
}

function unquote(text: string): string {
  return text.length > 1 && text.startsWith('"') && quotedEnd(text, 0, text.length) === text.length
    ? unescapeQuoted(text)
    : text;
}
