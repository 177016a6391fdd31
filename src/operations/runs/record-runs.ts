import type { HistoryStore } from '../../history/runs.js';
import type { FileOutcome } from '../../runner/result.js';
import type { Run } from '../../runner/run.js';
import type { RunSettings } from '../run-options.js';

export interface RunRecorder {
  /** Returns at once; the run goes on meanwhile. */
  readonly add: (outcome: FileOutcome) => void;
  /** When everything is written. */
  readonly close: () => Promise<void>;
}

/** One stored run per request file, written when that file ends; dry runs are not recorded. */
export function recordRuns(
  { options, secrets }: Run,
  { root, history }: Pick<RunSettings, 'root' | 'history'>,
  onWarning: (message: string) => void,
): RunRecorder | undefined {
  if (history === undefined || options.dryRun) return undefined;
  const pending: FileOutcome[] = [];
  let store: HistoryStore | undefined;
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const write = async (): Promise<void> => {
    // The database is loaded when the first file has ended, so that nobody waits for it before.
    const { openHistory } = await import('../../history/runs.js');
    const { runRows } = await import('../../history/to-run-rows.js');
    const opened = (store ??= openHistory({ ...history, onWarning }));
    const ended = pending.splice(0);
    await Promise.all(
      ended.map((outcome) =>
        opened.add(runRows(outcome, root, options.environmentName, secrets, options.mode)),
      ),
    );
  };

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    last = last.then(write);
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
