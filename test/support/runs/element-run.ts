/** Requests with `@each` after one that gives lists. */
import type { RequestOutcome } from '../../../src/runner/outcome/result.js';
import { dedent } from '../dedent.js';
import { loopback, runRequests, type RunSettings } from './run-requests.js';

/** What `list` captures. */
export const ORDERS = {
  ids: [7, 8, 9],
  orders: [
    { id: 1, tags: ['new'] },
    { id: 2, tags: [] },
    { id: 3, tags: ['sent', 'paid'] },
  ],
  none: [],
  text: 'abc',
  count: 3,
  big: { id: 1 },
  open: true,
  nothing: null,
};

const LIST = (url: string): string => dedent`
  ### list
  GET ${url}/list

  >>>capture
  all from body
  ids from body.ids
  <<<

`;

export function verdictOf({ shownName, passed, skipped, skipReason, error }: RequestOutcome): string {
  if (skipped) return `${shownName} skipped: ${skipReason}`;
  return `${shownName} ${passed ? 'passed' : `failed: ${error}`}`;
}

interface Ran {
  /** What came after the list. */
  readonly seen: string[];
  readonly bodies: string[];
  /** Of what came after the list. */
  readonly verdicts: string[];
  readonly results: readonly RequestOutcome[];
}

/** Runs `list`, which gives the orders, and the requests after it; their responses repeat the path. */
export async function runAfterList(
  after: string,
  settings: RunSettings = {},
  files: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const { url, seen, requests } = await loopback(({ path }) => ({
    json: path === '/list' ? ORDERS : { path },
  }));
  const { results } = await runRequests(
    { 'a.http': LIST(url) + after.replaceAll('URL', url), ...files },
    { run: ['a.http'], ...settings },
  );
  return {
    seen: seen.filter((line) => line !== 'GET /list'),
    bodies: requests.filter(({ path }) => path !== '/list').map(({ body }) => body),
    verdicts: results.filter(({ name }) => name !== 'list').map(verdictOf),
    results,
  };
}
