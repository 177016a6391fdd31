/** The rows of the list of results. */
import { waterfall, type Span } from '../../components/charts/waterfall.js';
import { baseName, type LastResult } from '../../state/runs/last-results.js';
import type { RunStep } from '../../state/runs/live-run.js';

/** The newest execution among the results; empty when they come from the history. */
export function newestResult(results: readonly LastResult[]): LastResult | undefined {
  let newest: LastResult | undefined;
  for (const result of results) if (newest === undefined || result.endedAt > newest.endedAt) newest = result;
  return newest;
}

/** Each execution has its own time line; only the newest one was seen while it ran. */
export function timeSpans(
  results: readonly LastResult[],
  live: { readonly id: string; readonly steps: readonly (RunStep | undefined)[] },
): readonly Span[] {
  const groups = new Map<string, number[]>();
  for (const [at, { executionId }] of results.entries()) {
    const group = groups.get(executionId) ?? [];
    group.push(at);
    groups.set(executionId, group);
  }
  const spans: Span[] = [];
  for (const [id, group] of groups) {
    const timed = group.map((at) => {
      const { duration = 0, index = 0 } = results[at] ?? {};
      return { duration, startedAt: id === live.id ? live.steps[index]?.startedAt : undefined };
    });
    const found = waterfall(timed);
    for (const [position, at] of group.entries()) spans[at] = found[position] ?? { start: 0, length: 0 };
  }
  return spans;
}

/** How the results of a file are counted. */
export function countResults(results: readonly LastResult[]): {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly cancelled: number;
  readonly requests: number;
} {
  const counts = { passed: 0, failed: 0, skipped: 0, cancelled: 0 };
  const requests = new Set<string>();
  for (const { verdict, name, line, occurrence, file } of results) {
    counts[verdict] += 1;
    const request = line > 0 ? String(line) : `${baseName(name)} ${occurrence}`;
    if (verdict === 'passed' || verdict === 'failed') requests.add(`${file}\0${request}`);
  }
  return { ...counts, requests: requests.size };
}
