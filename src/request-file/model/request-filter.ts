import { compileGlob } from '../../primitives/glob.js';
import type { Request } from './model.js';

/** What filters look at. */
export type NamedRequest = Pick<Request, 'name' | 'method' | 'url'>;

/** The name of a request for users and filters. */
export function shownName(request: NamedRequest): string {
  return request.name === '' ? `${request.method} ${request.url}` : request.name;
}

/** Why a request that is not selected is skipped. */
export const FILTERED_OUT = 'filtered out';

export interface RequestFilter {
  /** Globs of which one has to match. */
  readonly names: readonly string[];
  readonly tags: readonly string[];
  readonly excludeTags: readonly string[];
}

/** A request has to match a name and a tag and no excluded tag; an empty list accepts every request. */
export function requestMatcher(
  filter: RequestFilter,
): (request: NamedRequest & Pick<Request, 'tags'>) => boolean {
  const globs = filter.names.map(compileGlob);
  const wanted = new Set(filter.tags.map(comparableTag));
  const excluded = new Set(filter.excludeTags.map(comparableTag));
  return (request) => {
    const name = shownName(request);
    if (globs.length > 0 && !globs.some((matches) => matches(name))) return false;
    if (wanted.size === 0 && excluded.size === 0) return true;
    const tags = request.tags.map(comparableTag);
    if (wanted.size > 0 && !tags.some((tag) => wanted.has(tag))) return false;
    return !tags.some((tag) => excluded.has(tag));
  };
}

export function selectsEverything(filter: RequestFilter): boolean {
  return filter.names.length + filter.tags.length + filter.excludeTags.length === 0;
}

function comparableTag(tag: string): string {
  return tag.trim().toLowerCase();
}

/** Whether a `run #name` line may mean the request: by `@name`, title, or method and URL as written. */
export function isNamed({ name, title, method, url }: Request, wanted: string): boolean {
  return name === wanted || title === wanted || `${method} ${url}` === wanted;
}
