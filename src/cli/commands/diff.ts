import { compareResults, type DiffSide } from '../../diff/compare.js';
import { LATENCY_METRICS } from '../../diff/compare-load-tests.js';
import { ServiceError } from '../../errors.js';
import { parsePercent } from '../../primitives/threshold.js';
import type { NamedDiff } from '../../reports/diff/diff-text.js';
import type { Styler } from '../../reports/console/style.js';
import { version } from '../../version.js';
import { defineCommand, type Argument, type Invocation } from '../command/command.js';
import { settingsFromFlags } from '../command/settings-from-flags.js';
import { readSide, type ComparedSide } from '../diff/read-side.js';
import { EXIT, type ExitCode } from '../process/exit-code.js';
import type { FlagValue } from '../flags/flag.js';
import { writeReport } from '../command/write-report.js';
import { STDIN } from '../command/request-paths.js';
import { durationFlag, numberFlag, parsedFlag, textFlag, wordFlag } from '../flags/value-flags.js';

const FORMATS = ['console', 'json', 'html'] as const;
type Format = (typeof FORMATS)[number];

const HISTORY_LIMITS = { type: 'integer', minimum: 1, maximum: 1000 } as const;

const FLAGS = {
  output: wordFlag('format of the report', FORMATS, { short: 'o', value: 'format', shownDefault: 'console' }),
  threshold: parsedFlag(
    'maximum slowdown of a test in percent; exceeding it exits with code 1',
    { value: 'percent' },
    readThreshold,
  ),
  'min-change': durationFlag('smallest change of a duration that counts', { shownDefault: '0', zero: true }),
  history: numberFlag('add up to this many earlier runs of each test from the history', HISTORY_LIMITS),
  metric: wordFlag('latency of load tests that --threshold compares', LATENCY_METRICS, {
    value: 'metric',
    shownDefault: 'p95',
  }),
  config: textFlag('config file to use instead of the one found', {
    value: 'path',
    environment: 'SVC_CONFIG',
    complete: { extensions: ['yaml', 'yml'] },
  }),
  'history-db': textFlag('history file', {
    value: 'path',
    environment: 'SVC_HISTORY_DB',
    shownDefault: '~/.svc/history.db',
  }),
  'output-file': textFlag('write the report to this file instead of standard output', { value: 'path' }),
} as const;

const DOCUMENT = { required: true, complete: { extensions: ['json'] } } as const;
const ARGUMENTS: readonly Argument[] = [
  {
    name: 'baseline',
    meaning:
      'results to compare with: of a run (svc run -o json), a directory of them, or of a load test; - is standard input; stress:<number>, stress:<label>, stress:last or stress:previous is a load test of the history',
    ...DOCUMENT,
  },
  { name: 'current', meaning: 'the later results, of the same kind', ...DOCUMENT },
];

export const diff = defineCommand({
  arguments: ARGUMENTS,
  flags: FLAGS,
  examples: [
    'svc diff main.json branch.json',
    'svc diff --threshold 20% main.json branch.json',
    'svc diff --min-change 20ms --history 10 main.json branch.json',
    'svc diff --threshold 20% stress:previous stress:last',
    'svc diff -o html --output-file diff.html main.json branch.json',
  ],
  exitCodes: [
    [EXIT.ok, 'both sides were compared, whatever the result'],
    [EXIT.failed, 'a test became slower than --threshold allows'],
    [EXIT.input, 'a side is missing or cannot be read, or the report cannot be written'],
  ],
  async run(invocation) {
    const { positionals } = invocation;
    const [file1 = '', file2 = ''] = positionals;
    if (file1 === STDIN && file2 === STDIN) {
      throw new ServiceError('usage', 'only one side can be standard input; give a file for the other');
    }
    const warnOnce = onceEach(invocation.terminal.warning);
    const find = (name: string): Promise<unknown> => findTest(invocation, name, warnOnce);
    const first = await readSide(file1, invocation.context, find);
    const second = await readSide(file2, invocation.context, find);
    if (first.kind === 'run' && second.kind === 'run') {
      return diffRuns(invocation, first, second);
    }
    if (first.kind === 'load test' && second.kind === 'load test') {
      const { diffLoadTests } = await import('../diff/diff-load-tests.js');
      return (await diffLoadTests(invocation, first.test, second.test)) ? EXIT.ok : EXIT.failed;
    }
    const [run, test] = first.kind === 'run' ? [first, second] : [second, first];
    const message = `${run.shown} is a run, ${test.shown} is a load test; compare two of a kind`;
    throw new ServiceError('input', message);
  },
});

/** Both sides read the same config. */
function onceEach(warn: (message: string) => Promise<void>): (message: string) => Promise<void> {
  const given = new Set<string>();
  return async (message) => {
    if (given.has(message)) return;
    given.add(message);
    await warn(message);
  };
}

async function findTest(
  { flags, context }: Invocation<typeof FLAGS>,
  name: string,
  onWarning: (message: string) => Promise<void>,
): Promise<unknown> {
  const { findStoredTest } = await import('../../operations/load/find-stored-test.js');
  const { cwd, env: process } = context;
  return findStoredTest(name, {
    cwd,
    process,
    overrides: settingsFromFlags(flags),
    config: flags.config,
    onWarning,
  });
}

type RunSide = Extract<ComparedSide, { readonly kind: 'run' }>;

async function diffRuns(
  invocation: Invocation<typeof FLAGS>,
  first: RunSide,
  second: RunSide,
): Promise<ExitCode> {
  const { flags } = invocation;
  if (flags.metric !== undefined) {
    throw new ServiceError('usage', '--metric is for load tests; leave it out for runs');
  }
  const [baseline, current] = await withStoredRuns(invocation, first.side, second.side);
  const compared = compareResults(baseline, current, {
    threshold: flags.threshold ?? null,
    minChangeMs: flags['min-change'] ?? 0,
  });
  const named = { ...compared, file1: first.shown, file2: second.shown };
  await writeReport(invocation, (format, style) => render(named, format, style));
  return compared.summary.thresholdPassed ? EXIT.ok : EXIT.failed;
}

async function withStoredRuns(
  { flags, context, terminal }: Invocation<typeof FLAGS>,
  baseline: DiffSide,
  current: DiffSide,
): Promise<readonly [DiffSide, DiffSide]> {
  if (flags.history === undefined) return [baseline, current];
  const { addStoredRuns } = await import('../diff/add-stored-runs.js');
  const sides = await addStoredRuns(baseline, current, {
    count: flags.history,
    flags,
    context,
    onWarning: (message) => terminal.warning(message),
  });
  const count = (tests: DiffSide['tests']): number =>
    tests.reduce((sum, { durations }) => sum + durations.length, 0);
  if (count([...sides[0].tests, ...sides[1].tests]) === count([...baseline.tests, ...current.tests])) {
    await terminal.note('the history has no earlier run of these tests');
  }
  return sides;
}

/** Accepts `20`, `20%` and `12.5%`. */
function readThreshold(text: string): FlagValue<number> {
  const value = parsePercent(text);
  return value === undefined ? { problem: 'use a number of 0 or more, such as 20 or 12.5%' } : { value };
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
