/** The error of a selection that matches no request. */
import { ServiceError } from '../../errors.js';
import { compileGlob } from '../../primitives/glob.js';
import { nearest } from '../../primitives/near-names.js';
import type { Request } from '../../request-file/model/model.js';
import { shownName, type RequestFilter } from '../../request-file/model/request-filter.js';

/** How the caller writes a filter: `--name login` on the command line. */
export type WriteFilter = (filter: keyof RequestFilter, value: string) => string;

/** Names the arguments and the filters that selected nothing; without requests there was no file. */
export function emptySelectionError(
  filter: RequestFilter,
  paths: readonly string[],
  requests: readonly Request[] | undefined,
  write: WriteFilter,
): ServiceError {
  const { names, tags, excludeTags } = filter;
  const filters = [
    ...names.map((name) => write('names', name)),
    ...(tags.length === 0 ? [] : [write('tags', tags.join(','))]),
    ...(excludeTags.length === 0 ? [] : [write('excludeTags', excludeTags.join(','))]),
  ];
  const where = `no request in ${paths.map(shownPath).join(' ')}`;
  if (requests === undefined)
    return new ServiceError('usage', `${where}: there is no .http, .rest or .spec file`, {
      hint: FIRST_FILE,
    });
  if (filters.length === 0) return new ServiceError('usage', where);
  const near = nearFilters(filter, requests, write);
  const hint = near.length === 0 ? existingTags(tags, requests) : `; did you mean ${near.join(' ')}?`;
  return new ServiceError('usage', `${where} matches ${filters.join(' ')}${hint}`);
}

const MAX_LISTED_TAGS = 20;

/** Lists the tags that there are when one is asked for that there is not. */
function existingTags(tags: readonly string[], requests: readonly Request[]): string {
  const existing = [...new Set(requests.flatMap((request) => request.tags))].sort();
  const lowerCase = new Set(existing.map((tag) => tag.toLowerCase()));
  if (tags.every((tag) => lowerCase.has(tag.toLowerCase()))) return '';
  if (existing.length === 0) return '; no request has tags';
  const more = existing.length > MAX_LISTED_TAGS ? ` and ${existing.length - MAX_LISTED_TAGS} more` : '';
  return `; tags: ${existing.slice(0, MAX_LISTED_TAGS).join(', ')}${more}`;
}

const FIRST_FILE = 'name a file, or a directory that has some; svc init writes a first one';

function shownPath(path: string): string {
  return path === '.' ? 'the current directory' : path;
}

/** Filters that would have matched something, for those that match nothing. */
function nearFilters(
  { names, tags }: RequestFilter,
  requests: readonly Request[],
  write: WriteFilter,
): string[] {
  const existing = new Set(requests.map(shownName));
  const existingTags = new Set(requests.flatMap((request) => request.tags));
  return [
    ...names.flatMap((name) => nearName(name, existing).map((near) => write('names', quoted(near)))),
    ...tags.flatMap((tag) => nearTag(tag, existingTags).map((near) => write('tags', quoted(near)))),
  ];
}

/** The nearest name, or else one that contains the text; names are compared with case, globs match whole names. */
function nearName(glob: string, names: ReadonlySet<string>): string[] {
  if ([...names].some(compileGlob(glob))) return [];
  const near = nearest(glob, names, 1);
  if (near.length > 0) return near;
  const matches = compileGlob(`*${glob.toLowerCase()}*`);
  return [...names].filter((name) => matches(name.toLowerCase())).slice(0, 1);
}

function nearTag(tag: string, tags: ReadonlySet<string>): string[] {
  const near = nearest(tag, tags, 1);
  return near.some((other) => other.toLowerCase() === tag.toLowerCase()) ? [] : near;
}

function quoted(text: string): string {
  return /^[\w.,:/-]+$/.test(text) ? text : JSON.stringify(text);
}
