import { switchFlag } from '../flag.js';
import { textFlag } from '../value-flags.js';

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
