import { openHistory, type HistoryOptions } from '../../history/open-history.js';
import type { StressOptions } from '../../stress/plan/stress-options.js';
import { keptOptions, toStressRow, type EndedTest } from './kept-test.js';

/** Stores a test of the command line; returns its number, or 0 when it could not be stored or sent no load. */
export async function storeTest(
  { stress, ...ended }: Omit<EndedTest, 'options' | 'source'> & { readonly stress: StressOptions },
  history: HistoryOptions,
): Promise<number> {
  const row = toStressRow({ ...ended, options: keptOptions(stress), source: 'cli' });
  if (row === undefined) return 0;
  const store = openHistory(history);
  store.finishWithin(FINISH_MS);
  try {
    return await store.addStress(row);
  } finally {
    await store.close();
  }
}

/** How long a command waits for the team history at its end, in all. */
const FINISH_MS = 5000;
