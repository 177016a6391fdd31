/** Compares two stored runs by the rules of `svc diff`. */
import {
  categoryOf,
  changePercent,
  isChangeOfDuration,
  isWithinNoise,
  type Category,
} from '../../../../src/diff/classify-change.js';
import type { StoredResult, StoredRun } from '../../../../src/server/api-types.js';

interface Side {
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly duration: number;
}

export interface ComparedRequest {
  readonly key: string;
  readonly name: string;
  readonly before: Side | undefined;
  readonly after: Side | undefined;
  readonly percent: number;
  readonly category: Category;
  /** Called faster or slower for a difference that tells nothing. */
  readonly isNoise: boolean;
}

/** The n-th request of a name is compared with the n-th request of the same name. */
export function compareRuns(before: StoredRun, after: StoredRun): ComparedRequest[] {
  const olds = byKey(before.results);
  const news = byKey(after.results);
  const keys = [...new Set([...news.keys(), ...olds.keys()])];
  return keys.map((key) => {
    const old = sideOf(olds.get(key));
    const now = sideOf(news.get(key));
    const name = (news.get(key) ?? olds.get(key))?.requestName ?? '';
    const percent = changePercent(old, now);
    const isNoise = isWithinNoise(old, now) && isChangeOfDuration(old?.status, now?.status, percent);
    return { key, name, before: old, after: now, percent, category: categoryOf(old, now), isNoise };
  });
}

function byKey(results: readonly StoredResult[]): Map<string, StoredResult> {
  const counts = new Map<string, number>();
  return new Map(
    results.map((result) => {
      const count = (counts.get(result.requestName) ?? 0) + 1;
      counts.set(result.requestName, count);
      return [`${count}:${result.requestName}`, result];
    }),
  );
}

function sideOf(result: StoredResult | undefined): Side | undefined {
  if (result === undefined) return undefined;
  const status = result.skipped ? 'skipped' : result.passed ? 'passed' : 'failed';
  return { status, duration: result.durationMs };
}
