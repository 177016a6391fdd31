import { resolve } from 'node:path';
import { compareResults } from '../../diff/compare.js';
import { parseResultFile, type ResultDocument } from '../../diff/result-file.js';
import { ServiceError } from '../../errors.js';
import type { NamedDiff } from '../../reports/diff/diff-text.js';
import type { Styler } from '../../reports/console/style.js';
import { version } from '../../version.js';
import { diskReason } from '../../workspace/paths/disk-error.js';
import { readLimited } from '../../workspace/paths/read-limited.js';
import { defineCommand, type Argument } from '../command/command.js';
import { EXIT } from '../process/exit-code.js';
import type { FlagValue } from '../flags/flag.js';
import { writeReport } from '../command/write-report.js';
import type { ProcessContext } from '../process/process-context.js';
import { STDIN, STDIN_NAME } from '../command/request-paths.js';
import { parsedFlag, textFlag, wordFlag } from '../flags/value-flags.js';

const FORMATS = ['console', 'json', 'html'] as const;
type Format = (typeof FORMATS)[number];

const FLAGS = {
  output: wordFlag('format of the report', FORMATS, { short: 'o', value: 'format', shownDefault: 'console' }),
  threshold: parsedFlag(
    'maximum slowdown of a test in percent; exceeding it exits with code 1',
    { value: 'percent' },
    readThreshold,
  ),
  'output-file': textFlag('write the report to this file instead of standard output', { value: 'path' }),
} as const;

const DOCUMENT = { required: true, complete: { extensions: ['json'] } } as const;
const ARGUMENTS: readonly Argument[] = [
  {
    name: 'baseline',
    meaning: 'results of the run to compare with (svc run -o json); - is standard input',
    ...DOCUMENT,
  },
  { name: 'current', meaning: 'results of the later run; - is standard input', ...DOCUMENT },
];

export const diff = defineCommand({
  arguments: ARGUMENTS,
  flags: FLAGS,
  examples: [
    'svc diff main.json branch.json',
    'svc diff --threshold 20% main.json branch.json',
    'svc diff -o html --output-file diff.html main.json branch.json',
  ],
  exitCodes: [
    [EXIT.ok, 'the runs were compared, whatever the result'],
    [EXIT.failed, 'a test became slower than --threshold allows'],
    [EXIT.input, 'a file is missing or not a results document, or the report cannot be written'],
  ],
  async run(invocation) {
    const { flags, positionals, context } = invocation;
    const [file1 = '', file2 = ''] = positionals;
    if (file1 === STDIN && file2 === STDIN) {
      throw new ServiceError('usage', 'only one side can be standard input; give a file for the other');
    }
    const baseline = await readDocument(file1, context);
    const current = await readDocument(file2, context);
    const compared = compareResults(baseline, current, flags.threshold ?? null);
    const named = { ...compared, file1: shownName(file1), file2: shownName(file2) };
    await writeReport(invocation, (format, style) => render(named, format, style));
    return compared.summary.thresholdPassed ? EXIT.ok : EXIT.failed;
  },
});

/** Accepts `20`, `20%` and `12.5%`. */
function readThreshold(text: string): FlagValue<number> {
  const number = /^([0-9]{1,15}(?:\.[0-9]{1,15})?)%?$/.exec(text)?.[1];
  return number === undefined
    ? { problem: 'use a number of 0 or more, such as 20 or 12.5%' }
    : { value: Number(number) };
}

/** More than any run writes, and near the maximum length of a string in V8. */
const MAX_DOCUMENT_BYTES = 256 * 1024 * 1024;

async function readDocument(path: string, context: ProcessContext): Promise<ResultDocument> {
  const source = await readSource(path, context);
  const shown = shownName(path);
  if (source.length > MAX_DOCUMENT_BYTES) throw new ServiceError('input', `${shown} is larger than 256 MiB`);
  return parseResultFile(source, shown);
}

async function readSource(path: string, context: ProcessContext): Promise<Uint8Array> {
  if (path === STDIN) return context.readStdin(MAX_DOCUMENT_BYTES + 1);
  try {
    return await readLimited(resolve(context.cwd, path), MAX_DOCUMENT_BYTES);
  } catch (error) {
    throw new ServiceError('input', `could not read ${path}: ${diskReason(error)}`, { cause: error });
  }
}

function shownName(path: string): string {
  return path === STDIN ? STDIN_NAME : path;
}

/** The code of each format is loaded when it is used. */
async function render(compared: NamedDiff, format: Format, style: Styler): Promise<Iterable<string>> {
  switch (format) {
    case 'json':
      return (await import('../../reports/diff/diff-json.js')).renderDiffJson(compared);
    case 'html':
      return (await import('../../reports/diff/diff-html.js')).renderDiffHtml(compared, version);
    case 'console':
      return (await import('../../reports/diff/diff-console.js')).renderDiffConsole(compared, style);
  }
}
