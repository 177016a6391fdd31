/** Compares what two files do when they run, whatever they look like. */
import { COMPUTED_HEADERS } from '../../request-file/text/header-name.js';
import type { Capture, Request, RequestFile } from '../../request-file/model/model.js';

export function meansTheSame(before: RequestFile, after: RequestFile): boolean {
  return meaningOf(before) === meaningOf(after);
}

/** Places and layout, which nothing that runs depends on. */
const LAYOUT_KEYS: ReadonlySet<string> = new Set([
  'line',
  'requestLine',
  'layout',
  'comment',
  'comments',
  'endComments',
]);

function meaningOf({ variables, requests, imports, runs }: RequestFile): string {
  // The last definition of a name counts.
  const values = new Map(variables.map(({ name, value, secret }) => [name, { value, secret }]));
  const parts = { values: [...values].sort(byName), requests: requests.map(meaningOfRequest), imports, runs };
  return JSON.stringify(parts, (key, value: unknown) => (LAYOUT_KEYS.has(key) ? undefined : value));
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function meaningOfRequest(request: Request): object {
  const { auth } = request.metadata;
  const isReplaced = auth !== undefined && !['none', 'apiKey', 'apiKeyQuery'].includes(auth.type);
  return {
    ...request,
    url: request.url.replaceAll(/[ \t]/g, '%20'),
    headers: request.headers.filter(({ key }) => {
      const name = key.toLowerCase();
      return !COMPUTED_HEADERS.has(name) && !(isReplaced && name === 'authorization');
    }),
    captures: request.captures.filter((capture, index) => !isReplacedLater(request.captures, capture, index)),
  };
}

function isReplacedLater(
  captures: readonly Capture[],
  { name, when, unless }: Capture,
  index: number,
): boolean {
  if (when !== undefined || unless !== undefined) return false;
  return captures.slice(index + 1).some((later) => later.name === name && !later.when && !later.unless);
}
