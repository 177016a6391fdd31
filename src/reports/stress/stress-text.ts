import type { ThresholdResult } from '../../stress/measure/thresholds.js';

/** One decimal, or two below a millisecond. */
export function timeText(milliseconds: number): string {
  return milliseconds.toFixed(milliseconds > 0 && milliseconds < 1 ? 2 : 1);
}

/** What is shown where nothing was measured. */
export const NO_DATA = 'no data';

/** `p95 < 200ms`, with the default operator if none was given. */
export function thresholdText({ metric, threshold }: ThresholdResult): string {
  const [, operator = metric === 'rps' ? '>=' : '<=', value = ''] =
    /^([<>]=?)?\s*(.*)$/s.exec(threshold) ?? [];
  return `${metric} ${operator} ${value}`;
}

export function actualText({ metric, actual, measured }: ThresholdResult): string {
  if (!measured) return NO_DATA;
  if (metric === 'errors') return `${actual.toFixed(2)}%`;
  return metric === 'rps' ? `${actual.toFixed(1)}/s` : `${timeText(actual)}ms`;
}
