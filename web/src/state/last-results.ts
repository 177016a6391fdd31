/** The newest result of each request, for every place that names a request. */
import { computed } from '@preact/signals';
import type { RequestResult } from '../../../src/server/api-types.js';
import { fileRuns } from './executions.js';

export interface LastResult {
  readonly file: string;
  /** The name of the result, which has the number of the row if the request has rows of data. */
  readonly name: string;
  readonly verdict: 'passed' | 'failed' | 'skipped' | 'cancelled';
  /** Milliseconds since 1970 by the clock of the server. */
  readonly endedAt: number;
  readonly result: RequestResult;
}

/** By file, in the order of the requests. */
export const lastResults = computed<ReadonlyMap<string, readonly LastResult[]>>(() => {
  const byFile = new Map<string, LastResult[]>();
  for (const { file, result } of fileRuns.value.values()) {
    if (result === undefined) continue;
    const endedAt = Date.parse(result.startedAt) + result.duration;
    byFile.set(
      file,
      result.results.map((each) => ({
        file,
        name: each.name,
        verdict: verdictOf(each),
        endedAt,
        result: each,
      })),
    );
  }
  return byFile;
});

/** The results of one request: several if it has rows of data, none if it has not run. */
export function lastResultsAt(file: string, line: number): readonly LastResult[] {
  return (lastResults.value.get(file) ?? []).filter(({ result }) => result.line === line);
}

function verdictOf({ passed, skipped, skipReason }: RequestResult): LastResult['verdict'] {
  if (skipped) return skipReason === 'cancelled' ? 'cancelled' : 'skipped';
  return passed ? 'passed' : 'failed';
}
