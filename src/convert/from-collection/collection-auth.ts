/** Converts `auth` of requests, folders and collections. */
import { list, mapping, text } from '../../documents/plain-data.js';
import type { Auth } from '../../request-file/model/model.js';
import { cloudsigAuth, oauth2Auth, type AuthPart } from '../client-auth.js';
import type { PartReader } from '../client-entries.js';

/** Undefined when there is none. */
export function readAuth(value: unknown, { read, lose }: PartReader): Auth | undefined {
  const auth = mapping(value);
  const type = text(auth?.['type']);
  const params = parameters(auth?.[type]);
  const part = (name: string): string => read(params.get(name));
  switch (type) {
    case '':
    case 'noauth':
      return undefined;
    case 'bearer':
      return { type, params: [part('token')] };
    case 'basic':
    case 'digest':
      return { type, params: [part('username'), part('password')] };
    case 'apikey': {
      const where = part('in').toLowerCase() === 'query' ? 'apiKeyQuery' : 'apiKey';
      return { type: where, params: [part('key'), part('value')] };
    }
    case 'awsv4':
      return cloudsigAuth(part, 'accessKey', 'secretKey');
    case 'oauth2':
      return oauth2(part, lose);
    default:
      lose(`authentication of the type ${type} has no counterpart`);
      return undefined;
  }
}

/** A list of keys and values in 2.1, an object in 2.0. */
function parameters(value: unknown): ReadonlyMap<string, unknown> {
  if (!Array.isArray(value)) return new Map(Object.entries(mapping(value) ?? {}));
  return new Map(
    list(value).flatMap((entry) => {
      const found = mapping(entry);
      return found === undefined ? [] : [[text(found['key']), found['value']] as const];
    }),
  );
}

function oauth2(part: AuthPart, lose: PartReader['lose']): Auth | undefined {
  const grant = part('grant_type');
  const auth = oauth2Auth(part, grant.startsWith('password') ? 'password' : grant);
  if (auth !== undefined) return auth;
  const token = part('accessToken');
  const more = token === '' ? '' : '; the stored token is sent';
  lose(`OAuth2 ${grant} has no counterpart${more}`.replace('  ', ' '));
  return token === '' ? undefined : { type: 'bearer', params: [token] };
}
