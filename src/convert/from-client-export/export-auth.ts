/** Authentication of requests and folders (cli.md 10.4). */
import { mapping, text, type Mapping } from '../../documents/plain-data.js';
import type { Auth } from '../../request-file/model/model.js';
import type { Pair } from '../draft.js';
import type { TemplateReader } from './template.js';

export interface ExportAuth {
  readonly auth?: Auth;
  readonly headers: readonly Pair[];
  readonly cookies: readonly Pair[];
}

const NOTHING: ExportAuth = { headers: [], cookies: [] };

/** Authentication that says something and is not switched off. */
export function isAuth(value: unknown): boolean {
  const auth = mapping(value);
  return auth !== undefined && text(auth['type']) !== '' && auth['disabled'] !== true;
}

export function readAuth(
  value: unknown,
  templates: TemplateReader,
  lose: (reason: string) => void,
): ExportAuth {
  const auth = mapping(value) ?? {};
  const part = (name: string): string => templates.read(auth[name]);
  switch (auth['type']) {
    case 'none':
      return NOTHING;
    case 'bearer':
      return bearer(part('token'), part('prefix').trim());
    case 'basic':
    case 'digest':
      return { ...NOTHING, auth: { type: auth['type'], params: [part('username'), part('password')] } };
    case 'apikey':
      return apiKey(part, text(auth['addTo']));
    case 'iam': {
      const session = part('sessionToken');
      const params = [
        part('accessKeyId'),
        part('secretAccessKey'),
        part('region') || 'us-east-1',
        part('service'),
      ];
      return {
        ...NOTHING,
        auth: { type: 'cloudsig', params: session === '' ? params : [...params, session] },
      };
    }
    case 'oauth2':
      return oauth2(auth, part, lose);
    default:
      lose(`authentication of the type ${text(auth['type'])} has no counterpart`);
      return NOTHING;
  }
}

function bearer(token: string, prefix: string): ExportAuth {
  if (prefix === '' || prefix.toLowerCase() === 'bearer')
    return { ...NOTHING, auth: { type: 'bearer', params: [token] } };
  const value = prefix === 'NO_PREFIX' ? token : `${prefix} ${token}`;
  return { ...NOTHING, headers: [{ key: 'Authorization', value }] };
}

function apiKey(part: (name: string) => string, place: string): ExportAuth {
  const pair = { key: part('key'), value: part('value') };
  if (place === 'cookie') return { ...NOTHING, cookies: [pair] };
  const type = place === 'queryParams' ? 'apiKeyQuery' : 'apiKey';
  return { ...NOTHING, auth: { type, params: [pair.key, pair.value] } };
}

function oauth2(auth: Mapping, part: (name: string) => string, lose: (reason: string) => void): ExportAuth {
  const client = [part('accessTokenUrl'), part('clientId'), part('clientSecret')];
  const scope = part('scope').trim();
  const scopes = scope === '' ? [] : [scope.split(/[\s,]+/).join(',')];
  const grant = text(auth['grantType']);
  if (client[0] !== '' && grant === 'client_credentials')
    return { ...NOTHING, auth: { type: 'oauth2_client_credentials', params: [...client, ...scopes] } };
  if (client[0] !== '' && grant === 'password') {
    const params = [...client, part('username'), part('password'), ...scopes];
    return { ...NOTHING, auth: { type: 'oauth2_password', params } };
  }
  lose(`OAuth2 with the grant ${grant || '(none)'} has no counterpart`);
  return NOTHING;
}
