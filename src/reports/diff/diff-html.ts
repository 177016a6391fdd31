import type { Category } from '../../diff/classify-change.js';
import type { Comparison, DiffSummary } from '../../diff/compare.js';
import { DIFF_SCRIPT } from './diff-html-script.js';
import { DIFF_STYLE } from './diff-html-style.js';
import {
  certaintyText,
  COUNTS,
  hasSeveralRuns,
  millisecondsText,
  noiseText,
  percentText,
  statusFlip,
  testNameText,
  thresholdText,
  type NamedDiff,
} from './diff-text.js';
import { htmlPage } from '../html/html-page.js';
import { htmlCards } from '../html/html-parts.js';
import { PAGE_STYLE } from '../html/html-style.js';
import { escapeHtml } from '../html/html-text.js';

/** One self-contained page, chunk by chunk; without scripts only sorting is missing. */
export function renderDiffHtml(diff: NamedDiff, version: string): Iterable<string> {
  return htmlPage({
    title: `${diff.file1} and ${diff.file2} – svc comparison`,
    style: PAGE_STYLE + DIFF_STYLE,
    body: body(diff, version),
    script: DIFF_SCRIPT,
  });
}

function* body(diff: NamedDiff, version: string): Generator<string> {
  yield '<div class="page">\n';
  yield header(diff, version);
  yield '<main>\n';
  yield cards(diff.summary);
  yield thresholdBox(diff);
  yield* table(diff);
  yield '</main>\n</div>\n';
}

function header(diff: NamedDiff, version: string): string {
  const { totalDuration1, avgDuration1, totalDuration2, avgDuration2 } = diff.summary;
  const { kind, text } = verdictOf(diff.summary);
  const row = (label: string, file: string, total: number, average: number): string =>
    `<tr><th scope="row">${label}</th><td class="mono">${escapeHtml(file)}</td>` +
    `<td class="number">${millisecondsText(total)}</td><td class="number">${average.toFixed(1)}ms</td></tr>\n`;
  return `<header class="top">
<p class="verdict ${kind}">${text}</p>
<h1>Comparison</h1>
<dl class="facts"><div><dt>Version</dt><dd>svc ${escapeHtml(version)}</dd></div></dl>
<div class="scroll"><table class="sides">
<caption class="quiet">Compared files</caption>
<thead><tr><td></td><th scope="col">File</th><th scope="col" class="number">Total</th><th scope="col" class="number">Average</th></tr></thead>
<tbody>
${row('File 1', diff.file1, totalDuration1, avgDuration1)}${row('File 2', diff.file2, totalDuration2, avgDuration2)}</tbody>
</table></div>
</header>
`;
}

function verdictOf({ regressed, improved, thresholdPassed }: DiffSummary): { kind: string; text: string } {
  if (!thresholdPassed) return { kind: 'failed', text: 'Threshold breached' };
  if (regressed > 0) return { kind: 'skipped', text: `${regressed} regressed` };
  return { kind: 'passed', text: improved > 0 ? `${improved} improved` : 'No regression' };
}

function cards(summary: DiffSummary): string {
  const counts = COUNTS.map(([label, field, kind]) => {
    const value = summary[field];
    return { label, value: String(value), kind: kind === undefined ? '' : value === 0 ? 'none' : kind };
  });
  return `<section aria-labelledby="summary">
<h2 id="summary" class="quiet">Summary</h2>
${htmlCards(counts)}</section>
`;
}

function thresholdBox(diff: NamedDiff): string {
  const text = thresholdText(diff);
  if (text === undefined) return '';
  const above = diff.comparisons.filter(({ overThreshold }) => overThreshold);
  const items = above.map(
    (comparison) =>
      `<li>${escapeHtml(testNameText(comparison))} <span class="file mono">${escapeHtml(comparison.file)}</span> ` +
      `<b>${percentText(comparison.durationChange)}</b>${noteOf(noiseText(comparison))}</li>`,
  );
  const list = items.length === 0 ? '' : `\n<ul>\n${items.join('\n')}\n</ul>`;
  const mark = above.length === 0 ? '✓' : '✗';
  return `<section class="threshold sheet ${above.length === 0 ? 'passed' : 'failed'}" aria-labelledby="threshold">
<h2 id="threshold"><span aria-hidden="true">${mark}</span> ${escapeHtml(text)}</h2>${list}
</section>
`;
}

const COLUMNS = [
  ['Test', ''],
  ['File', ''],
  ['Status', ''],
  ['Duration', 'number'],
  ['Change', 'number'],
] as const;

function* table(diff: NamedDiff): Generator<string> {
  const { comparisons } = diff;
  yield '<section aria-labelledby="tests">\n<h2 id="tests">Tests</h2>\n';
  if (hasSeveralRuns(diff)) yield '<p class="medians">Durations are medians of the runs.</p>\n';
  if (comparisons.length === 0) {
    yield '<p class="empty sheet">Neither file holds a test.</p>\n</section>\n';
    return;
  }
  const heads = COLUMNS.map(([title, kind]) => `<th scope="col"${classOf(kind)}>${title}</th>`).join('');
  yield `<div class="sheet scroll" role="region" aria-labelledby="tests" tabindex="0"><table class="tests" id="table">
<caption class="quiet">Tests of both files</caption>
<thead><tr>${heads}</tr></thead>
<tbody>
`;
  for (const comparison of comparisons) yield row(comparison);
  yield '</tbody>\n</table></div>\n</section>\n';
}

const LOOKS: Readonly<Record<Category, readonly [mark: string, kind: string]>> = {
  improved: ['↑', 'good'],
  regressed: ['↓', 'bad'],
  unchanged: ['=', 'same'],
  removed: ['-', 'gone'],
  new: ['+', 'fresh'],
};

/** `data-sort` holds the sort key of a cell whose text would sort wrongly. */
function row(comparison: Comparison): string {
  const { file, statusChange, status1, status2, duration1, duration2, durationChange } = comparison;
  const [mark, kind] = LOOKS[statusChange];
  const flip = statusFlip(comparison, '→');
  const both = status1 !== 'absent' && status2 !== 'absent';
  const last = status2 === 'absent' ? duration1 : duration2;
  const durations = both
    ? `${millisecondsText(duration1)} → ${millisecondsText(duration2)}`
    : millisecondsText(last);
  const notes = noteOf(noiseText(comparison)) + noteOf(certaintyText(comparison));
  const change = both ? percentText(durationChange) + notes : '';
  return (
    `<tr class="${kind}"><th scope="row">${escapeHtml(testNameText(comparison))}</th>` +
    `<td class="mono">${escapeHtml(file)}</td>` +
    `<td data-sort="${statusChange}"><span class="mark" aria-hidden="true">${mark}</span> ${statusChange}${flip === '' ? '' : `<span class="flip">${flip}</span>`}</td>` +
    `<td class="number" data-sort="${last}">${durations}</td>` +
    `<td class="number change" data-sort="${both ? durationChange : ''}">${change}</td></tr>\n`
  );
}

function noteOf(text: string): string {
  return text === '' ? '' : `<span class="note">${escapeHtml(text)}</span>`;
}

function classOf(kind: string): string {
  return kind === '' ? '' : ` class="${kind}"`;
}
