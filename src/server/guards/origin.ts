import { LOOPBACK_HOSTS } from '../../http/serving/allowed-host.js';
import type { ServedPorts } from '../../http/serving/served-ports.js';
import { errorResponse } from '../call/error-response.js';
import type { RequestHead } from '../call/request-head.js';
import type { ApiResponse } from '../call/route.js';

/**
 * The origin itself if it belongs to this machine, on any port except those of mock servers and recording proxies, which
 * show pages of other origins. Hosts are compared whole.
 */
export async function loopbackOrigin(
  origin: string | undefined,
  ports: Pick<ServedPorts, 'has'>,
): Promise<string | undefined> {
  const [, scheme = '', host = '', port] = ORIGIN.exec(origin ?? '') ?? [];
  if (!LOOPBACK_HOSTS.has(host.toLowerCase())) return undefined;
  // Only the port counts: one server may be reached under every name of this machine.
  const number = Number(port ?? (scheme.toLowerCase() === 'https' ? 443 : 80));
  return (await ports.has(number)) ? undefined : origin;
}

/**
 * Checks which pages may use the API; programs other than browsers send no origin. `permitted` is a permitted origin other
 * than the server's own, which is not enough for the WebSocket.
 */
export function checkOrigin(
  { origin, host }: Pick<RequestHead, 'origin' | 'host'>,
  isSocket: boolean,
  permitted: string | undefined,
): ApiResponse | undefined {
  if (origin === undefined || origin === permitted) return undefined;
  if (!isSocket && isSameOrigin(origin, host)) return undefined;
  return errorResponse(403, `origin not allowed: ${origin}`);
}

/** Another port of this machine is `same-site` and another name of it `cross-site`, so both need a permitted origin. */
export function checkFetchSite(
  site: string | undefined,
  permitted: string | undefined,
): ApiResponse | undefined {
  if (site === undefined || OWN_SITES.has(site)) return undefined;
  if (OTHER_SITES.has(site) && permitted !== undefined) return undefined;
  return errorResponse(403, 'cross-site request refused');
}

const OWN_SITES: ReadonlySet<string> = new Set(['none', 'same-origin']);
const OTHER_SITES: ReadonlySet<string> = new Set(['same-site', 'cross-site']);
const ORIGIN = /^(https?):\/\/(\[[0-9a-f:.]+\]|[^\s:@/?#\\[\]]+)(?::([0-9]{1,5}))?$/i;
const HOST_AND_PORT = /^(\[[^\]]*\]|[^:]*)(?::([0-9]*))?$/;

function isSameOrigin(origin: string, host: string): boolean {
  const [, scheme = '', originHost = '', originPort] = ORIGIN.exec(origin) ?? [];
  const [, ownHost = '', ownPort] = HOST_AND_PORT.exec(host) ?? [];
  if (scheme.toLowerCase() !== 'http' || originHost === '') return false;
  return originHost.toLowerCase() === ownHost.toLowerCase() && (originPort ?? '80') === (ownPort || '80');
}
