import type { Invocation } from '../command/command.js';
import { switchFlag } from '../flags/flag.js';
import { GLOBAL_FLAGS } from '../flags/global-flags.js';
import { RUN_FLAGS } from '../flags/run-flags.js';
import { textFlag } from '../flags/value-flags.js';

/** cli.md 11. */
export const EXPORT_FLAGS = {
  name: RUN_FLAGS.name,
  tags: RUN_FLAGS.tags,
  env: { ...RUN_FLAGS.env, meaning: 'environment that gives variables their values', shownDefault: 'none' },
  'env-file': RUN_FLAGS['env-file'],
  config: RUN_FLAGS.config,
  variable: RUN_FLAGS.variable,
  secret: RUN_FLAGS.secret,
  output: textFlag('file to write, readable for you only', {
    short: 'o',
    value: 'path',
    shownDefault: 'standard output',
  }),
  exec: switchFlag('run curl instead of printing the command; exactly one request has to match'),
  verbose: { ...GLOBAL_FLAGS.verbose, meaning: 'add -v to the command' },
} as const;

export type ExportInvocation = Invocation<typeof EXPORT_FLAGS>;
