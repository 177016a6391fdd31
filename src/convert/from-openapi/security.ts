/** Converts security requirements to `@auth`, headers, query lines and cookies. */
import { list, mapping, member, text } from '../../documents/plain-data.js';
import type { Auth } from '../../request-file/model/model.js';
import type { PairDraft } from '../import-draft.js';
import { convertOauthFlow, type Scheme } from './oauth-flow.js';
import type { ApiContext, OperationContext } from './operation-context.js';
import type { SentParameters } from './parameters.js';
import { pointerStep } from '../../primitives/json-pointer.js';

export interface SentCredentials extends Omit<SentParameters, 'comments'> {
  readonly auth: Auth | undefined;
}

/** Uses the first alternative: one method becomes `@auth`, further API keys are sent as parameters. */
export function convertSecurity(context: OperationContext): SentCredentials {
  const sent = { headers: [] as PairDraft[], query: [] as PairDraft[], cookies: [] as PairDraft[] };
  let auth: Auth | undefined;
  const [keys, others] = partition(schemesOf(context));
  for (const scheme of others) {
    const found = authOf(scheme, context);
    if (found !== undefined && auth !== undefined)
      loseAt(context, `${scheme.name} is a second way to sign in, which has no counterpart`);
    else auth ??= found;
  }
  for (const { name, value } of keys) {
    const parameter = text(value['name']);
    const key = context.api.variables.reserve(`${name}_key`);
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

/** Reported at the requirement, which is often shared by all operations. */
function loseAt(context: OperationContext, reason: string): void {
  const { found, api } = context;
  if (found.operation['security'] === undefined) api.shared.lose('/security', reason);
  else context.lose('/security', reason);
}

function schemesOf(context: OperationContext): Scheme[] {
  const { root, version, main } = context.api;
  const [first] = list(context.found.operation['security'] ?? root['security']);
  const defined =
    version === '2.0' ? root['securityDefinitions'] : mapping(root['components'])?.['securitySchemes'];
  return Object.entries(mapping(first) ?? {}).flatMap(([name, scopes]) => {
    const written = member(defined, name);
    if (mapping(written) === undefined) {
      loseAt(context, `the security scheme ${name} is not defined`);
      return [];
    }
    const { value } = context.resolveMapping(written, main, '/security');
    return { name, value, scopes: list(scopes).filter((scope) => typeof scope === 'string') };
  });
}

function authOf(scheme: Scheme, { api }: OperationContext): Auth | undefined {
  const { name, value } = scheme;
  const part = (word: string): string => api.variables.reserve(`${name}_${word}`);
  const kind = text(value['type']);
  const method = kind === 'http' ? text(value['scheme']).toLowerCase() : kind;
  switch (method) {
    case 'bearer':
      return { type: 'bearer', params: [part('token')] };
    case 'basic':
    case 'digest':
      return { type: method, params: [part('username'), part('password')] };
    case 'oauth2': {
      const auth = convertOauthFlow(scheme, api, part);
      if (auth !== undefined) return auth;
      loseScheme(scheme, api, 'this OAuth2 flow has no counterpart; a token is sent as it is');
      return { type: 'bearer', params: [part('token')] };
    }
    case 'openIdConnect':
      loseScheme(scheme, api, 'OpenID Connect has no counterpart; a token is sent as it is');
      return { type: 'bearer', params: [part('token')] };
    case 'mutualTLS':
      loseScheme(scheme, api, 'client certificates are given when running, with --cert and --key');
      return undefined;
    default:
      loseScheme(scheme, api, 'this kind of security scheme has no counterpart');
      return undefined;
  }
}

function loseScheme({ name }: Scheme, { version, shared }: ApiContext, reason: string): void {
  const schemes = version === '2.0' ? '/securityDefinitions' : '/components/securitySchemes';
  shared.lose(schemes + pointerStep(name), reason);
}
