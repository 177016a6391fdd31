import type { Auth } from '../../request-file/model/model.js';
import { cloudsigAuth, oauth2Auth } from '../client-auth.js';
import type { BrunoAuth } from './bruno-item.js';

/** The nearest authentication that does not leave it to the folder around; undefined for none. */
export function convertAuth(
  { mode, part: written }: BrunoAuth,
  read: (text: string) => string,
  lose: (reason: string) => void,
): Auth | undefined {
  const part = (name: string): string => read(written(name));
  switch (mode.toLowerCase()) {
    case 'none':
      return undefined;
    case 'bearer':
      return { type: 'bearer', params: [part('token')] };
    case 'basic':
    case 'digest':
      return { type: mode.toLowerCase() as 'basic' | 'digest', params: [part('username'), part('password')] };
    case 'apikey': {
      const inQuery = /query/i.test(part('placement'));
      return { type: inQuery ? 'apiKeyQuery' : 'apiKey', params: [part('key'), part('value')] };
    }
    case 'awsv4':
      if (part('profileName') !== '')
        lose(`credentials of the profile ${part('profileName').slice(0, 100)} are not looked up`);
      return cloudsigAuth(part, 'accessKeyId', 'secretAccessKey');
    case 'oauth2':
      return oauth2(part, lose);
    default:
      lose(`authentication of the type ${mode.slice(0, 50)} has no counterpart`);
      return undefined;
  }
}

const OAUTH2_PARTS: Readonly<Record<string, string>> = {
  accessTokenUrl: 'access_token_url',
  clientId: 'client_id',
  clientSecret: 'client_secret',
};

function oauth2(part: (name: string) => string, lose: (reason: string) => void): Auth | undefined {
  const grant = part('grant_type') || part('flow');
  const auth = oauth2Auth(
    (name) => part(OAUTH2_PARTS[name] ?? name),
    grant === 'resource_owner_password_credentials' ? 'password' : grant,
  );
  if (auth === undefined) lose(`OAuth2 ${grant} has no counterpart`.replace('  ', ' '));
  else if (/^(?:url|query)/i.test(part('token_placement')))
    lose('the token is sent in the Authorization header, not in the URL');
  else if (part('token_header_prefix') !== '' && !/^bearer$/i.test(part('token_header_prefix')))
    lose('the token is sent with the prefix Bearer, not with another one');
  return auth;
}
