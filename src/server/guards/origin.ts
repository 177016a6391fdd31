import { LOOPBACK_HOSTS } from '../../http/own-host.js';
import { errorAnswer } from '../error-response.js';
import type { RequestHead } from '../request-head.js';
import type { Answer } from '../route.js';

/** Which pages may speak to the API (server.md 2.2); a program other than a browser sends no origin. */
export function checkOrigin(
  { origin, host }: Pick<RequestHead, 'origin' | 'host'>,
  isSocket: boolean,
): Answer | undefined {
  if (origin === undefined || isLoopbackOrigin(origin)) return undefined;
  if (!isSocket && isSameOrigin(origin, host)) return undefined;
  return errorAnswer(403, `origin not allowed: ${origin}`);
}

/** Hosts are compared whole. */
export function isLoopbackOrigin(origin: string): boolean {
  const [, , host = ''] = ORIGIN.exec(origin) ?? [];
  return LOOPBACK_HOSTS.has(host.toLowerCase());
}

/** A page on `localhost` that calls `127.0.0.1` counts as cross-site, so `--cors` has to let it in. */
export function checkFetchSite(
  site: string | undefined,
  { origin }: Pick<RequestHead, 'origin'>,
  cors: boolean,
): Answer | undefined {
  if (site === undefined || OWN_SITES.has(site)) return undefined;
  if (site === 'cross-site' && cors && origin !== undefined && isLoopbackOrigin(origin)) return undefined;
  return errorAnswer(403, 'cross-site request refused');
}

const OWN_SITES: ReadonlySet<string> = new Set(['none', 'same-origin', 'same-site']);
const ORIGIN = /^(https?):\/\/(\[[0-9a-f:.]+\]|[^\s:@/?#\\[\]]+)(?::([0-9]{1,5}))?$/i;
const HOST_AND_PORT = /^(\[[^\]]*\]|[^:]*)(?::([0-9]*))?$/;

function isSameOrigin(origin: string, host: string): boolean {
  const [, scheme = '', originHost = '', originPort] = ORIGIN.exec(origin) ?? [];
  const [, ownHost = '', ownPort] = HOST_AND_PORT.exec(host) ?? [];
  if (scheme.toLowerCase() !== 'http' || originHost === '') return false;
  return originHost.toLowerCase() === ownHost.toLowerCase() && (originPort ?? '80') === (ownPort || '80');
}
