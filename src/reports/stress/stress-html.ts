/** A load test as one page that needs nothing else. */
import type { StressResult } from '../../stress/measure/stress-result.js';
import { errorGroupText } from '../../stress/measure/error-groups.js';
import { htmlPage } from '../html/html-page.js';
import { htmlCards, htmlDuration, htmlTime, type Card } from '../html/html-parts.js';
import { PAGE_STYLE } from '../html/html-style.js';
import { escapeHtml } from '../html/html-text.js';
import { CHART_STYLE, svgChart } from '../html/svg-chart.js';
import { stressCharts } from './stress-html-charts.js';
import { htmlTable, TABLE_STYLE } from './stress-html-tables.js';
import { workerCellsWithLoss } from './worker-table.js';
import { stageCells, stageName } from './stage-table.js';
import { abortText, actualText, thresholdText, timeText } from './stress-text.js';

/** What is shown beside the numbers; empty texts are left out. */
export interface StressPageFacts {
  readonly name: string;
  readonly load: string;
  readonly files: readonly string[];
  readonly environment: string;
}

/** Everything shown is redacted already. */
export function renderStressHtml(
  result: StressResult,
  facts: StressPageFacts,
  version: string,
): Iterable<string> {
  return htmlPage({
    title: `${facts.name} – svc load test`,
    style: PAGE_STYLE + CHART_STYLE + TABLE_STYLE,
    body: body(result, facts, version),
    script: '',
  });
}

function* body(result: StressResult, facts: StressPageFacts, version: string): Generator<string> {
  yield '<div class="page">\n';
  yield header(result, facts, version);
  yield '<main>\n';
  yield htmlCards(cards(result));
  yield validityLine(result);
  yield thresholdTable(result);
  yield `<div class="charts">\n${stressCharts(result).map(svgChart).join('')}</div>\n`;
  yield stageTable(result);
  yield requestTable(result);
  yield workerRows(result);
  yield errorTable(result);
  yield statusTable(result);
  yield warningList(result);
  yield intervalTable(result);
  yield '</main>\n</div>\n';
}

function header(result: StressResult, facts: StressPageFacts, version: string): string {
  const { kind, text } = verdictOf(result);
  const items = [
    ['Load', escapeHtml(facts.load)],
    ['Files', facts.files.map((file) => escapeHtml(file)).join(', ')],
    ['Environment', escapeHtml(facts.environment)],
    ['Started', htmlTime(Date.parse(result.startedAt))],
    ['Seed', String(result.seed)],
    ['Version', `svc ${escapeHtml(version)}`],
  ] as const;
  const shown = items.filter(([, value]) => value !== '');
  return `<header class="top">
<p class="verdict ${kind}">${escapeHtml(text)}</p>
<h1>${escapeHtml(facts.name)}</h1>
<dl class="facts">${shown.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>
</header>
`;
}

export function verdictOf(result: StressResult): { readonly kind: string; readonly text: string } {
  const { error, thresholds, stopped, aborted } = result;
  if (aborted) return { kind: 'failed', text: `Aborted: ${abortText(aborted)}` };
  if (error !== '') return { kind: 'failed', text: `Failed: ${error}` };
  const missed = thresholds.filter(({ passed }) => !passed).length;
  if (missed > 0) return { kind: 'failed', text: `${missed} of ${thresholds.length} thresholds missed` };
  if (stopped) return { kind: 'skipped', text: 'Stopped early' };
  return { kind: 'passed', text: thresholds.length > 0 ? 'All thresholds met' : 'Measured' };
}

function cards(result: StressResult): readonly Card[] {
  const { totalRequests, avgRps, latency, errorCount, duration, droppedCount } = result;
  const milliseconds = (value: number): string =>
    `${value < 100 ? timeText(value) : Math.round(value)} <small>ms</small>`;
  const share = totalRequests === 0 ? 0 : (errorCount * 100) / totalRequests;
  return [
    { label: 'Requests', value: totalRequests.toLocaleString('en-US'), kind: '' },
    { label: 'Per second', value: avgRps.toFixed(1), kind: '' },
    { label: 'p50', value: milliseconds(latency.p50), kind: '' },
    { label: 'p95', value: milliseconds(latency.p95), kind: '' },
    { label: 'p99', value: milliseconds(latency.p99), kind: '' },
    {
      label: 'Errors',
      value: `${share.toFixed(2)} <small>%</small>`,
      kind: errorCount > 0 ? 'failed' : 'none',
    },
    { label: 'Never started', value: String(droppedCount), kind: droppedCount > 0 ? 'failed' : 'none' },
    { label: 'Duration', value: htmlDuration(duration * 1000), kind: '' },
  ];
}

function validityLine({ validity }: StressResult): string {
  const { valid, reasons, lagP99Ms, cpuPercent } = validity;
  const words = valid
    ? `The generator kept up: lag p99 ${timeText(lagP99Ms)} ms, ${Math.round(cpuPercent)} % CPU for each thread.`
    : `Invalid: ${reasons.join('; ')}.`;
  return `<p class="validity ${valid ? 'passed' : 'failed'}">${escapeHtml(words)}</p>\n`;
}

function thresholdTable({ thresholds }: StressResult): string {
  const rows = thresholds.map((each) => ({
    kind: each.passed ? 'good' : 'bad',
    cells: [each.passed ? '✓ met' : '✗ missed', thresholdText(each), actualText(each)],
  }));
  return htmlTable('Thresholds', ['Verdict', 'Limit', 'Measured'], rows, 0);
}

function stageTable({ stages = [] }: StressResult): string {
  const rows = stages.map((stage) => ({
    kind: stage.errorCount > 0 ? 'bad' : '',
    cells: [stageName(stage), ...stageCells(stage)],
  }));
  return htmlTable('Stages', ['Time', 'Target', 'Requests', 'Errors', 'Per second', 'p95 ms'], rows);
}

function workerRows({ workers = [] }: StressResult): string {
  const rows = workers.map((worker) => ({
    kind: worker.lostAt === null ? '' : 'bad',
    cells: workerCellsWithLoss(worker),
  }));
  return htmlTable('Workers', ['Worker', 'Threads', 'Requests', 'Lag p99', 'CPU', 'Clock', 'Loss'], rows);
}

function requestTable({ perRequest }: StressResult): string {
  const rows = perRequest.map(({ name, count, errorCount, avgMs, p50Ms, p95Ms, p99Ms, maxMs }) => ({
    kind: errorCount > 0 ? 'bad' : '',
    cells: [name, String(count), String(errorCount), ...[avgMs, p50Ms, p95Ms, p99Ms, maxMs].map(timeText)],
  }));
  const heads = ['Request', 'Count', 'Errors', 'Mean ms', 'p50 ms', 'p95 ms', 'p99 ms', 'Max ms'];
  return htmlTable('Requests', heads, rows);
}

function errorTable({ errorGroups }: StressResult): string {
  const rows = errorGroups.map((group) => ({
    kind: '',
    cells: [errorGroupText(group), group.name, group.kind, String(group.count)],
  }));
  return htmlTable('Errors', ['What went wrong', 'Request', 'Kind', 'Times'], rows, 3);
}

function statusTable({ statusCodes }: StressResult): string {
  const rows = Object.entries(statusCodes).map(([code, count]) => ({
    kind: '',
    cells: [code, String(count)],
  }));
  return htmlTable('Status codes', ['Code', 'Responses'], rows);
}

function warningList({ warnings }: StressResult): string {
  if (warnings.length === 0) return '';
  const items = warnings.map((warning) => `<li>${escapeHtml(warning)}</li>`).join('');
  return `<section><h2>Remarks</h2><ul class="remarks">${items}</ul></section>\n`;
}

/** The charts as numbers. */
function intervalTable({ timeSeries }: StressResult): string {
  const rows = timeSeries.map(({ t, total, errors, rps, p50Ms, p95Ms, p99Ms, meanMs, activeVUs }) => ({
    kind: errors > 0 ? 'bad' : '',
    cells: [
      `${t} s`,
      String(total),
      String(errors),
      rps.toFixed(1),
      ...[meanMs, p50Ms, p95Ms, p99Ms].map(timeText),
      String(activeVUs),
    ],
  }));
  const heads = [
    'Until',
    'Requests',
    'Errors',
    'Per second',
    'Mean ms',
    'p50 ms',
    'p95 ms',
    'p99 ms',
    'Active',
  ];
  return `<details><summary>Each interval in numbers</summary>\n${htmlTable('Intervals', heads, rows)}</details>\n`;
}
