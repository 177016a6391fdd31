/** Load tests of the history: two of them compared, and one as a page. */
import { compareLoadTests, type LatencyMetric, type LoadTestDiff } from '../../diff/compare-load-tests.js';
import { readStoredLoadTest } from '../../diff/load-test-document.js';
import { encodeJsonLine } from '../../evaluation/values/json-line.js';
import { loadText } from '../../reports/diff/load-test-text.js';
import { renderStressHtml } from '../../reports/stress/stress-html.js';
import type { StressResult } from '../../stress/measure/stress-result.js';
import { version } from '../../version.js';

/** Each side is the line of JSON that clients get of a stored test. */
export interface StressComparison {
  readonly baseline: Uint8Array;
  readonly current: Uint8Array;
  readonly metric: LatencyMetric;
}

export function performComparison({ baseline, current, metric }: StressComparison): Uint8Array {
  const diff: LoadTestDiff = compareLoadTests(
    readStoredLoadTest(parse(baseline)),
    readStoredLoadTest(parse(current)),
    { metric, threshold: null },
  );
  return encodeJsonLine(diff);
}

/** The page of a test in the form that the history returns. */
export function renderStoredTest(test: Uint8Array): Uint8Array {
  const stored = parse(test) as {
    readonly id: number;
    readonly label: string;
    readonly files: readonly string[];
    readonly environment: string;
    readonly options: unknown;
    readonly result: StressResult;
  };
  const { id, label, files, environment, result } = stored;
  const number = id === 0 ? 'Load test' : `Load test ${id}`;
  const name = label === '' ? number : `${number}: ${label}`;
  const facts = { name, load: loadText(readStoredLoadTest(stored)), files, environment };
  return Buffer.from([...renderStressHtml(result, facts, version)].join(''));
}

function parse(line: Uint8Array): unknown {
  const { buffer, byteOffset, byteLength } = line;
  return JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString('utf8'));
}
