/** Converts the authentication of requests and folders. */
import { mapping, text, type Mapping } from '../../documents/plain-data.js';
import type { Auth } from '../../request-file/model/model.js';
import { cloudsigAuth, oauth2Auth, type AuthPart } from '../client-auth.js';
import type { PartReader } from '../client-entries.js';
import type { PairDraft } from '../import-draft.js';

export interface ExportAuth {
  readonly auth?: Auth;
  readonly headers: readonly PairDraft[];
  readonly cookies: readonly PairDraft[];
}

const NOTHING: ExportAuth = { headers: [], cookies: [] };

/** Whether the value is an authentication that is not disabled. */
export function isAuth(value: unknown): boolean {
  const auth = mapping(value);
  return auth !== undefined && text(auth['type']) !== '' && auth['disabled'] !== true;
}

export function readAuth(value: unknown, { read, lose }: PartReader): ExportAuth {
  const auth = mapping(value) ?? {};
  const part = (name: string): string => read(auth[name]);
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
    case 'iam':
      return { ...NOTHING, auth: cloudsigAuth(part, 'accessKeyId', 'secretAccessKey') };
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

function apiKey(part: AuthPart, place: string): ExportAuth {
  const pair = { key: part('key'), value: part('value') };
  if (place === 'cookie') return { ...NOTHING, cookies: [pair] };
  const type = place === 'queryParams' ? 'apiKeyQuery' : 'apiKey';
  return { ...NOTHING, auth: { type, params: [pair.key, pair.value] } };
}

function oauth2(value: Mapping, part: AuthPart, lose: PartReader['lose']): ExportAuth {
  const grant = text(value['grantType']);
  const auth = oauth2Auth(part, grant);
  if (auth !== undefined) return { ...NOTHING, auth };
  lose(`OAuth2 with the grant ${grant || '(none)'} has no counterpart`);
  return NOTHING;
}
