import type { Category } from '../../diff/classify-change.js';
import type { Comparison, DiffSummary } from '../../diff/compare.js';
import { printableLine } from '../../primitives/printable.js';
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
import type { Styler, StyleName } from '../console/style.js';
import { textWidth } from '../console/text-width.js';

/** The comparison for the console, chunk by chunk. */
export function* renderDiffConsole(diff: NamedDiff, style: Styler): Generator<string> {
  yield `File 1: ${printableLine(diff.file1)}\nFile 2: ${printableLine(diff.file2)}\n`;
  const counts = COUNTS.map(([label, field]) => `${label}: ${diff.summary[field]}`).join('   ');
  yield `\n${style('bold', 'Summary')}\n  ${counts}\n`;
  yield `\n${style('bold', 'Duration')}\n${durationLines(diff.summary)}`;
  if (diff.comparisons.length > 0) {
    const medians = hasSeveralRuns(diff) ? ' (medians of the runs)' : '';
    yield `\n${style('bold', 'Tests')}${medians}\n`;
    yield* testLines(diff.comparisons, style);
  }
  yield* thresholdLines(diff, style);
}

function durationLines(summary: DiffSummary): string {
  const line = (file: number, total: number, average: number): string =>
    `  File ${file}: total ${millisecondsText(total)}, average ${average.toFixed(1)}ms\n`;
  const { totalDuration1, avgDuration1, totalDuration2, avgDuration2 } = summary;
  return line(1, totalDuration1, avgDuration1) + line(2, totalDuration2, avgDuration2);
}

const MARKS: Readonly<Record<Category, readonly [mark: string, style: StyleName]>> = {
  improved: ['↑', 'green'],
  regressed: ['↓', 'red'],
  unchanged: ['=', 'dim'],
  removed: ['-', 'yellow'],
  new: ['+', 'cyan'],
};

function* testLines(comparisons: readonly Comparison[], style: Styler): Generator<string> {
  const rows = comparisons.map(toCells);
  const widest = (column: 'file' | 'name' | 'durations' | 'percent'): number =>
    rows.reduce((width, row) => Math.max(width, textWidth(row[column])), 0);
  const widths = {
    file: widest('file'),
    name: widest('name'),
    durations: widest('durations'),
    percent: widest('percent'),
  };
  for (const { category, file, name, durations, percent, remark, notes } of rows) {
    const [mark, colour] = MARKS[category];
    const head = `  ${style(colour, mark)} ${padded(file, widths.file)}  ${padded(name, widths.name)}    `;
    const change = style(colour, percent.padStart(widths.percent));
    const tail = remark === '' ? `${padded(durations, widths.durations)}   ${change}` : remark;
    yield `${[head + tail, ...notes].join('  ')}\n`;
  }
}

interface Cells {
  readonly category: Category;
  readonly file: string;
  readonly name: string;
  readonly durations: string;
  readonly percent: string;
  /** Replaces durations and percent for tests that are on one side only. */
  readonly remark: string;
  /** What follows the percentage. */
  readonly notes: readonly string[];
}

function toCells(comparison: Comparison): Cells {
  const { statusChange: category, duration1, duration2, durationChange } = comparison;
  const remark =
    category === 'new' ? `(new, ${millisecondsText(duration2)})` : category === 'removed' ? '(removed)' : '';
  return {
    category,
    file: printableLine(comparison.file),
    name: printableLine(testNameText(comparison)),
    durations: remark === '' ? `${millisecondsText(duration1)} -> ${millisecondsText(duration2)}` : '',
    percent: remark === '' ? percentText(durationChange) : '',
    remark,
    notes: [statusFlip(comparison, '->'), noiseText(comparison), certaintyText(comparison)].filter(
      (note) => note !== '',
    ),
  };
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(width - textWidth(text));
}

function* thresholdLines(diff: NamedDiff, style: Styler): Generator<string> {
  const text = thresholdText(diff);
  if (text === undefined) return;
  yield `\n${diff.summary.thresholdPassed ? style('green', '✓') : style('red', '✗')} ${text}\n`;
  for (const comparison of diff.comparisons) {
    if (!comparison.overThreshold) continue;
    const name = printableLine(testNameText(comparison));
    const noise = noiseText(comparison);
    yield `    ${name} ${percentText(comparison.durationChange)}${noise === '' ? '' : `  ${noise}`}\n`;
  }
}
