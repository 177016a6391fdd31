/** What of a provider's answer is passed on (mcp.md 7.3). */
import { isIP } from 'node:net';
import { isPublicAddress, isPublicName, isPublicPort } from '../../http/connect/public-address.js';
import { readUrl } from '../../web-fetch/rules/url-rules.js';
import type { Candidate, SearchInput } from './search-provider.js';

export interface SearchResult {
  readonly title: string;
  readonly url: string;
  readonly domain: string;
  readonly snippet: string;
  readonly published_at?: string;
  readonly citation_id: string;
}

export interface Discovery {
  readonly [key: string]: unknown;
  readonly kind: 'discovery';
  readonly query: string;
  readonly results: readonly SearchResult[];
  readonly truncated: boolean;
  readonly omitted: number;
}

const MOST_CANDIDATES = 100;
const MOST_BYTES = 65_536;
const LONGEST_URL = 4096;
const LONGEST_TITLE = 300;
const LONGEST_SNIPPET = 1024;

export function discovery(candidates: readonly Candidate[], input: SearchInput): Discovery {
  const seen = new Set<string>();
  const kept: Omit<SearchResult, 'citation_id'>[] = [];
  let omitted = 0;
  for (const candidate of candidates.slice(0, MOST_CANDIDATES)) {
    const url = cleanUrl(candidate.url);
    if (url === undefined || seen.has(sameness(url)) || !isWanted(url.hostname, input)) omitted += 1;
    else {
      seen.add(sameness(url));
      kept.push(resultOf(candidate, url));
    }
  }
  const results = kept
    .slice(0, input.maxResults)
    .map((result, at) => ({ ...result, citation_id: `source-${String(at + 1).padStart(2, '0')}` }));
  const isCut = candidates.length > MOST_CANDIDATES || kept.length > input.maxResults;
  return fitting({ kind: 'discovery', query: input.query, results, truncated: isCut, omitted });
}

/** Trailing results go until the compact text fits. */
function fitting(found: Discovery): Discovery {
  const results = [...found.results];
  let { truncated } = found;
  while (
    results.length > 0 &&
    Buffer.byteLength(JSON.stringify({ ...found, results, truncated })) > MOST_BYTES
  ) {
    results.pop();
    truncated = true;
  }
  return { ...found, results, truncated };
}

const TRACKING = /^(?:utm_.*|gclid|fbclid|mc_cid|mc_eid)$/i;

function cleanUrl(value: unknown): URL | undefined {
  if (typeof value !== 'string' || Buffer.byteLength(value) > LONGEST_URL) return undefined;
  let url: URL;
  try {
    url = new URL(readUrl(value, 'url'));
  } catch {
    return undefined;
  }
  if (!isPublicHost(url)) return undefined;
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  const pairs = url.search.slice(1).split('&');
  const others = pairs.filter((pair) => !TRACKING.test(pair.split('=', 1)[0] ?? ''));
  if (others.length < pairs.length) url.search = others.join('&');
  return Buffer.byteLength(url.href) > LONGEST_URL ? undefined : url;
}

function isPublicHost({ hostname, port }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (port !== '' && !isPublicPort(Number(port))) return false;
  return isIP(host) === 0 ? isPublicName(host) : isPublicAddress(host);
}

function sameness(url: URL): string {
  const sorted = url.search.slice(1).split('&').sort().join('&');
  return `${url.origin}${url.pathname}?${sorted}`;
}

function isWanted(host: string, { includeDomains, excludeDomains }: SearchInput): boolean {
  const isUnder = (domain: string): boolean => host === domain || host.endsWith(`.${domain}`);
  return (includeDomains.length === 0 || includeDomains.some(isUnder)) && !excludeDomains.some(isUnder);
}

function resultOf({ title, snippet, publishedAt }: Candidate, url: URL): Omit<SearchResult, 'citation_id'> {
  const published = dateOf(publishedAt);
  return {
    title: cut(clean(title), LONGEST_TITLE) || url.hostname,
    url: url.href,
    domain: url.hostname,
    snippet: cut(clean(snippet), LONGEST_SNIPPET),
    ...(published !== undefined && { published_at: published }),
  };
}

const LONGEST_TEXT = 65_536;

function clean(value: unknown): string {
  if (typeof value !== 'string') return '';
  return (
    value
      .slice(0, LONGEST_TEXT)
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- these are what is replaced
      .replaceAll(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
      .trim()
  );
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : Array.from(text).slice(0, most).join('');
}

function dateOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 64) return undefined;
  const [day] = /^\d{4}-\d{2}-\d{2}$/.exec(value.trim()) ?? [];
  const time = new Date(value.trim());
  if (Number.isNaN(time.getTime()) || time.getUTCFullYear() < 1000 || time.getUTCFullYear() > 9999)
    return undefined;
  if (day !== undefined) return time.toISOString().startsWith(day) ? day : undefined;
  return time.toISOString().replace('.000Z', 'Z');
}
