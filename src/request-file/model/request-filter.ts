import { globToMatcher } from '../../primitives/glob.js';
import type { Request } from './model.js';

/** What a request is called, for users and for filters. */
export function shownName(request: Request): string {
  return request.name === '' ? `${request.method} ${request.url}` : request.name;
}

export interface RequestFilter {
  /** Globs, any of which has to match. */
  readonly names: readonly string[];
  readonly tags: readonly string[];
  readonly excludeTags: readonly string[];
}

/** Name AND tags AND NOT excluded; an empty list asks for nothing (cli.md 6.2). */
export function requestMatcher(filter: RequestFilter): (request: Request) => boolean {
  const globs = filter.names.map(globToMatcher);
  const wanted = new Set(filter.tags.map(comparableTag));
  const unwanted = new Set(filter.excludeTags.map(comparableTag));
  return (request) => {
    const name = shownName(request);
    if (globs.length > 0 && !globs.some((matches) => matches(name))) return false;
    if (wanted.size === 0 && unwanted.size === 0) return true;
    const tags = request.tags.map(comparableTag);
    if (wanted.size > 0 && !tags.some((tag) => wanted.has(tag))) return false;
    return !tags.some((tag) => unwanted.has(tag));
  };
}

export function selectsEverything(filter: RequestFilter): boolean {
  return filter.names.length + filter.tags.length + filter.excludeTags.length === 0;
}

function comparableTag(tag: string): string {
  return tag.trim().toLowerCase();
}
