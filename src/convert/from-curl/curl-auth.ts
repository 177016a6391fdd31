import type { Auth } from '../../request-file/model/model.js';
import type { CurlOptions } from './curl-options.js';
import { toTemplate } from './curl-text.js';

/** The password of `-u user`, which curl would prompt for. */
const PASSWORD_PLACEHOLDER = '{{curl_password}}';

/** As in curl, an explicit Authorization header overrides every flag. */
export function authOf(options: CurlOptions, userOfUrl: string | undefined, host: string): Auth | undefined {
  if (options.headers.some(({ key }) => key.toLowerCase() === 'authorization')) return undefined;
  const user = options.user ?? userOfUrl;
  if (options.sigv4 !== undefined) return cloudsig(options, options.sigv4, user, host);
  if (options.bearer !== undefined) return { type: 'bearer', params: [toTemplate(options.bearer)] };
  if (user === undefined) return undefined;
  return { type: options.digest ? 'digest' : 'basic', params: credentials(user) };
}

function credentials(user: string): [string, string] {
  const colon = user.indexOf(':');
  if (colon < 0) return [toTemplate(user), PASSWORD_PLACEHOLDER];
  return [toTemplate(user.slice(0, colon)), toTemplate(user.slice(colon + 1))];
}

/** `aws:amz:region:service`; omitted parts are taken from a host name such as `service.region.example.com`. */
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
    const params = [
      ...credentials(user),
      toTemplate(region || hostRegion),
      toTemplate(service || hostService),
    ];
    return { type: 'cloudsig', params };
  }
  return undefined;
}
