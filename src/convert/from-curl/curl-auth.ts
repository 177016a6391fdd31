import type { Auth } from '../../request-file/model/model.js';
import type { CurlOptions } from './curl-options.js';
import { curlText } from './curl-text.js';

/** The password of `-u user`, for which curl would ask. */
const ASKED_PASSWORD = '{{curl_password}}';

/** A written Authorization header beats every flag, as in curl. */
export function authOf(options: CurlOptions, userOfUrl: string | undefined, host: string): Auth | undefined {
  if (options.headers.some(({ key }) => key.toLowerCase() === 'authorization')) return undefined;
  const user = options.user ?? userOfUrl;
  if (options.sigv4 !== undefined) return cloudsig(options, options.sigv4, user, host);
  if (options.bearer !== undefined) return { type: 'bearer', params: [curlText(options.bearer)] };
  if (user === undefined) return undefined;
  return { type: options.digest ? 'digest' : 'basic', params: credentials(user) };
}

function credentials(user: string): [string, string] {
  const colon = user.indexOf(':');
  if (colon < 0) return [curlText(user), ASKED_PASSWORD];
  return [curlText(user.slice(0, colon)), curlText(user.slice(colon + 1))];
}

/** `aws:amz:region:service`; what is left out stands in the host name, as `service.region.example.com`. */
function cloudsig(
  options: CurlOptions,
  setting: string,
  user: string | undefined,
  host: string,
): Auth | undefined {
  const [provider = '', second = 'amz', region, service] = setting.split(':');
  const [hostService = '', hostRegion = ''] = host.replace(/:\d*$/, '').split('.');
  if (user === undefined) options.losses.push('--aws-sigv4 signs nothing without -u');
  else if (provider.toLowerCase() !== 'aws' || second.toLowerCase() !== 'amz')
    options.losses.push('--aws-sigv4 of another provider has no counterpart');
  else {
    const params = [...credentials(user), curlText(region || hostRegion), curlText(service || hostService)];
    return { type: 'cloudsig', params };
  }
  return undefined;
}
