/** The search provider `tavily` (mcp.md 7.2). */
import { headerValue } from '../../http/message/headers.js';
import { fetchBounded, type Fetched, type FetchNetwork } from '../../web-fetch/bounded-fetch.js';
import { FetchFailure } from '../../web-fetch/rules/fetch-failure.js';
import { version } from '../../version.js';
import { isObject } from '../protocol/check-arguments.js';
import type { Candidate, SearchInput, SearchProvider } from './search-provider.js';
import { ToolFailure } from '../protocol/tool-failure.js';

export interface TavilyOptions {
  readonly key: string;
  readonly network: FetchNetwork;
  /** Milliseconds. */
  readonly timeout: number;
  readonly endpoint: string;
}

export const TAVILY_ENDPOINT = 'https://api.tavily.com/search';
const LONGEST_WAIT = 15_000;
const MOST_BYTES = 512 * 1024;

export function tavily(options: TavilyOptions): SearchProvider {
  return {
    name: 'tavily',
    longestQuery: 400,
    filters: { language: false },
    search: async (input, signal) => candidatesOf(await ask(input, options, signal)),
  };
}

async function ask(
  input: SearchInput,
  { key, network, timeout, endpoint }: TavilyOptions,
  signal: AbortSignal,
): Promise<Fetched> {
  try {
    return await fetchBounded({
      network,
      signal,
      timeout: Math.min(timeout, LONGEST_WAIT),
      maxBodyBytes: MOST_BYTES,
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
        body: Buffer.from(JSON.stringify(question(input))),
      },
    });
  } catch (error) {
    const isAnswer =
      error instanceof FetchFailure &&
      (error.code === 'body_too_large' || error.code === 'unsupported_media');
    throw isAnswer ? unavailable() : error;
  }
}

function question({ query, maxResults, freshness, includeDomains, excludeDomains }: SearchInput): object {
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

function candidatesOf({ statusCode, headers, body }: Fetched): readonly Candidate[] {
  if (statusCode < 200 || statusCode > 299) throw refusal(statusCode, headerValue(headers, 'retry-after'));
  const answer = parsed(body);
  const results = isObject(answer) ? answer['results'] : undefined;
  if (!Array.isArray(results)) throw unavailable();
  return results.filter(isObject).map((result) => ({
    title: result['title'],
    url: result['url'],
    snippet: result['content'],
    publishedAt: result['published_date'],
  }));
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  } catch {
    throw unavailable();
  }
}

const LONGEST_RETRY = 86_400;

/** Texts are fixed: nothing of the answer or the key is repeated. */
function refusal(status: number, retryAfter: string): ToolFailure {
  if (status === 401 || status === 403)
    return new ToolFailure('provider_auth', 'the search provider refused the key or plan');
  if (status === 429 || status === 432 || status === 433) {
    const seconds = /^\d{1,5}$/.test(retryAfter.trim()) ? Number(retryAfter) : 0;
    if (seconds < 1 || seconds > LONGEST_RETRY)
      return new ToolFailure('provider_quota', 'the search quota is used up');
    return new ToolFailure('provider_quota', `the search quota is used up (retry in ${seconds} s)`, {
      retry_after_ms: seconds * 1000,
    });
  }
  if (status >= 400 && status < 500)
    return new ToolFailure('provider_rejected', `the search provider refused the request (${status})`);
  return unavailable();
}

function unavailable(): ToolFailure {
  return new ToolFailure('provider_unavailable', 'the search provider is not answering properly');
}
