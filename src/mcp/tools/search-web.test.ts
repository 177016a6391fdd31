import { createServer, type IncomingHttpHeaders } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callHere, testSettings, textOf } from '../../../test/support/program/mcp-settings.js';
import { listening } from '../../../test/support/servers/raw-server.js';
import type { ToolResult } from '../call/call-tool.js';
import { tavily } from '../search/tavily.js';
import { searchWebTool } from './search-web.js';

const KEY = 'tvly-very-secret';

interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

async function search(
  args: object,
  content: object | string,
  status = 200,
  headers: Record<string, string> = {},
): Promise<{ result: ToolResult; received: ReceivedRequest[] }> {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
      received.push({ headers: request.headers, body });
      response.writeHead(status, headers);
      response.end(typeof content === 'string' ? content : JSON.stringify(content));
    });
  });
  const port = await listening(server);
  onTestFinished(() => void server.close());
  const provider = tavily({
    key: KEY,
    timeoutMs: 5000,
    endpoint: `http://127.0.0.1:${port}/search`,
    network: { policy: 'any-network' },
  });
  const settings = testSettings('/', { search: provider, secrets: [KEY] });
  return { result: await callHere(searchWebTool, args, settings), received };
}

function candidate(url: string, more: object = {}): object {
  return { title: 'A lamp', url, content: 'Bright.', ...more };
}

describe('svc_search_web', () => {
  it('requests candidates from the provider and nothing else', async () => {
    const args = {
      query: ' desk\tlamp \n repair ',
      max_results: 3,
      freshness: 'week',
      include_domains: ['Handy.Example.'],
    };
    const { result, received } = await search(args, {
      answer: 'generated',
      request_id: 'r1',
      results: [
        candidate('https://handy.example:443/lamps?b=2&utm_source=x&a=1#top', {
          score: 1,
          published_date: '2026-03-03',
        }),
      ],
    });
    expect(received[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(received[0]?.body).toEqual({
      query: 'desk lamp repair',
      max_results: 3,
      time_range: 'week',
      include_domains: ['handy.example'],
      search_depth: 'basic',
      topic: 'general',
      safe_search: true,
      include_answer: false,
      include_raw_content: false,
      include_images: false,
      include_usage: false,
    });
    const found = {
      kind: 'discovery',
      query: 'desk lamp repair',
      results: [
        {
          title: 'A lamp',
          url: 'https://handy.example/lamps?b=2&a=1',
          domain: 'handy.example',
          snippet: 'Bright.',
          published_at: '2026-03-03',
          citation_id: 'source-01',
        },
      ],
      truncated: false,
      omitted: 0,
    };
    expect(textOf(result)).toBe(JSON.stringify(found));
    expect(result.structuredContent).toEqual(found);
  });

  it('drops hostile candidates', async () => {
    const bad = [
      'http://127.0.0.1/',
      'http://db.internal/',
      'https://u:p@a.example/',
      'ftp://a.example/',
      'javascript:1',
      'http://a.example:25/',
      7,
    ];
    const results = [
      ...bad.map((url) => candidate(String(url))),
      candidate('https://a.example/?x=1&y=2', {
        title: `\u001b[31m${'t'.repeat(1_000_000 / 4)}`,
        content: 'a\nb\u0000c',
      }),
      candidate('https://a.example/?y=2&x=1'),
      candidate('https://b.example./', { title: '', published_date: 'yesterday' }),
    ];
    const { result } = await search({ query: 'x' }, { results });
    const { results: kept, omitted } = result.structuredContent as {
      results: Record<string, string>[];
      omitted: number;
    };
    expect(omitted).toBe(8);
    expect(kept.map(({ url }) => url)).toEqual(['https://a.example/?x=1&y=2', 'https://b.example/']);
    expect(kept[0]?.['title']).toHaveLength(300);
    expect(kept[0]?.['snippet']).toBe('a b c');
    expect(kept[1]).toEqual({
      title: 'b.example',
      url: 'https://b.example/',
      domain: 'b.example',
      snippet: 'Bright.',
      citation_id: 'source-02',
    });
  });

  it('keeps to the number of results and to 64 KiB', async () => {
    const results = Array.from({ length: 30 }, (_, at) =>
      candidate(`https://a.example/${at}/${'%41'.repeat(1300)}`, {
        title: '€'.repeat(400),
        content: '€'.repeat(2000),
      }),
    );
    const { result } = await search({ query: 'x', max_results: 10 }, { results });
    expect(Buffer.byteLength(textOf(result))).toBeLessThanOrEqual(65_536);
    expect(result.structuredContent).toMatchObject({ truncated: true });
    const { results: kept } = result.structuredContent as { results: unknown[] };
    expect(kept.length).toBeLessThan(10);
  });

  it.each([
    [
      401,
      {},
      'provider_auth: the search provider refused the key or plan; the operator has to check SEARCH_API_KEY',
    ],
    [
      403,
      {},
      'provider_auth: the search provider refused the key or plan; the operator has to check SEARCH_API_KEY',
    ],
    [429, { 'Retry-After': '7' }, 'provider_quota: the search quota is used up (retry in 7 s)'],
    [
      432,
      {},
      'provider_quota: the search quota is used up; try again later, or fetch pages whose address you know',
    ],
    [
      433,
      { 'Retry-After': '999999' },
      'provider_quota: the search quota is used up; try again later, or fetch pages whose address you know',
    ],
    [
      400,
      {},
      'provider_rejected: the search provider refused the request (400); try other words or fewer filters',
    ],
    [
      302,
      { Location: 'http://127.0.0.1/' },
      'provider_unavailable: the search provider is not answering properly; try again later',
    ],
    [500, {}, 'provider_unavailable: the search provider is not answering properly; try again later'],
  ])('names nothing of a response with status %i but its meaning', async (status, headers, message) => {
    const { result } = await search({ query: 'x' }, `echo ${KEY}`, status, headers);
    expect(textOf(result)).toBe(message);
    expect(JSON.stringify(result)).not.toContain(KEY);
  });

  it.each(['not json', '[]', '{"results":7}', `{"results":[],"x":"${'x'.repeat(600_000)}"}`])(
    'treats a malformed response as none: %#',
    async (body) => {
      expect(textOf((await search({ query: 'x' }, body)).result)).toMatch(/^provider_unavailable/);
    },
  );

  it.each([
    [{ query: '  ' }, 'invalid_argument: query: must not be empty'],
    [{ query: 'a\0' }, 'invalid_argument: query: must not contain NUL'],
    [{ query: 'x'.repeat(401) }, 'provider_rejected: query has 401 characters; tavily takes 400'],
    [{ query: 'x', language: 'pt-br' }, 'unsupported_filter: tavily cannot filter by language'],
    [{ query: 'x', language: 'p_t' }, 'invalid_argument: language: must be a BCP 47 tag'],
    [
      { query: 'x', include_domains: ['a.example'], exclude_domains: ['A.example.'] },
      'invalid_argument: domain a.example is in both',
    ],
    [
      { query: 'x', include_domains: ['http://a.example'] },
      'invalid_argument: include_domains: every entry must be',
    ],
    [{ query: 'x', include_domains: ['10.0.0.1'] }, 'invalid_argument: include_domains: every entry must be'],
    [
      { query: 'x', exclude_domains: ['db.internal'] },
      'invalid_argument: exclude_domains: every entry must be',
    ],
    [{ query: 'x', max_results: '5' }, 'invalid_argument: max_results: must be a whole number'],
    [{ query: 'x', max_results: 11 }, 'invalid_argument: max_results: must be from 1 to 10'],
    [{ query: null }, 'invalid_argument: query: must be a string'],
    [{ query: 'x', freshness: 'Day' }, 'invalid_argument: freshness: must be one of'],
    [{ query: 'x', provider: 'other' }, 'invalid_argument: unknown field provider'],
    [{ query: 'x', api_key: 'k' }, 'invalid_argument: unknown field api_key'],
    [{}, 'invalid_argument: query: is required'],
  ])('refuses %j without a request', async (args, message) => {
    const { result, received } = await search(args, { results: [] });
    expect(textOf(result)).toContain(message);
    expect(received).toEqual([]);
  });
});
