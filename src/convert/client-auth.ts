/** Authentication that collections and client exports describe alike. */
import type { Auth } from '../request-file/model/model.js';

/** Reads a parameter of the authentication by its name. */
export type AuthPart = (name: string) => string;

export function cloudsigAuth(part: AuthPart, accessKey: string, secretKey: string): Auth {
  const session = part('sessionToken');
  const params = [part(accessKey), part(secretKey), part('region') || 'us-east-1', part('service')];
  return { type: 'cloudsig', params: session === '' ? params : [...params, session] };
}

/** Undefined for grants without a counterpart, such as those that need a browser. */
export function oauth2Auth(part: AuthPart, grant: string): Auth | undefined {
  const client = [part('accessTokenUrl'), part('clientId'), part('clientSecret')];
  const scope = part('scope').trim();
  const scopes = scope === '' ? [] : [scope.split(/[\s,]+/).join(',')];
  if (client[0] === '') return undefined;
  if (grant === 'client_credentials')
    return { type: 'oauth2_client_credentials', params: [...client, ...scopes] };
  if (grant !== 'password') return undefined;
  return { type: 'oauth2_password', params: [...client, part('username'), part('password'), ...scopes] };
}
