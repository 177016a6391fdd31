/** Security requirements as `@auth`, headers, query lines and cookies (cli.md 10.2). */
import type { ApiOperation, ApiVersion } from '../../documents/api-operations.js';
import { list, mapping, member, pointerStep, text, type Mapping } from '../../documents/plain-data.js';
import type { Home } from '../../documents/references.js';
import type { Auth } from '../../request-file/model/model.js';
import type { Pair } from '../draft.js';
import type { FileVariables } from '../file-variables.js';
import { oauthAuth } from './oauth-flow.js';
import type { OperationContext } from './operation-reading.js';
import type { SharedLosses } from '../shared-losses.js';

export interface SentCredentials {
  readonly auth: Auth | undefined;
  readonly headers: readonly Pair[];
  readonly query: readonly Pair[];
  readonly cookies: readonly Pair[];
}

export interface SecurityContext {
  readonly version: ApiVersion;
  readonly reading: OperationContext;
  readonly variables: FileVariables;
  /** The document that defines the schemes. */
  readonly main: Home;
  readonly baseUrl: string;
  /** Takes what many operations lose alike, once. */
  readonly shared: SharedLosses;
}

interface Scheme {
  readonly name: string;
  readonly value: Mapping;
  readonly scopes: readonly string[];
}

/** The first alternative; one method becomes `@auth`, keys beside it are sent as they are. */
export function sentCredentials({ operation }: ApiOperation, context: SecurityContext): SentCredentials {
  const sent = { headers: [] as Pair[], query: [] as Pair[], cookies: [] as Pair[] };
  let auth: Auth | undefined;
  const [keys, others] = partition(schemesOf(operation, context));
  for (const scheme of others) {
    const found = authOf(scheme, context);
    if (found !== undefined && auth !== undefined)
      loseAt(operation, context, `${scheme.name} is a second way to sign in, which has no counterpart`);
    else auth ??= found;
  }
  for (const { name, value } of keys) {
    const parameter = text(value['name']);
    const key = context.variables.reserve(`${name}_key`);
    const pair = { key: parameter, value: key };
    if (value['in'] === 'cookie') sent.cookies.push(pair);
    else if (auth !== undefined) (value['in'] === 'query' ? sent.query : sent.headers).push(pair);
    else auth = { type: value['in'] === 'query' ? 'apiKeyQuery' : 'apiKey', params: [parameter, key] };
  }
  return { auth, ...sent };
}

function partition(schemes: readonly Scheme[]): [Scheme[], Scheme[]] {
  const isKey = ({ value }: Scheme): boolean => value['type'] === 'apiKey' && text(value['name']) !== '';
  return [schemes.filter(isKey), schemes.filter((scheme) => !isKey(scheme))];
}

/** At the requirement, which often stands for all operations. */
function loseAt(operation: Mapping, { reading, shared }: SecurityContext, reason: string): void {
  if (operation['security'] === undefined) shared.lose('/security', reason);
  else reading.lose('/security', reason);
}

function schemesOf(operation: Mapping, context: SecurityContext): Scheme[] {
  const { version, reading, main } = context;
  const [first] = list(operation['security'] ?? reading.root['security']);
  const defined =
    version === '2.0'
      ? reading.root['securityDefinitions']
      : mapping(reading.root['components'])?.['securitySchemes'];
  return Object.entries(mapping(first) ?? {}).flatMap(([name, scopes]) => {
    const written = member(defined, name);
    if (mapping(written) === undefined) {
      loseAt(operation, context, `the security scheme ${name} is not defined`);
      return [];
    }
    const { value } = reading.mappingAt(written, main, '/security');
    return { name, value, scopes: list(scopes).filter((scope) => typeof scope === 'string') };
  });
}

function authOf(scheme: Scheme, context: SecurityContext): Auth | undefined {
  const { name, value } = scheme;
  const part = (word: string): string => context.variables.reserve(`${name}_${word}`);
  const kind = text(value['type']);
  const method = kind === 'http' ? text(value['scheme']).toLowerCase() : kind;
  switch (method) {
    case 'bearer':
      return { type: 'bearer', params: [part('token')] };
    case 'basic':
    case 'digest':
      return { type: method, params: [part('username'), part('password')] };
    case 'oauth2': {
      const auth = oauthAuth(scheme, context, part);
      if (auth !== undefined) return auth;
      loseScheme(scheme, context, 'this OAuth2 flow has no counterpart; a token is sent as it is');
      return { type: 'bearer', params: [part('token')] };
    }
    case 'openIdConnect':
      loseScheme(scheme, context, 'OpenID Connect has no counterpart; a token is sent as it is');
      return { type: 'bearer', params: [part('token')] };
    case 'mutualTLS':
      loseScheme(scheme, context, 'client certificates are given when running, with --cert and --key');
      return undefined;
    default:
      loseScheme(scheme, context, 'this kind of security scheme has no counterpart');
      return undefined;
  }
}

function loseScheme({ name }: Scheme, { version, shared }: SecurityContext, reason: string): void {
  const schemes = version === '2.0' ? '/securityDefinitions' : '/components/securitySchemes';
  shared.lose(schemes + pointerStep(name), reason);
}
