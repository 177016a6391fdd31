/** Redirects of fetched pages (mcp.md 4.6): what leads elsewhere takes almost nothing along. */
import { withEarlierExchanges } from '../http/wraps/earlier-exchanges.js';
import { headerValues, withoutHeaders } from '../http/message/header-list.js';
import type { HeaderList, HttpRequest, HttpResponse, Wrap } from '../http/message/message.js';
import { BlockedTarget } from '../http/connections/public-network.js';
import { FetchFailure } from './rules/fetch-failure.js';
import { withDefaults } from './rules/request-rules.js';
import { readUrl } from './rules/url-rules.js';

export interface HopRules {
  readonly follow: boolean;
  readonly max: number;
  /** Of the fetcher itself: sent again where those of the caller stay behind. */
  readonly defaults: HeaderList;
}

const TO_GET: ReadonlySet<number> = new Set([301, 302, 303]);
const SAME_METHOD: ReadonlySet<number> = new Set([307, 308]);
const KEPT: ReadonlySet<string> = new Set(['accept', 'accept-language', 'user-agent']);

export function followHops(rules: HopRules): Wrap {
  return (next) => async (first) => {
    let request = first;
    let response = await judged(() => next(first), 0);
    for (let followed = 0; rules.follow; followed++) {
      const location = redirectLocation(response.statusCode, response.headers);
      if (location === undefined) break;
      if (followed === rules.max) throw tooMany(rules.max);
      const hop = nextHop(request, response, location, followed + 1, rules.defaults);
      response = await judged(() => withEarlierExchanges(response, () => next(hop)), followed + 1);
      request = hop;
    }
    return response;
  };
}

/** Undefined: this answer leads nowhere. */
export function redirectLocation(status: number, headers: HeaderList): string | undefined {
  if (!TO_GET.has(status) && !SAME_METHOD.has(status)) return undefined;
  return headerValues(headers, 'location')[0]?.trim() || undefined;
}

function tooMany(max: number): FetchFailure {
  return new FetchFailure('too_many_redirects', `stopped at redirect ${max + 1}; the limit is ${max}`);
}

async function judged(send: () => Promise<HttpResponse>, redirect: number): Promise<HttpResponse> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof BlockedTarget)) throw error;
    const where = redirect === 0 ? '' : ` (redirect ${redirect})`;
    const { host, port } = error;
    throw new FetchFailure(
      'blocked_target',
      port === undefined
        ? `${host} is not a public network target${where}`
        : `port ${port} is not open to public targets${where}`,
    );
  }
}

function nextHop(
  request: HttpRequest,
  response: HttpResponse,
  location: string,
  number: number,
  defaults: HeaderList,
): HttpRequest {
  const subject = `redirect target ${number}`;
  const resolved = isAbsolute(location) ? location : URL.parse(location, request.url)?.href;
  const url = readUrl(resolved ?? '', subject);
  const keepsBody = SAME_METHOD.has(response.statusCode) || isSafe(request.method);
  const body = keepsBody ? request.body : null;
  const leaves = new URL(url).origin !== new URL(request.url).origin;
  if (leaves && body !== null && !isUpgrade(request.url, url))
    throw new FetchFailure('unsupported_request', 'the redirect would send the body to another origin');
  const originLeft = leaves || request.hop?.originLeft === true;
  const isKept = (name: string): boolean => KEPT.has(name) || (name === 'content-type' && body !== null);
  let { headers } = request;
  if (!keepsBody) headers = withoutHeaders(headers, (name) => name.startsWith('content-'));
  if (leaves) headers = withoutHeaders(headers, (name) => !isKept(name));
  return {
    ...request,
    url,
    method: keepsBody ? request.method : 'GET',
    body,
    headers: withDefaults(headers, defaults),
    hop: { originLeft },
  };
}

/** Judged as it is written: the URL standard would forgive too much. */
function isAbsolute(location: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(location);
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** The same host, now with TLS. */
function isUpgrade(from: string, to: string): boolean {
  const [old, target] = [new URL(from), new URL(to)];
  const isDefault = old.port === '' && target.port === '';
  return (
    isDefault && old.protocol === 'http:' && target.protocol === 'https:' && old.hostname === target.hostname
  );
}
