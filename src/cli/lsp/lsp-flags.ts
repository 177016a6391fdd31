import { choiceFlag, flagGroup, switchFlag } from '../flags/flag.js';
import { numberFlag } from '../flags/value-flags.js';
import { RUN_FLAGS } from '../flags/run-flags.js';
import { LOG_LEVELS } from '../../primitives/json/json-log.js';

export const LSP_FLAGS = {
  stdio: switchFlag('speak on standard streams, which is the only way; clients add it'),
  clientProcessId: numberFlag(
    'end when this process is gone; clients add it',
    { type: 'integer', minimum: 1, maximum: 4_294_967_295 },
    { value: 'n' },
  ),
  env: { ...RUN_FLAGS.env, meaning: 'first active environment' },
  config: RUN_FLAGS.config,
  'log-level': choiceFlag('minimum level to log', LOG_LEVELS, { value: 'level', shownDefault: 'warn' }),
  ...flagGroup('Runs by command', {
    'no-history': { ...RUN_FLAGS['no-history'], meaning: 'do not store runs by command' },
    'allow-shell': RUN_FLAGS['allow-shell'],
    'allow-db': RUN_FLAGS['allow-db'],
    'allow-secret-commands': RUN_FLAGS['allow-secret-commands'],
  }),
} as const;
