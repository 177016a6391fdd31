import { ServiceError } from '../../errors.js';
import type { RequestFilter } from '../../request-file/model/request-filter.js';
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

/** Names the arguments and the filters that selected nothing. */
export function nothingSelectedError(
  { names, tags, excludeTags }: RequestFilter,
  paths: readonly string[],
  foundFiles: boolean,
): ServiceError {
  const filters = [
    ...names.map((name) => `--name ${name}`),
    ...(tags.length === 0 ? [] : [`--tags ${tags.join(',')}`]),
    ...(excludeTags.length === 0 ? [] : [`--exclude-tags ${excludeTags.join(',')}`]),
  ];
  const where = `no request in ${paths.join(' ')}`;
  if (!foundFiles) return new ServiceError('usage', `${where}: there is no .http or .spec file`);
  return new ServiceError('usage', filters.length === 0 ? where : `${where} matches ${filters.join(' ')}`);
}
