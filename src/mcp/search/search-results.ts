/** The results of a provider, cleaned, filtered and cut for the caller. */
import { isIP } from 'node:net';
import { isPublicAddress, isPublicName, isPublicPort } from '../../http/connect/public-address.js';
import { Type, type ValueOf } from '../../primitives/shapes/type.js';
import { readUrl } from '../../web-fetch/rules/url-rules.js';
import { closedObject } from '../protocol/argument-types.js';
import type { Candidate, SearchInput } from './search-provider.js';

export const SEARCH_OUTPUT = closedObject({
  kind: Type.Literal('discovery'),
  query: Type.String(),
  results: Type.Array(
    closedObject({
      title: Type.String({ maxLength: 300 }),
      url: Type.String({ maxLength: 4096 }),
      domain: Type.String({ maxLength: 253 }),
      snippet: Type.String({ maxLength: 1024 }),
      published_at: Type.Optional(Type.String({ maxLength: 32 })),
      citation_id: Type.String({ pattern: '^source-[0-9]{2}$' }),
    }),
    { maxItems: 10 },
  ),
  truncated: Type.Boolean(),
  omitted: Type.Integer({ minimum: 0 }),
});

type Discovery = ValueOf<typeof SEARCH_OUTPUT>;
type SearchResult = Discovery['results'][number];

const MAX_CANDIDATES = 100;
const MAX_OUTPUT_BYTES = 65_536;
const MAX_URL_BYTES = 4096;
const MAX_TITLE_CHARS = 300;
const MAX_SNIPPET_CHARS = 1024;

export function toDiscovery(candidates: readonly Candidate[], input: SearchInput): Discovery {
  const seen = new Set<string>();
  const kept: Omit<SearchResult, 'citation_id'>[] = [];
  let omitted = 0;
  for (const candidate of candidates.slice(0, MAX_CANDIDATES)) {
    const url = cleanUrl(candidate.url);
    if (url === undefined || seen.has(identityOf(url)) || !matchesFilters(url.hostname, input)) omitted += 1;
    else {
      seen.add(identityOf(url));
      kept.push(toResult(candidate, url));
    }
  }
  const results = kept
    .slice(0, input.maxResults)
    .map((result, at) => ({ ...result, citation_id: `source-${String(at + 1).padStart(2, '0')}` }));
  const isCut = candidates.length > MAX_CANDIDATES || kept.length > input.maxResults;
  return dropExcess({ kind: 'discovery', query: input.query, results, truncated: isCut, omitted });
}

/** Removes results from the end until the compact text is small enough. */
function dropExcess(found: Discovery): Discovery {
  const results = [...found.results];
  let { truncated } = found;
  while (
    results.length > 0 &&
    Buffer.byteLength(JSON.stringify({ ...found, results, truncated })) > MAX_OUTPUT_BYTES
  ) {
    results.pop();
    truncated = true;
  }
  return { ...found, results, truncated };
}

const TRACKING = /^(?:utm_.*|gclid|fbclid|mc_cid|mc_eid)$/i;

function cleanUrl(value: unknown): URL | undefined {
  if (typeof value !== 'string' || Buffer.byteLength(value) > MAX_URL_BYTES) return undefined;
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
  return Buffer.byteLength(url.href) > MAX_URL_BYTES ? undefined : url;
}

function isPublicHost({ hostname, port }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (port !== '' && !isPublicPort(Number(port))) return false;
  return isIP(host) === 0 ? isPublicName(host) : isPublicAddress(host);
}

function identityOf(url: URL): string {
  const sorted = url.search.slice(1).split('&').sort().join('&');
  return `${url.origin}${url.pathname}?${sorted}`;
}

function matchesFilters(host: string, { includeDomains, excludeDomains }: SearchInput): boolean {
  const isUnder = (domain: string): boolean => host === domain || host.endsWith(`.${domain}`);
  return (includeDomains.length === 0 || includeDomains.some(isUnder)) && !excludeDomains.some(isUnder);
}

function toResult({ title, snippet, publishedAt }: Candidate, url: URL): Omit<SearchResult, 'citation_id'> {
  const published = normalizeDate(publishedAt);
  return {
    title: cutText(cleanText(title), MAX_TITLE_CHARS) || url.hostname,
    url: url.href,
    domain: url.hostname,
    snippet: cutText(cleanText(snippet), MAX_SNIPPET_CHARS),
    ...(published !== undefined && { published_at: published }),
  };
}

const MAX_TEXT_CHARS = 65_536;

function cleanText(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value
    .slice(0, MAX_TEXT_CHARS)
    .toWellFormed()
    .replaceAll(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .trim();
}

function cutText(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : Array.from(text).slice(0, maxChars).join('');
}

function normalizeDate(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 64) return undefined;
  const [day] = /^\d{4}-\d{2}-\d{2}$/.exec(value.trim()) ?? [];
  const time = new Date(value.trim());
  if (Number.isNaN(time.getTime()) || time.getUTCFullYear() < 1000 || time.getUTCFullYear() > 9999)
    return undefined;
  if (day !== undefined) return time.toISOString().startsWith(day) ? day : undefined;
  return time.toISOString().replace('.000Z', 'Z');
}
