/** `auth` of requests, folders and collections (cli.md 10.3). */
import { list, mapping, text } from '../../documents/plain-data.js';
import type { Auth } from '../../request-file/model/model.js';
import type { TemplateReader } from './template.js';

/** Undefined when there is none; `lose` is told what has no counterpart. */
export function readAuth(
  value: unknown,
  templates: TemplateReader,
  lose: (reason: string) => void,
): Auth | undefined {
  const auth = mapping(value);
  const type = text(auth?.['type']);
  const given = parameters(auth?.[type]);
  const part = (name: string): string => templates.read(given.get(name));
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
    case 'awsv4': {
      const session = part('sessionToken');
      const params = [part('accessKey'), part('secretKey'), part('region') || 'us-east-1', part('service')];
      return { type: 'cloudsig', params: session === '' ? params : [...params, session] };
    }
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

function oauth2(part: (name: string) => string, lose: (reason: string) => void): Auth | undefined {
  const grant = part('grant_type');
  const client = [part('accessTokenUrl'), part('clientId'), part('clientSecret')];
  const scopes =
    part('scope').trim() === ''
      ? []
      : [
          part('scope')
            .trim()
            .split(/[\s,]+/)
            .join(','),
        ];
  if (grant === 'client_credentials' && client[0] !== '')
    return { type: 'oauth2_client_credentials', params: [...client, ...scopes] };
  if (grant.startsWith('password') && client[0] !== '')
    return { type: 'oauth2_password', params: [...client, part('username'), part('password'), ...scopes] };
  const token = part('accessToken');
  lose(
    `OAuth2 ${grant} has no counterpart${token === '' ? '' : '; the stored token is sent'}`.replace(
      '  ',
      ' ',
    ),
  );
  return token === '' ? undefined : { type: 'bearer', params: [token] };
}
