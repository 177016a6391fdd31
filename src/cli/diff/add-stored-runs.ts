import { addRuns, type MeasuredTest } from '../../diff/collect-runs.js';
import type { DiffSide } from '../../diff/compare.js';
import { ServiceError } from '../../errors.js';
import { openStoredDurations, type FindDurations } from '../../operations/runs/stored-durations.js';
import { settingsFromFlags } from '../command/settings-from-flags.js';
import type { ProcessContext } from '../process/process-context.js';

export interface StoredRunsRequest {
  /** At most this many runs for each side. */
  readonly count: number;
  readonly flags: Readonly<Record<string, unknown>>;
  readonly context: ProcessContext;
  readonly onWarning: (message: string) => Promise<void>;
}

/**
 * Adds earlier runs of the same file and request to both sides: to the baseline those that started before it, to the
 * current side only those after the baseline, since older ones would be runs of what it is compared with.
 */
export async function addStoredRuns(
  baseline: DiffSide,
  current: DiffSide,
  { count, flags, context, onWarning }: StoredRunsRequest,
): Promise<readonly [DiffSide, DiffSide]> {
  const [before, after] = [spanOf(baseline, 'baseline'), spanOf(current, 'current side')];
  const durations = await openStoredDurations({
    cwd: context.cwd,
    process: context.env,
    overrides: settingsFromFlags(flags),
    config: typeof flags['config'] === 'string' ? flags['config'] : undefined,
    onWarning,
  });
  if (durations === undefined) {
    throw new ServiceError('usage', '--history needs the history, which is switched off');
  }
  try {
    const { find } = durations;
    return [
      await withRuns(baseline, { find, after: 0, before: before.start, count }),
      await withRuns(current, { find, after: before.end, before: after.start, count }),
    ];
  } finally {
    await durations.close();
  }
}

/** From the start of the first run of a side to the end of its last. */
function spanOf({ documents }: DiffSide, shown: string): { readonly start: number; readonly end: number } {
  const spans = documents.map(({ startedAt, duration }) => {
    if (startedAt === undefined) {
      throw new ServiceError('input', `the ${shown} has no "time", so its earlier runs cannot be found`, {
        hint: 'leave out --history',
      });
    }
    return { start: startedAt, end: startedAt + duration };
  });
  return {
    start: Math.min(...spans.map(({ start }) => start)),
    end: Math.max(...spans.map(({ end }) => end)),
  };
}

interface Period {
  readonly find: FindDurations;
  /** Milliseconds since 1970; both ends are excluded. */
  readonly after: number;
  readonly before: number;
  readonly count: number;
}

async function withRuns(side: DiffSide, { find, after, before, count }: Period): Promise<DiffSide> {
  const environment = side.documents[0]?.environment ?? '';
  const repeated = repeatedNames(side.tests);
  const tests: MeasuredTest[] = [];
  for (const test of side.tests) {
    const { file, name, status } = test;
    // Which of several results of one name a stored one belongs to is unknown, and failures take another time.
    const isFindable = name !== '' && status === 'passed' && !repeated.has(JSON.stringify([file, name]));
    const request = { filePath: file, requestName: name, environment, after, before, limit: count };
    tests.push(isFindable ? addRuns(test, await find(request)) : test);
  }
  return { ...side, tests };
}

function repeatedNames(tests: readonly MeasuredTest[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { file, name } of tests) {
    const key = JSON.stringify([file, name]);
    (seen.has(key) ? repeated : seen).add(key);
  }
  return repeated;
}
