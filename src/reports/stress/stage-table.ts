import { durationText } from '../../primitives/duration.js';
import { formatCount } from '../../primitives/text/output-text.js';
import type { StageResult } from '../../stress/measure/stage-totals.js';
import { timeText } from './stress-text.js';

const HEADS = ['target', 'requests', 'errors', 'rps', 'p95'] as const;

/** A line for each stage, or nothing without stages. */
export function stageTable(stages: readonly StageResult[]): readonly string[] {
  if (stages.length === 0) return [];
  const rows = [HEADS, ...stages.map(stageCells)];
  const names = ['Stage', ...stages.map((stage) => `  ${stageName(stage)}`)];
  const nameWidth = Math.max(...names.map((name) => name.length));
  const widths = HEADS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((cells, index) =>
    [
      (names[index] ?? '').padEnd(nameWidth),
      ...cells.map((cell, column) => cell.padStart(widths[column] ?? 0)),
    ].join('  '),
  );
}

/** `30s to 2m30s` */
export function stageName({ start, end }: StageResult): string {
  return `${timeOf(start)} to ${timeOf(end)}`;
}

/** The target, the counts, and the figures; a stage without a response has no latency. */
export function stageCells({ rate, vus, totalRequests, errorCount, rps, p95Ms }: StageResult): string[] {
  return [
    rate === undefined ? formatCount(vus ?? 0, 'user') : `${rate.toFixed(1)}/s`,
    String(totalRequests),
    String(errorCount),
    rps.toFixed(1),
    totalRequests === 0 ? '-' : timeText(p95Ms),
  ];
}

function timeOf(seconds: number): string {
  return seconds === 0 ? '0s' : durationText(seconds * 1000);
}
