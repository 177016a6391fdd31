/** Which requests of a file were asked for (language 9.1, cli.md 6.2, 6.5); dependencies come later. */
import { ServiceError } from '../../errors.js';
import type { Request } from '../../request-file/model/model.js';
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
  if (selection.exactName !== undefined) return [namedRequest(runnable, selection.exactName)];
  const matches = requestMatcher(selection);
  const failed = selection.lastFailed?.get(runnable.shown);
  const only = requests.some(({ metadata }) => metadata.only);
  const selected: number[] = [];
  requests.forEach((request, index) => {
    if (only && !request.metadata.only) return;
    if (failed && !hadFailed(request, failed)) return;
    if (matches(request)) selected.push(index);
  });
  return selected;
}

/** Whether requests may be left out at all: snapshots of the others must then stay. */
export function selectsEverything(selection: Selection): boolean {
  const { exactName, shard, lastFailed } = selection;
  return exactName === undefined && !shard && !lastFailed && filtersNothing(selection);
}

/** A name over REST is exact; unnamed requests answer to `METHOD URL` when that is unique. */
/** The request that has this name, or else is shown with it. */
export function namedRequest({ file, shown }: Pick<RunnableFile, 'file' | 'shown'>, name: string): number {
  const { requests } = file;
  const answering = (called: (request: Request) => string): number[] =>
    requests.flatMap((request, index) => (called(request) === name ? [index] : []));
  const named = answering((request) => request.name);
  const found = named.length > 0 ? named : answering(shownName);
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

/** Data rows failed one by one, as `name [n]`. */
function hadFailed(request: Request, failed: ReadonlySet<string>): boolean {
  const name = shownName(request);
  if (failed.has(name)) return true;
  if (request.metadata.data === undefined) return false;
  for (const other of failed) {
    if (other.startsWith(`${name} [`) && /^\d+\]$/.test(other.slice(name.length + 2))) return true;
  }
  return false;
}
