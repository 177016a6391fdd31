import type { HistoryStore } from '../../history/runs.js';
import type { RunRows } from '../../history/run-rows.js';
import { timeSlice } from '../../primitives/time-slice.js';
import type { FileOutcome } from '../../runner/outcome/result.js';
import type { Run } from '../../runner/run.js';
import type { RunSettings } from '../settings/run-options.js';

export interface RunRecorder {
  /** Returns at once; the run goes on meanwhile. */
  readonly add: (outcome: FileOutcome) => void;
  /** When everything is written. */
  readonly close: () => Promise<void>;
}

/** One stored run per request file, written when that file ends; dry runs are not recorded. */
export function recordRuns(
  { options, secrets }: Pick<Run, 'options' | 'secrets'>,
  { root, history }: Pick<RunSettings, 'root' | 'history'>,
  onWarning: (message: string) => void,
): RunRecorder | undefined {
  if (history === undefined || options.dryRun) return undefined;
  const pending: FileOutcome[] = [];
  let store: HistoryStore | undefined;
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** Of a defect: what the store itself says comes from the store. */
  const warn = (error: unknown): void => {
    const reason = error instanceof Error ? error.message : String(error);
    onWarning(`the run was not stored in the history: ${reason}`);
  };

  const write = async (): Promise<void> => {
    const ended = pending.splice(0);
    // The database is loaded when the first file has ended, so that nobody waits for it before.
    const { openHistory } = await import('../../history/runs.js');
    const { runRows } = await import('../../history/to-run-rows.js');
    const opened = (store ??= openHistory({ ...history, onWarning }));
    const rows: RunRows[] = [];
    const pause = timeSlice(SLICE_MS, 1);
    for (const outcome of ended) {
      try {
        rows.push(runRows(outcome, root, options.environmentName, secrets, options.mode));
      } catch (error) {
        warn(error);
      }
      await pause();
    }
    // Those that are added in one turn of the event loop are written in one transaction.
    await Promise.all(rows.map((each) => opened.add(each)));
  };

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    // A run goes on, and later files are written, whatever goes wrong here.
    last = last.then(write).catch(warn);
  };

  return {
    add: (outcome) => {
      pending.push(outcome);
      timer ??= setTimeout(flush, PAUSE);
    },
    close: async () => {
      if (pending.length > 0) flush();
      clearTimeout(timer);
      await last;
      await store?.close();
    },
  };
}

/** Writing takes time from the requests under way, so what ends within this time is written together. */
const PAUSE = 1000;

/** Redacting the texts of many files would hold up the requests under way. */
const SLICE_MS = 8;

/**
 * What failed when each file ran last, by shown path; a file without a stored run, or whose last one could
 * not even start, has no entry. Throws when the store cannot be read.
 */
export async function lastFailures(
  history: NonNullable<RunSettings['history']>,
  root: string,
  files: readonly { readonly shown: string }[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { openHistory } = await import('../../history/runs.js');
  const store = openHistory({ ...history, onWarning: () => undefined });
  const failures = new Map<string, ReadonlySet<string>>();
  try {
    for (const { shown } of files) {
      const run = await store.query('lastRun', root, shown);
      if (run === undefined) continue;
      const failed = run.results.filter(({ passed, skipped }) => !passed && !skipped);
      const names = new Set(failed.map(({ requestName }) => requestName));
      if (!names.has(shown)) failures.set(shown, names);
    }
    return failures;
  } finally {
    await store.close();
  }
}
