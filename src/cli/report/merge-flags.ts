import { DUPLICATE_RULES } from '../../reports/merge/merge-duplicates.js';
import { REPORT_FORMATS } from '../../workspace/config/config.js';
import type { Invocation } from '../command/command.js';
import { reportFlag } from '../flags/report-flag.js';
import { numberFlag, textFlag, wordFlag } from '../flags/value-flags.js';

/** Results documents do not contain the exchanges of which an HTTP archive consists. */
const FORMATS = REPORT_FORMATS.filter((format) => format !== 'har');

export const MERGE_FLAGS = {
  output: wordFlag('format of the primary report', FORMATS, {
    short: 'o',
    value: 'format',
    shownDefault: 'console',
  }),
  'output-file': textFlag('file of the primary report; - is standard output', { value: 'path' }),
  report: reportFlag(FORMATS),
  expect: numberFlag('number of documents that there must be', { type: 'integer', minimum: 1 }),
  'on-duplicate': wordFlag('which result of a test in several documents counts', DUPLICATE_RULES, {
    value: 'rule',
    shownDefault: 'worst',
  }),
} as const;

export type MergeInvocation = Invocation<typeof MERGE_FLAGS>;
