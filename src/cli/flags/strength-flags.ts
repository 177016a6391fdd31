import { DEFAULT_MAX_MUTANTS } from '../../operations/strength/strength-request.js';
import { flagGroup, switchFlag } from './flag.js';
import { reportFlag } from './report-flag.js';
import { CLIENT_ENV_FLAGS, CLIENT_FLAGS, RUN_FLAGS, SCRIPT_FLAGS, VARIABLE_FLAGS } from './run-flags.js';
import { SELECTION_FLAGS } from './selection-flags.js';
import { numberFlag, textFlag, wordFlag } from './value-flags.js';

/** Additional reports may have the formats of the primary one that are files. */
const REPORT_FORMATS = ['json', 'html'] as const;

export const DEFAULT_SEED = 1;

export const STRENGTH_FLAGS = {
  ...flagGroup('Measurement', {
    run: switchFlag('send the requests now, instead of taking the responses of the last passed run'),
    min: numberFlag(
      'minimum score in percent; a lower one exits with code 1',
      { minimum: 0, maximum: 100 },
      { value: 'percent' },
    ),
    seed: numberFlag(
      'choose the same changes of large responses again',
      { type: 'integer', minimum: 0, maximum: 4_294_967_295 },
      { value: 'n', shownDefault: String(DEFAULT_SEED) },
    ),
    'max-changes': numberFlag(
      'maximum number of changes of one response',
      { type: 'integer', minimum: 1, maximum: 100_000 },
      { value: 'n', shownDefault: String(DEFAULT_MAX_MUTANTS) },
    ),
  }),
  ...flagGroup('Suggestions', {
    fix: switchFlag('add the suggested assertions to the request files'),
    'dry-run': switchFlag('print what --fix would change as a unified diff, write nothing'),
  }),
  ...SELECTION_FLAGS,
  ...VARIABLE_FLAGS,
  ...CLIENT_ENV_FLAGS,
  ...SCRIPT_FLAGS,
  'allow-shell': RUN_FLAGS['allow-shell'],
  'allow-db': RUN_FLAGS['allow-db'],
  'allow-secret-commands': RUN_FLAGS['allow-secret-commands'],
  yes: RUN_FLAGS.yes,
  timeout: RUN_FLAGS.timeout,
  'connect-timeout': RUN_FLAGS['connect-timeout'],
  ...CLIENT_FLAGS,
  ...flagGroup('Reports', {
    json: switchFlag('print a JSON document, like -o json'),
    output: wordFlag('format of the report', ['console', ...REPORT_FORMATS], {
      short: 'o',
      value: 'format',
      shownDefault: 'console',
    }),
    'output-file': textFlag('write the report to this file instead of standard output', { value: 'path' }),
    report: { ...reportFlag(REPORT_FORMATS), meaning: 'an additional report' },
  }),
  ...flagGroup('History', {
    'history-db': RUN_FLAGS['history-db'],
  }),
} as const;
