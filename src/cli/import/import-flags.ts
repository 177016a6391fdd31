import type { Invocation } from '../command/command.js';
import { commaListFlag, readCommaList, repeatableFlag, switchFlag, type FlagValue } from '../flags/flag.js';
import { CLIENT_FLAGS, CONNECTION_FLAGS, RUN_FLAGS } from '../flags/run-flags.js';
import { parsedFlag, textFlag, wordFlag } from '../flags/value-flags.js';

/** Flags of every import format. */
export const IMPORT_FLAGS = {
  output: textFlag('file to write; missing directories are created', {
    short: 'o',
    value: 'path',
    shownDefault: 'standard output',
  }),
  'no-tests': switchFlag('write no assertions'),
  strict: switchFlag('write nothing when something would be lost'),
  force: switchFlag('replace files that exist and differ'),
  report: textFlag('file for the counts and losses as JSON', { value: 'path' }),
} as const;

export type ImportInvocation = Invocation<typeof IMPORT_FLAGS>;

/** Flags for a source on the web. */
export const SOURCE_FLAGS = {
  timeout: { ...RUN_FLAGS.timeout, meaning: 'time limit for fetching a URL' },
  'connect-timeout': RUN_FLAGS['connect-timeout'],
  ...CONNECTION_FLAGS,
  'no-follow': CLIENT_FLAGS['no-follow'],
  'max-redirects': CLIENT_FLAGS['max-redirects'],
  http: CLIENT_FLAGS.http,
  'max-body-bytes': { ...CLIENT_FLAGS['max-body-bytes'], shownDefault: '20971520' },
} as const;

/** Flags of formats whose output may be several files. */
export const FOLDER_FLAGS = {
  ...IMPORT_FLAGS,
  output: {
    ...IMPORT_FLAGS.output,
    meaning: 'file to write, or a directory: one that exists, ends in / or has no extension',
  },
  ...SOURCE_FLAGS,
} as const;

export const OPENAPI_FLAGS = {
  ...IMPORT_FLAGS,
  'base-url': parsedFlag(
    'base URL of the API instead of that of the document',
    { value: 'url' },
    (text): FlagValue<string> =>
      /^https?:\/\/[^/?#@\s]+/i.test(text) ? { value: text } : { problem: 'use an http:// or https:// URL' },
  ),
  tags: commaListFlag('only operations with any of these tags', { value: 'tag,...' }),
  full: switchFlag('write every property of a body, also optional ones far inside'),
  split: wordFlag('write one file per tag into the directory that --output names', ['tag'], {
    value: 'part',
  }),
  ...SOURCE_FLAGS,
} as const;

export const HAR_FLAGS = {
  ...FOLDER_FLAGS,
  host: repeatableFlag(
    'comma-separated hosts to import; * stands for any text',
    { value: 'hosts' },
    readCommaList,
  ),
  exclude: repeatableFlag(
    'comma-separated path patterns of requests to leave out',
    { value: 'patterns' },
    readCommaList,
  ),
  deduplicate: switchFlag('import each method and path only once'),
  'no-chain': switchFlag('keep values of earlier responses as literals'),
  all: switchFlag('import every entry, also pages, scripts and images'),
} as const;

const CHAIN = switchFlag('add @depends where a request uses what exactly one other captures');

export const COLLECTION_FLAGS = {
  ...FOLDER_FLAGS,
  environment: textFlag('environment exported by Postman, whose variables the file gets', { value: 'path' }),
  chain: CHAIN,
} as const;

/** Flags of formats whose source is a directory or a file. */
export const DIRECTORY_FLAGS = {
  ...IMPORT_FLAGS,
  output: FOLDER_FLAGS.output,
  chain: CHAIN,
} as const;
