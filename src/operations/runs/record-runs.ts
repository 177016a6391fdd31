import { ServiceError } from '../../errors.js';
import type { HistoryStore } from '../../history/open-history.js';
import type { RunRows } from '../../history/store/run-rows.js';
import type { TeamSettings } from '../../history/team/team-settings.js';
import type { ClockTimer } from '../../primitives/clock.js';
import { timeSlice } from '../../primitives/time-slice.js';
import { hasNotPassed } from '../../runner/plan/dependency-problem.js';
import type { FileOutcome } from '../../runner/outcome/result.js';
import type { Run } from '../../runner/run.js';
import type { Selection } from '../../runner/plan/options.js';
import { historyWorkspace, type HistorySettings } from '../settings/history-settings.js';
import type { RunSettings } from '../settings/run-settings.js';

export interface RunRecorder {
  /** Returns at once; the outcome is stored while the run continues. */
  readonly add: (outcome: FileOutcome) => void;
  /** Resolves when everything is written. */
  readonly close: () => Promise<void>;
}

/** Stores one run per request file, when that file ends; dry runs are not stored. */
export function recordRuns(
  { options, secrets, clock }: Pick<Run, 'options' | 'secrets' | 'clock'>,
  { root, history }: Pick<RunSettings, 'root' | 'history'>,
  onWarning: (message: string) => void,
): RunRecorder | undefined {
  if (history === undefined || options.dryRun) return undefined;
  const pending: FileOutcome[] = [];
  const rowStore = history.team
    ? openTeamRows(history, history.team, options.selection.shard, onWarning)
    : openRowStore(history, onWarning);
  let timer: ClockTimer | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** Reports a defect; the store reports its own failures itself. */
  const warn = (error: unknown): void => {
    const reason = error instanceof Error ? error.message : String(error);
    onWarning(`the run was not stored in the history: ${reason}`);
  };

  const write = async (): Promise<void> => {
    const ended = pending.splice(0);
    const { toRunRows } = await import('../../history/to-run-rows.js');
    const rows: RunRows[] = [];
    const pause = timeSlice(SLICE_MS, 1);
    for (const outcome of ended) {
      try {
        rows.push(toRunRows(outcome, root, options.environmentName, secrets, options.mode));
      } catch (error) {
        warn(error);
      }
      await pause();
    }
    if (rows.length > 0) await rowStore.add(rows);
  };

  const flush = (): void => {
    timer?.cancel();
    timer = undefined;
    // A failure here must not stop the run or the storing of later files.
    last = last.then(write).catch(warn);
  };

  return {
    add: (outcome) => {
      pending.push(outcome);
      timer ??= clock.at(clock.now() + FLUSH_DELAY_MS, flush);
    },
    close: async () => {
      rowStore.finishWithin?.(FINISH_MS);
      if (pending.length > 0) flush();
      timer?.cancel();
      await last;
      await rowStore.close();
    },
  };
}

interface RowStore {
  add(rows: readonly RunRows[]): Promise<void>;
  /** From now on everything takes at most so long. */
  finishWithin?(milliseconds: number): void;
  close(): Promise<void>;
}

/** Loads the database only when runs cannot wait in the spool, since that takes longer than most runs. */
function openRowStore(history: HistorySettings, onWarning: (message: string) => void): RowStore {
  let store: HistoryStore | undefined;
  return {
    add: async (rows) => {
      const { spoolRuns } = await import('../../history/spool/spool-runs.js');
      const isWaiting = spoolRuns({ ...history, onWarning }, rows);
      if (isWaiting === 'yes') return;
      const { openHistory } = await import('../../history/open-history.js');
      const opened = (store ??= openHistory({ ...history, onWarning }));
      // Opening the store moves all runs that wait into it.
      if (isWaiting === 'many') await opened.problem();
      // Rows that are added in one turn of the event loop are written in one transaction.
      else await Promise.all(rows.map((each) => opened.add(each)));
    },
    close: async () => store?.close(),
  };
}

/** Runs that the team history does not take in time wait in a spool of its own. */
function openTeamRows(
  history: HistorySettings,
  team: TeamSettings,
  shard: Selection['shard'],
  onWarning: (message: string) => void,
): RowStore {
  const place = shard === undefined ? '' : `${shard.index}/${shard.count}`;
  let store: HistoryStore | undefined;
  let limitMs: number | undefined;
  return {
    add: async (rows) => {
      const { openHistory } = await import('../../history/open-history.js');
      const opened = (store ??= openHistory({ ...history, team: { ...team, shard: place }, onWarning }));
      if (limitMs !== undefined) opened.finishWithin(limitMs);
      limitMs = undefined;
      await Promise.all(rows.map((each) => opened.add(each)));
    },
    finishWithin: (milliseconds) => {
      if (store === undefined) limitMs = milliseconds;
      else store.finishWithin(milliseconds);
    },
    close: async () => store?.close(),
  };
}

/** How long a command waits for the team history at its end, in all. */
const FINISH_MS = 5000;

/** Writing takes CPU time from running requests, so files that end within this time are written together. */
const FLUSH_DELAY_MS = 1000;

/** Redacting the texts of many files without a pause would delay running requests. */
const SLICE_MS = 8;

/**
 * Returns the requests that failed in the last stored run of each file, by shown path; a file without a stored
 * run, or whose last one could not start, has no entry. Throws when the store cannot be read.
 */
export async function lastFailures(
  history: HistorySettings,
  root: string,
  files: readonly { readonly shown: string }[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { openHistory } = await import('../../history/open-history.js');
  let warning: string | undefined;
  const store = openHistory({ ...history, onWarning: (message) => (warning = message) });
  const failures = new Map<string, ReadonlySet<string>>();
  try {
    for (const { shown } of files) {
      const run = await store.query('lastRun', historyWorkspace(history, root), shown);
      if (run === undefined) continue;
      const names = new Set(run.results.filter(hasNotPassed).map(({ requestName }) => requestName));
      if (!names.has(shown)) failures.set(shown, names);
    }
    return failures;
  } catch (error) {
    // The warning names the file.
    if (warning === undefined || !(error instanceof ServiceError)) throw error;
    throw new ServiceError(error.kind, warning, { cause: error });
  } finally {
    await store.close();
  }
}
