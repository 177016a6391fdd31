import { ADDRESS_RULE, readAddress } from '../../contract/provider-address.js';
import type { Invocation } from '../command/command.js';
import { flagGroup, type FlagValue } from '../flags/flag.js';
import {
  CLIENT_ENV_FLAGS,
  CLIENT_FLAGS,
  RUN_FLAGS,
  VARIABLE_FLAGS,
  SCRIPT_FLAGS,
  UNSUPPORTED_FLAGS,
} from '../flags/run-flags.js';
import { parsedFlag, textFlag, wordFlag } from '../flags/value-flags.js';

export const CONTRACT_FLAGS = {
  ...flagGroup('Contract', {
    provider: parsedFlag('address of the provider; required', { short: 'p', value: 'url' }, readProvider),
    'state-handler': textFlag('program or URL that is called with the state of an interaction', {
      value: 'path-or-url',
    }),
  }),
  ...VARIABLE_FLAGS,
  ...CLIENT_ENV_FLAGS,
  ...SCRIPT_FLAGS,
  ...UNSUPPORTED_FLAGS,
  'allow-secret-commands': RUN_FLAGS['allow-secret-commands'],
  bail: RUN_FLAGS.bail,
  timeout: RUN_FLAGS.timeout,
  'connect-timeout': RUN_FLAGS['connect-timeout'],
  ...CLIENT_FLAGS,
  ...flagGroup('Reports', {
    output: wordFlag('format of the report', ['console', 'json', 'junit'], {
      short: 'o',
      value: 'format',
      shownDefault: 'console',
    }),
    'output-file': textFlag('write the report to this file instead of standard output', { value: 'path' }),
  }),
} as const;

export type ContractInvocation = Invocation<typeof CONTRACT_FLAGS>;

function readProvider(text: string): FlagValue<string> {
  const address = readAddress(text);
  return address === undefined ? { problem: `use ${ADDRESS_RULE}` } : { value: address };
}
