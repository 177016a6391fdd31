/** Selects requests of a file; their dependencies are added later. */
import { ServiceError } from '../../errors.js';
import type { Request } from '../../request-file/model/model.js';
import { isRepeated } from '../../request-file/model/repeated-request.js';
import {
  requestMatcher,
  selectsEverything as filtersNothing,
  shownName,
} from '../../request-file/model/request-filter.js';
import type { Selection } from './options.js';
import type { RunnableFile } from './run-input.js';

/** Indices of the selected requests. */
export function selectRequests(runnable: RunnableFile, selection: Selection): number[] {
  const { requests } = runnable.file;
  const matches = requestMatcher(selection);
  if (selection.exactNames !== undefined) {
    const named = new Set(selection.exactNames.map((name) => findNamedRequest(runnable, name)));
    return [...requests.keys()].filter((index) => {
      const request = requests[index];
      return named.has(index) && request !== undefined && matches(request);
    });
  }
  const failed = selection.lastFailed?.get(runnable.shown);
  const places = selection.places?.get(runnable.shown);
  // A request that is named by its line runs whatever the others say.
  const only = places === undefined && requests.some(({ metadata }) => metadata.only);
  const selected: number[] = [];
  requests.forEach((request, index) => {
    if (only && !request.metadata.only) return;
    if (failed && !hadFailed(request, failed)) return;
    if (places && !places.has(index)) return;
    if (matches(request)) selected.push(index);
  });
  return selected;
}

/** Whether no request can be left out; otherwise the snapshots of the others must stay. */
export function selectsEverything(selection: Selection): boolean {
  const { exactNames, rows, shard, lastFailed, places } = selection;
  const isCut = exactNames !== undefined || rows !== undefined || shard || lastFailed || places;
  return !isCut && filtersNothing(selection);
}

/** The request with exactly this name, or else the unnamed one whose `METHOD URL` it is. */
export function findNamedRequest(
  { file, shown }: Pick<RunnableFile, 'file' | 'shown'>,
  name: string,
): number {
  const { requests } = file;
  const matching = (nameOf: (request: Request) => string): number[] =>
    requests.flatMap((request, index) => (nameOf(request) === name ? [index] : []));
  const named = matching((request) => request.name);
  const found = named.length > 0 ? named : matching(shownName);
  const [first, ...others] = found;
  if (first === undefined) throw new ServiceError('not-found', `request not found: ${name} in ${shown}`);
  if (others.length > 0) {
    const lines = found.slice(0, 10).map((index) => requests[index]?.line);
    throw new ServiceError(
      'usage',
      `\`${name}\` means several requests of ${shown} (lines ${lines.join(', ')}); give the one you mean \`# @name\``,
    );
  }
  return first;
}

/** Rows and elements fail separately, as `name [n]`. */
function hadFailed(request: Request, failed: ReadonlySet<string>): boolean {
  const name = shownName(request);
  if (failed.has(name)) return true;
  if (!isRepeated(request)) return false;
  for (const other of failed) {
    if (other.startsWith(`${name} [`) && /^\d+\]$/.test(other.slice(name.length + 2))) return true;
  }
  return false;
}
