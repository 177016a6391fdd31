import type { Invocation } from '../command/command.js';
import { commaListFlag, switchFlag, type FlagValue } from '../flags/flag.js';
import { RUN_FLAGS } from '../flags/run-flags.js';
import { readFlag, textFlag } from '../flags/value-flags.js';

/** Of every format (cli.md 10.1). */
export const IMPORT_FLAGS = {
  output: textFlag('file to write; its directories are made', {
    short: 'o',
    value: 'path',
    shownDefault: 'standard output',
  }),
  'no-tests': switchFlag('write no assertions'),
  strict: switchFlag('write nothing when something would be lost'),
} as const;

export type ImportInvocation = Invocation<typeof IMPORT_FLAGS>;

/** Of formats whose output may be several files. */
export const FOLDER_FLAGS = {
  ...IMPORT_FLAGS,
  output: {
    ...IMPORT_FLAGS.output,
    meaning: 'file to write, or a directory: one that exists or ends in /',
  },
} as const;

/** For a source on the web. */
export const SOURCE_FLAGS = {
  timeout: { ...RUN_FLAGS.timeout, meaning: 'time for fetching a URL' },
  'connect-timeout': RUN_FLAGS['connect-timeout'],
  proxy: RUN_FLAGS.proxy,
  insecure: RUN_FLAGS.insecure,
  cacert: RUN_FLAGS.cacert,
  cert: RUN_FLAGS.cert,
  key: RUN_FLAGS.key,
  'no-follow': RUN_FLAGS['no-follow'],
  'max-redirects': RUN_FLAGS['max-redirects'],
  http: RUN_FLAGS.http,
  'max-body-bytes': { ...RUN_FLAGS['max-body-bytes'], shownDefault: '20971520' },
} as const;

export const OPENAPI_FLAGS = {
  ...IMPORT_FLAGS,
  'base-url': readFlag(
    'address of the API instead of that of the document',
    { value: 'url' },
    (text): FlagValue<string> =>
      /^https?:\/\/[^/?#@\s]+/i.test(text) ? { value: text } : { problem: 'use an http:// or https:// URL' },
  ),
  tags: commaListFlag('only operations with any of these tags', { value: 'tag,...' }),
} as const;
