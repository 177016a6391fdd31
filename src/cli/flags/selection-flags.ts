import type { ServiceError } from '../../errors.js';
import { emptySelectionError } from '../../operations/runs/empty-selection.js';
import type { Request } from '../../request-file/model/model.js';
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

const FLAG_OF_FILTER = { names: '--name', tags: '--tags', excludeTags: '--exclude-tags' } as const;

/** What looks at files and finds none has done nothing. */
export function noFileError(paths: readonly string[]): ServiceError {
  return nothingSelectedError({ names: [], tags: [], excludeTags: [] }, paths, undefined);
}

/** Names the arguments and the filters that selected nothing; without requests there was no file. */
export function nothingSelectedError(
  filter: RequestFilter,
  paths: readonly string[],
  requests: readonly Request[] | undefined,
): ServiceError {
  return emptySelectionError(filter, paths, requests, (name, value) => `${FLAG_OF_FILTER[name]} ${value}`);
}
