import { ADDRESS_RULE, readAddress } from '../../contract/provider-address.js';
import type { FlagValue } from './flag.js';
import { RUN_FLAGS } from './run-flags.js';
import { readFlag, textFlag, wordFlag } from './value-flags.js';

export const CONTRACT_FORMATS = ['console', 'json', 'junit'] as const;

const CONTRACT = { group: 'Contract' };

/** The flags of cli.md 12; those of the HTTP client are the ones of a run. */
export const CONTRACT_FLAGS = {
  provider: readFlag(
    'address of the provider; required',
    { short: 'p', value: 'url', ...CONTRACT },
    readProvider,
  ),
  'state-handler': textFlag('program that is called with the state of an interaction, or a URL', {
    value: 'path-or-url',
    ...CONTRACT,
  }),
  env: RUN_FLAGS.env,
  'env-file': RUN_FLAGS['env-file'],
  config: RUN_FLAGS.config,
  variable: RUN_FLAGS.variable,
  secret: RUN_FLAGS.secret,
  bail: RUN_FLAGS.bail,
  timeout: RUN_FLAGS.timeout,
  'connect-timeout': RUN_FLAGS['connect-timeout'],
  proxy: RUN_FLAGS.proxy,
  insecure: RUN_FLAGS.insecure,
  cacert: RUN_FLAGS.cacert,
  cert: RUN_FLAGS.cert,
  key: RUN_FLAGS.key,
  'no-follow': RUN_FLAGS['no-follow'],
  'max-redirects': RUN_FLAGS['max-redirects'],
  'no-cookies': RUN_FLAGS['no-cookies'],
  http: RUN_FLAGS.http,
  'max-body-bytes': RUN_FLAGS['max-body-bytes'],
  output: wordFlag('format of the report', CONTRACT_FORMATS, {
    short: 'o',
    value: 'format',
    shownDefault: 'console',
    group: 'Reports',
  }),
  'output-file': textFlag('write the report to this file instead of standard output', {
    value: 'path',
    group: 'Reports',
  }),
} as const;

function readProvider(text: string): FlagValue<string> {
  const address = readAddress(text);
  return address === undefined ? { problem: `use ${ADDRESS_RULE}` } : { value: address };
}
