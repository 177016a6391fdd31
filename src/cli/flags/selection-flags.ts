import { ServiceError } from '../../errors.js';
import { compileGlob } from '../../primitives/glob.js';
import { nearest } from '../../primitives/near-names.js';
import type { Request } from '../../request-file/model/model.js';
import { shownName, type RequestFilter } from '../../request-file/model/request-filter.js';
import { commaListFlag, flagGroup, repeatableTextFlag, type FlagValues } from './flag.js';

/** Shared by all commands that select requests. */
export const SELECTION_FLAGS = flagGroup('Selection', {
  name: repeatableTextFlag('only requests whose name matches; * is any text, ? one character', {
    short: 'n',
    value: 'glob',
    complete: 'request-names',
  }),
  tags: commaListFlag('only requests with any of these tags', {
    short: 't',
    value: 'tag,...',
    environment: 'SVC_TAGS',
  }),
  'exclude-tags': commaListFlag('no requests with any of these tags', {
    value: 'tag,...',
    environment: 'SVC_EXCLUDE_TAGS',
  }),
});

export function requestFilter(flags: FlagValues<typeof SELECTION_FLAGS>): RequestFilter {
  return { names: flags.name, tags: flags.tags, excludeTags: flags['exclude-tags'] };
}

/** Names the arguments and the filters that selected nothing; without requests there was no file. */
export function nothingSelectedError(
  filter: RequestFilter,
  paths: readonly string[],
  requests: readonly Request[] | undefined,
): ServiceError {
  const { names, tags, excludeTags } = filter;
  const filters = [
    ...names.map((name) => `--name ${name}`),
    ...(tags.length === 0 ? [] : [`--tags ${tags.join(',')}`]),
    ...(excludeTags.length === 0 ? [] : [`--exclude-tags ${excludeTags.join(',')}`]),
  ];
  const where = `no request in ${paths.join(' ')}`;
  if (requests === undefined)
    return new ServiceError('usage', `${where}: there is no .http, .rest or .spec file`);
  if (filters.length === 0) return new ServiceError('usage', where);
  const near = nearFilters(filter, requests);
  const hint = near.length === 0 ? '' : `; did you mean ${near.join(' ')}?`;
  return new ServiceError('usage', `${where} matches ${filters.join(' ')}${hint}`);
}

/** Filters that would have matched something, for those that match nothing. */
function nearFilters({ names, tags }: RequestFilter, requests: readonly Request[]): string[] {
  const existing = new Set(requests.map(shownName));
  const existingTags = new Set(requests.flatMap((request) => request.tags));
  return [
    ...names.flatMap((name) => nearName(name, existing).map((near) => `--name ${quoted(near)}`)),
    ...tags.flatMap((tag) => nearTag(tag, existingTags).map((near) => `--tags ${quoted(near)}`)),
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
