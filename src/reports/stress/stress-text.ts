import { durationText } from '../../primitives/duration.js';
import type { AbortCause } from '../../stress/measure/abort-watch.js';
import type { ThresholdResult } from '../../stress/measure/thresholds.js';

/** One decimal, or two below a millisecond. */
export function timeText(milliseconds: number): string {
  return milliseconds.toFixed(milliseconds > 0 && milliseconds < 1 ? 2 : 1);
}

/** What is shown where nothing was measured. */
export const NO_DATA = 'no data';

/** `p95 < 200ms`, with the default operator if none was given. */
export function thresholdText({
  metric,
  threshold,
}: {
  readonly metric: string;
  readonly threshold: string;
}): string {
  const [, operator = metric === 'rps' ? '>=' : '<=', value = ''] =
    /^([<>]=?)?\s*(.*)$/s.exec(threshold) ?? [];
  return `${metric} ${operator} ${value}`;
}

export function actualText({ metric, actual, measured }: ThresholdResult): string {
  if (!measured) return NO_DATA;
  if (metric === 'errors') return `${actual.toFixed(2)}%`;
  return metric === 'rps' ? `${actual.toFixed(1)}/s` : `${timeText(actual)}ms`;
}

/** `6.1ms`, `455ms`, `2.31s` */
export function shortTimeText(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(2)}s`;
  return milliseconds >= 100 ? `${Math.round(milliseconds)}ms` : `${timeText(milliseconds)}ms`;
}

/** A measured limit: a time, or percent for `errors`. */
export function limitValueText(metric: string, value: number): string {
  return metric === 'errors' ? `${value.toFixed(2)}%` : shortTimeText(value);
}

/** `p95 < 2s was 2.31s over the last 10s, after 34.0s` */
export function abortText(cause: AbortCause): string {
  const { metric, actual, at, window } = cause;
  const value = actual === 0 ? `had ${NO_DATA}` : `was ${limitValueText(metric, actual)}`;
  const over = `over the last ${durationText(window * 1000)}`;
  return `${thresholdText(cause)} ${value} ${over}, after ${at.toFixed(1)}s`;
}
