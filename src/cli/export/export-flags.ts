import type { Invocation } from '../command/command.js';
import { switchFlag } from '../flags/flag.js';
import { GLOBAL_FLAGS } from '../flags/global-flags.js';
import { CLIENT_ENV_FLAGS, RUN_FLAGS, VARIABLE_FLAGS } from '../flags/run-flags.js';
import { textFlag } from '../flags/value-flags.js';

export const EXPORT_FLAGS = {
  name: RUN_FLAGS.name,
  tags: RUN_FLAGS.tags,
  ...VARIABLE_FLAGS,
  ...CLIENT_ENV_FLAGS,
  env: { ...RUN_FLAGS.env, meaning: 'environment that supplies values of variables', shownDefault: 'none' },
  'allow-secret-commands': RUN_FLAGS['allow-secret-commands'],
  output: textFlag('file to write, readable only by you', {
    short: 'o',
    value: 'path',
    shownDefault: 'standard output',
  }),
  exec: switchFlag('run curl instead of printing the command; exactly one request must match'),
  verbose: { ...GLOBAL_FLAGS.verbose, meaning: 'add -v to the command' },
} as const;

export type ExportInvocation = Invocation<typeof EXPORT_FLAGS>;
