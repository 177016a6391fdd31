/** Which result of a file is shown, and how the address names it. */
import type { LastResult } from './last-results.js';

/** Names a row in the address: requests without a name may share one. */
export function rowKey({ name, occurrence }: Pick<LastResult, 'name' | 'occurrence'>): string {
  return occurrence === 1 ? name : `${name} #${occurrence}`;
}

/** The row that is shown: the chosen one, else the first that failed, else the last that passed. */
export function chosenRow(results: readonly LastResult[], chosen: string): number {
  const found = chosen === '' ? -1 : results.findIndex((result) => rowKey(result) === chosen);
  if (found >= 0) return found;
  // A request with rows of data may be named without its row.
  const isRow = ({ name }: LastResult): boolean => chosen !== '' && name.startsWith(`${chosen} [`);
  const failedRow = results.findIndex((result) => isRow(result) && result.verdict === 'failed');
  const row = failedRow < 0 ? results.findIndex(isRow) : failedRow;
  if (row >= 0) return row;
  const failed = results.findIndex(({ verdict }) => verdict === 'failed');
  if (failed >= 0) return failed;
  const passed = results.findLastIndex(({ verdict }) => verdict === 'passed');
  return passed < 0 ? results.length - 1 : passed;
}
