import {
  LOAD_METRICS,
  type LoadMetric,
  type LoadTestDiff,
  type LoadTestRow,
} from '../../diff/compare-load-tests.js';
import type { LoadTestDocument } from '../../diff/load-test-document.js';
import { htmlPage } from '../html/html-page.js';
import { PAGE_STYLE } from '../html/html-style.js';
import { escapeHtml } from '../html/html-text.js';
import { axisTime, CHART_STYLE, svgChart, wholeIntervals, type SvgLine } from '../html/svg-chart.js';
import { DIFF_STYLE } from './diff-html-style.js';
import {
  certaintyOf,
  changeMark,
  changeText,
  conclusionsOf,
  loadTestName,
  loadText,
  loadThresholdText,
  metricText,
  rowName,
  type ComparedLoadTests,
} from './load-test-text.js';

/** One self-contained page with both latency curves over time. */
export function renderLoadTestHtml(compared: ComparedLoadTests, version: string): Iterable<string> {
  const { file1, file2 } = compared.diff;
  return htmlPage({
    title: `${file1} and ${file2} – svc comparison`,
    style: PAGE_STYLE + DIFF_STYLE + CHART_STYLE,
    body: body(compared, version),
    script: '',
  });
}

function* body(compared: ComparedLoadTests, version: string): Generator<string> {
  const { diff } = compared;
  yield '<div class="page">\n';
  yield header(compared, version);
  yield '<main>\n';
  yield listOf('Compare with care', diff.differences);
  yield thresholdBox(diff);
  yield `<div class="charts">\n${curves(compared)}</div>\n`;
  yield table(diff);
  yield '</main>\n</div>\n';
}

function header({ diff, baseline, current }: ComparedLoadTests, version: string): string {
  const conclusions = conclusionsOf(diff);
  const hasRegressed = conclusions.some(({ category }) => category === 'regressed');
  const kind = !diff.thresholdPassed ? 'failed' : hasRegressed ? 'skipped' : 'passed';
  const text = conclusions.map((each) => each.text).join('; ');
  const row = (name: string, test: LoadTestDocument): string =>
    `<tr><th scope="row">${name}</th><td class="mono">${escapeHtml(loadTestName(test))}</td>` +
    `<td>${escapeHtml(loadText(test))}</td><td class="number">${test.whole.count.toLocaleString('en-US')}</td></tr>\n`;
  return `<header class="top">
<p class="verdict ${kind}">${escapeHtml(text)}</p>
<h1>Two load tests</h1>
<dl class="facts"><div><dt>Version</dt><dd>svc ${escapeHtml(version)}</dd></div></dl>
<div class="scroll"><table class="sides">
<caption class="quiet">Compared tests</caption>
<thead><tr><td></td><th scope="col">Test</th><th scope="col">Load</th><th scope="col" class="number">Requests</th></tr></thead>
<tbody>
${row('Load test 1', baseline)}${row('Load test 2', current)}</tbody>
</table></div>
</header>
`;
}

function listOf(title: string, texts: readonly string[]): string {
  if (texts.length === 0) return '';
  const items = texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('\n');
  return `<section class="threshold sheet"><h2>${title}</h2>\n<ul>\n${items}\n</ul></section>\n`;
}

function thresholdBox(diff: LoadTestDiff): string {
  const text = loadThresholdText(diff);
  if (text === undefined) return '';
  const [kind, mark] = diff.thresholdPassed ? ['passed', '✓'] : ['failed', '✗'];
  return `<section class="threshold sheet ${kind}"><h2><span aria-hidden="true">${mark}</span> ${escapeHtml(text)}</h2></section>\n`;
}

/** The chosen metric of each interval; the largest value has no intervals, so p99 stands for it. */
function curves({ diff, baseline, current }: ComparedLoadTests): string {
  const metric = diff.metric === 'max' ? 'p99' : diff.metric;
  const line = (test: LoadTestDocument, kind: string): SvgLine => ({
    name: loadTestName(test),
    kind,
    points: wholeIntervals(test.points).map(
      (point) => [point.t, point.total === 0 ? null : (point[metric] ?? null)] as const,
    ),
  });
  return svgChart({
    title: `${metric} of each interval`,
    lines: [line(baseline, 'c6'), line(current, 'c2')],
    xText: axisTime,
    yText: (value) => `${metricText('p95', value)} ms`,
  });
}

function table({ rows }: LoadTestDiff): string {
  const heads = LOAD_METRICS.map((metric) => `<th scope="col" class="number">${metric}</th>`).join('');
  return `<section aria-labelledby="tests"><h2 id="tests">Requests</h2>
<div class="sheet scroll" role="region" aria-labelledby="tests" tabindex="0"><table class="tests">
<thead><tr><th scope="col">Request</th><th scope="col">Category</th>${heads}</tr></thead>
<tbody>
${rows.map(rowHtml).join('')}</tbody>
</table></div></section>
`;
}

function rowHtml(row: LoadTestRow): string {
  const isWhole = row.name === '';
  const cells = LOAD_METRICS.map((metric) => cell(row, metric, isWhole)).join('');
  return `<tr><th scope="row">${escapeHtml(rowName(row))}</th><td>${row.category}</td>${cells}</tr>\n`;
}

const KINDS = { regressed: 'bad', improved: 'good', unchanged: 'same' } as const;

function cell(row: LoadTestRow, metric: LoadMetric, isWhole: boolean): string {
  if (row.category === 'new' || row.category === 'removed') return '<td></td>';
  const change = row.metrics[metric];
  const values = `${metricText(metric, change.before)} → ${metricText(metric, change.after)}`;
  const certainty = isWhole && metric !== 'max' ? `<span class="note">${certaintyOf(change)}</span>` : '';
  return (
    `<td class="number ${KINDS[change.category]}">${values} ` +
    `<span class="change">${changeText(metric, change)} ${changeMark(change)}</span>${certainty}</td>`
  );
}
