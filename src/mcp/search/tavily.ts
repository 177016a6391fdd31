/** The search provider `tavily`. */
import { headerValue } from '../../http/message/headers.js';
import { fetchBounded, type Fetched, type FetchNetwork } from '../../web-fetch/bounded-fetch.js';
import { FetchFailure } from '../../web-fetch/rules/fetch-failure.js';
import { version } from '../../version.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import type { Candidate, SearchInput, SearchProvider } from './search-provider.js';
import { ToolFailure } from '../protocol/tool-failure.js';

export interface TavilyOptions {
  readonly key: string;
  readonly network: FetchNetwork;
  readonly timeoutMs: number;
  readonly endpoint: string;
}

export const TAVILY_ENDPOINT = 'https://api.tavily.com/search';
const MAX_TIMEOUT_MS = 15_000;
const MAX_RESPONSE_BYTES = 512 * 1024;

export function tavily(options: TavilyOptions): SearchProvider {
  return {
    name: 'tavily',
    maxQueryChars: 400,
    filters: { language: false },
    search: async (input, signal) => readCandidates(await sendSearch(input, options, signal)),
  };
}

async function sendSearch(
  input: SearchInput,
  { key, network, timeoutMs, endpoint }: TavilyOptions,
  signal: AbortSignal,
): Promise<Fetched> {
  try {
    return await fetchBounded({
      network,
      signal,
      timeout: Math.min(timeoutMs, MAX_TIMEOUT_MS),
      maxBodyBytes: MAX_RESPONSE_BYTES,
      follow: false,
      defaults: [['Accept-Encoding', 'gzip, deflate, br']],
      request: {
        method: 'POST',
        url: endpoint,
        headers: [
          ['Authorization', `Bearer ${key}`],
          ['Content-Type', 'application/json'],
          ['Accept', 'application/json'],
          ['User-Agent', `svc-search/${version}`],
        ],
        body: Buffer.from(JSON.stringify(searchBody(input))),
      },
    });
  } catch (error) {
    const isBadResponse =
      error instanceof FetchFailure &&
      (error.code === 'body_too_large' || error.code === 'unsupported_media');
    throw isBadResponse ? unavailable() : error;
  }
}

function searchBody({ query, maxResults, freshness, includeDomains, excludeDomains }: SearchInput): object {
  return {
    query,
    max_results: maxResults,
    ...(freshness !== 'any' && { time_range: freshness }),
    ...(includeDomains.length > 0 && { include_domains: includeDomains }),
    ...(excludeDomains.length > 0 && { exclude_domains: excludeDomains }),
    search_depth: 'basic',
    topic: 'general',
    safe_search: true,
    include_answer: false,
    include_raw_content: false,
    include_images: false,
    include_usage: false,
  };
}

function readCandidates({ statusCode, headers, body }: Fetched): readonly Candidate[] {
  if (statusCode < 200 || statusCode > 299) throw refusal(statusCode, headerValue(headers, 'retry-after'));
  const content = parseContent(body);
  const results = isPlainObject(content) ? content['results'] : undefined;
  if (!Array.isArray(results)) throw unavailable();
  return results.filter(isPlainObject).map((result) => ({
    title: result['title'],
    url: result['url'],
    snippet: result['content'],
    publishedAt: result['published_date'],
  }));
}

function parseContent(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  } catch {
    throw unavailable();
  }
}

const MAX_RETRY_AFTER_SECONDS = 86_400;

/** The messages are fixed, so that they repeat nothing of the response or the key. */
function refusal(status: number, retryAfter: string): ToolFailure {
  if (status === 401 || status === 403)
    return new ToolFailure(
      'provider_auth',
      'the search provider refused the key or plan; the operator has to check SEARCH_API_KEY',
    );
  if (status === 429 || status === 432 || status === 433) {
    const seconds = /^\d{1,5}$/.test(retryAfter.trim()) ? Number(retryAfter) : 0;
    if (seconds < 1 || seconds > MAX_RETRY_AFTER_SECONDS)
      return new ToolFailure(
        'provider_quota',
        'the search quota is used up; try again later, or fetch pages whose address you know',
      );
    return new ToolFailure('provider_quota', `the search quota is used up (retry in ${seconds} s)`, {
      retry_after_ms: seconds * 1000,
    });
  }
  if (status >= 400 && status < 500)
    return new ToolFailure(
      'provider_rejected',
      `the search provider refused the request (${status}); try other words or fewer filters`,
    );
  return unavailable();
}

function unavailable(): ToolFailure {
  return new ToolFailure(
    'provider_unavailable',
    'the search provider is not answering properly; try again later',
  );
}
