/** Compares what two files do when they run, whatever they look like. */
import { COMPUTED_HEADERS } from '../../request-file/text/header-name.js';
import type { Capture, Request, RequestFile } from '../../request-file/model/model.js';

/** Places and layout, which nothing that runs depends on. */
const LAYOUT_KEYS: ReadonlySet<string> = new Set([
  'line',
  'requestLine',
  'layout',
  'comment',
  'comments',
  'endComments',
  // Sentences with lines in them, about scripts that are not executed.
  'untranslatedScripts',
]);

/** Equal texts for files that do the same. */
export function meaningOf({ variables, requests, imports, runs }: RequestFile): string {
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
    // Directives may stand in any order.
    metadata: Object.entries(request.metadata).toSorted(byName),
    url: request.url.replaceAll(/[ \t]/g, '%20'),
    headers: request.headers.filter(({ key }) => {
      const name = key.toLowerCase();
      return !COMPUTED_HEADERS.has(name) && !(isReplaced && name === 'authorization');
    }),
    captures: takenCaptures(request.captures),
  };
}

/** Without those that a later one of the same reach replaces in any case. */
function takenCaptures(captures: readonly Capture[]): readonly Capture[] {
  const replaced = new Set<string>();
  return captures.toReversed().filter(({ name, global = false, when, unless }) => {
    if (when !== undefined || unless !== undefined) return true;
    const key = `${global}:${name}`;
    const isReplaced = replaced.has(key);
    replaced.add(key);
    return !isReplaced;
  });
}
