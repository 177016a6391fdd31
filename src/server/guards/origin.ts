import { LOOPBACK_HOSTS } from '../../http/serving/allowed-host.js';
import type { ServedPorts } from '../../http/serving/served-ports.js';
import { errorResponse } from '../call/error-response.js';
import type { RequestHead } from '../call/request-head.js';
import type { ApiResponse } from '../call/route.js';

/**
 * The origin itself when it is one of a page of this machine, on any port but those of mock servers and recording
 * proxies, which show pages of others. Hosts are compared whole.
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
 * Which pages may speak to the API; a program other than a browser sends no origin. `permitted` is an origin that may,
 * though it is not the server's own, which alone does not open the WebSocket.
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

/** Another port of this machine is `same-site`, another name of it `cross-site`: pages of either have to be permitted. */
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
