import { durationText } from '../../primitives/duration.js';
import { formatCount } from '../../primitives/text/output-text.js';
import { printableLine } from '../../primitives/printable.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { LatencySummary } from '../../stress/measure/latency.js';
import type { StressOptions } from '../../stress/plan/stress-options.js';
import type { StressResult } from '../../stress/measure/stress-result.js';
import type { ThresholdResult } from '../../stress/measure/thresholds.js';
import type { Styler } from '../console/style.js';
import { textWidth } from '../console/text-width.js';

export interface StressReport {
  readonly result: StressResult;
  readonly stress: StressOptions;
  /** The paths of the files, as shown to the user. */
  readonly files: readonly string[];
  readonly secrets: SecretSet;
  readonly style: Styler;
}

/** The summary of a load test. */
export function stressConsole(report: StressReport): string {
  const { result, style } = report;
  const lines = [
    style('bold', headLine(report)),
    ...figures(report),
    ...requestTable(report),
    ...thresholdLines(result.thresholds, style),
    ...validityLines(result, style),
  ];
  return `${lines.join('\n')}\n`;
}

function headLine({ stress, files, secrets }: StressReport): string {
  const [first = '', second = '', third = '', ...others] = files;
  const named = [first, second, third].filter((file) => file !== '').join(', ');
  const where = printableLine(
    secrets.redact(others.length === 0 ? named : `${named} and ${others.length} more`),
  );
  const { mode, rate, vus, maxVUs, duration, rampUp, thinkTime } = stress;
  const length = `for ${durationText(duration)}`;
  const ramp = rampUp > 0 ? `, ramp-up ${durationText(rampUp)}` : '';
  if (mode === 'rate')
    return `Stress: ${where}  rate ${rate}/s ${length}${ramp}, at most ${maxVUs} in flight`;
  const think = thinkTime > 0 ? `, think time ${durationText(thinkTime)}` : '';
  return `Stress: ${where}  ${formatCount(vus, 'user')} ${length}${ramp}${think}`;
}

function figures({ result, stress, style }: StressReport): string[] {
  const { totalRequests: total, successCount, errorCount, droppedCount, abortedCount, avgRps } = result;
  const share = percent(total === 0 ? 0 : errorCount / total);
  const errors = `${formatCount(errorCount, 'error')} (${share})`;
  const aborted = abortedCount > 0 ? `, ${abortedCount} aborted` : '';
  const planned = stress.mode === 'rate' ? ` of ${stress.rate.toFixed(1)}/s planned` : '';
  return [
    field('Requests', `${total} total, ${successCount} ok, ${errors}, ${droppedCount} dropped${aborted}`),
    field('Rate', `${avgRps.toFixed(1)}/s achieved${planned}`),
    field('Latency', timesText(result.latency)),
    field('Service', timesText(result.serviceTime)),
    ...(errorCount > 0 ? [field('Errors', style('red', countsText(result.errorKinds)))] : []),
  ];
}

function field(name: string, text: string): string {
  return `${name.padEnd(12)}${text}`;
}

function timesText({ min, mean, p50, p95, p99, max, stddev }: LatencySummary): string {
  const parts = { min, mean, p50, p95, p99, max, stddev };
  return `${Object.entries(parts)
    .map(([name, value]) => `${name} ${time(value)}`)
    .join('  ')} ms`;
}

function countsText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ');
}

/** One decimal, or two below a millisecond. */
function time(milliseconds: number): string {
  return milliseconds.toFixed(milliseconds > 0 && milliseconds < 1 ? 2 : 1);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}

const COLUMNS = ['count', 'ok', 'errors', 'avg', 'p95', 'p99'] as const;

function requestTable({ result, secrets }: StressReport): string[] {
  const rows = result.perRequest.map((each) => ({
    name: `  ${printableLine(secrets.redact(each.name))}`,
    cells: [
      String(each.count),
      String(each.successCount),
      String(each.errorCount),
      time(each.avgMs),
      time(each.p95Ms),
      time(each.p99Ms),
    ],
  }));
  const all = [{ name: 'Request', cells: [...COLUMNS] as string[] }, ...rows];
  const nameWidth = Math.max(...all.map(({ name }) => textWidth(name)));
  const widths = COLUMNS.map((_column, index) =>
    Math.max(5, ...all.map(({ cells }) => cells[index]?.length ?? 0)),
  );
  return all.map(({ name, cells }) => {
    const padded = name + ' '.repeat(nameWidth - textWidth(name));
    return [padded, ...cells.map((cell, index) => cell.padStart(widths[index] ?? 0))].join('  ');
  });
}

function thresholdLines(thresholds: readonly ThresholdResult[], style: Styler): string[] {
  if (thresholds.length === 0) return [];
  const rules = thresholds.map((each) => thresholdText(each));
  const width = Math.max(...rules.map((rule) => rule.length));
  return [
    'Thresholds',
    ...thresholds.map((each, index) => {
      const mark = each.passed ? style('green', '✓') : style('red', '✗');
      return `  ${mark} ${(rules[index] ?? '').padEnd(width)}   ${actualText(each)}`;
    }),
  ];
}

/** `p95 < 200ms`, with the default operator if none was given. */
function thresholdText({ metric, threshold }: ThresholdResult): string {
  const [, operator = metric === 'rps' ? '>=' : '<=', value = ''] =
    /^([<>]=?)?\s*(.*)$/s.exec(threshold) ?? [];
  return `${metric} ${operator} ${value}`;
}

function actualText({ metric, actual }: ThresholdResult): string {
  if (metric === 'errors') return `${actual.toFixed(2)}%`;
  return metric === 'rps' ? `${actual.toFixed(1)}/s` : `${time(actual)}ms`;
}

function validityLines({ validity }: StressResult, style: Styler): string[] {
  const { valid, reasons, lagP99Ms, droppedSends, cpuPercent } = validity;
  const word = valid ? style('green', 'valid') : style('red', 'invalid');
  const details = `lag p99 ${time(lagP99Ms)}ms, ${droppedSends} dropped, cpu ${Math.round(cpuPercent)}%`;
  return [field('Validity', `${word} (${details})`), ...reasons.map((reason) => `  ${reason}`)];
}
