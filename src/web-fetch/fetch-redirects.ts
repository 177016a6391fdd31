/** Redirects of fetched pages: a request that leaves its origin takes almost nothing along. */
import { withoutHeaders } from '../http/message/header-list.js';
import type { HeaderList, Wrap } from '../http/message/message.js';
import { BlockedTarget } from '../http/connections/public-network.js';
import { followChain, type Redirect, type RedirectHop } from '../http/wraps/redirect-chain.js';
import { FetchFailure } from './rules/fetch-failure.js';
import { withDefaults } from './rules/request-rules.js';
import { readUrl } from './rules/url-rules.js';

const MAX_REDIRECT_COUNT = 10;
const KEPT: ReadonlySet<string> = new Set(['accept', 'accept-language', 'user-agent']);

/** `defaults` are the headers of the fetcher itself, sent again where those of the caller are dropped. */
export function followFetchRedirects(follow: boolean, defaults: HeaderList): Wrap {
  return followChain({
    follow,
    max: MAX_REDIRECT_COUNT,
    keepsSafeRequests: true,
    resolveTarget,
    checkBody,
    headersFor: (hop) => withDefaults(keptHeaders(hop), defaults),
    createLimitFailure: () =>
      new FetchFailure(
        'too_many_redirects',
        `stopped at redirect ${MAX_REDIRECT_COUNT + 1}; the limit is ${MAX_REDIRECT_COUNT}`,
      ),
    translateFailure,
  });
}

/** An absolute target is checked as it is written, because the URL standard would repair too much. */
function resolveTarget({ request, location, number }: Redirect): string {
  const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(location);
  const resolved = isAbsolute ? location : URL.parse(location, request.url)?.href;
  return readUrl(resolved ?? '', `redirect target ${number}`);
}

function checkBody({ request, url, body, leavesOrigin }: RedirectHop): void {
  if (leavesOrigin && body !== null && !isUpgrade(request.url, url))
    throw new FetchFailure('unsupported_request', 'the redirect would send the body to another origin', {
      hint: 'fetch it with no_follow to see the target, and send the request there if that is meant',
    });
}

/** The same host, now with TLS. */
function isUpgrade(from: string, to: string): boolean {
  const [old, target] = [new URL(from), new URL(to)];
  const isDefault = old.port === '' && target.port === '';
  return (
    isDefault && old.protocol === 'http:' && target.protocol === 'https:' && old.hostname === target.hostname
  );
}

function keptHeaders({ request, body, keepsBody, leavesOrigin }: RedirectHop): HeaderList {
  const isKept = (name: string): boolean => KEPT.has(name) || (name === 'content-type' && body !== null);
  let { headers } = request;
  if (!keepsBody) headers = withoutHeaders(headers, (name) => name.startsWith('content-'));
  if (leavesOrigin) headers = withoutHeaders(headers, (name) => !isKept(name));
  return headers;
}

function translateFailure(error: unknown, redirect: number): unknown {
  if (!(error instanceof BlockedTarget)) return error;
  const where = redirect === 0 ? '' : ` (redirect ${redirect})`;
  const { host, port } = error;
  return new FetchFailure(
    'blocked_target',
    port === undefined
      ? `${host} is not a public network target${where}`
      : `port ${port} is not open to public targets${where}`,
  );
}
