import type { LoadMetric, LoadTestDiff, LoadTestRow } from '../../diff/compare-load-tests.js';
import { printableLine } from '../../primitives/printable.js';
import type { Styler } from '../console/style.js';
import { textWidth } from '../console/text-width.js';
import {
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

/** The comparison of two load tests for the console. */
export function* renderLoadTestConsole(compared: ComparedLoadTests, style: Styler): Generator<string> {
  const { diff, baseline, current } = compared;
  const names = [baseline, current].map((test) => printableLine(loadTestName(test)));
  const width = Math.max(...names.map(textWidth));
  for (const [index, test] of [baseline, current].entries()) {
    yield `Load test ${index + 1}: ${padEnd(names[index] ?? '', width)}  ${loadText(test)}\n`;
  }
  yield '\n';
  yield* tableLines(diff, style);
  yield '\n';
  for (const { category, text } of conclusionsOf(diff)) {
    const [mark, colour] = LOOKS[category];
    yield `${style(colour, mark)} ${printableLine(text)}\n`;
  }
  const threshold = loadThresholdText(diff);
  if (threshold === undefined) return;
  const mark = diff.thresholdPassed ? style('green', '✓') : style('red', '✗');
  yield `${mark} ${printableLine(threshold)}\n`;
}

const LOOKS = { regressed: ['↓', 'red'], improved: ['↑', 'green'], unchanged: ['=', 'dim'] } as const;
const GAP = '  ';

function* tableLines(diff: LoadTestDiff, style: Styler): Generator<string> {
  const columns = columnsOf(diff);
  const names = ['', ...diff.rows.map((row) => printableLine(rowName(row)))];
  const cells = [columns.map((metric): string => metric), ...diff.rows.map((row) => cellsOf(row, columns))];
  const nameWidth = Math.max(...names.map(textWidth));
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => textWidth(row[column] ?? ''))));
  for (const [line, row] of cells.entries()) {
    const texts = row.map((cell, column) => {
      const padded = padEnd(cell, widths[column] ?? 0);
      return line === 0 ? padded : colourOf(diff.rows[line - 1], columns[column], padded, style);
    });
    yield `${[padEnd(names[line] ?? '', nameWidth), ...texts].join(GAP).trimEnd()}\n`;
  }
}

/** The chosen metric has a column too. */
function columnsOf({ metric }: LoadTestDiff): readonly LoadMetric[] {
  const usual = ['p50', 'p95', 'p99'] as const;
  const more = (usual as readonly string[]).includes(metric) ? [] : [metric];
  return [...usual, ...more, 'errors', 'rps'];
}

function cellsOf(row: LoadTestRow, columns: readonly LoadMetric[]): readonly string[] {
  if (row.category === 'new' || row.category === 'removed') return [`(${row.category})`];
  return columns.map((metric) => {
    const change = row.metrics[metric];
    const { before, after } = change;
    const values = `${metricText(metric, before)} -> ${metricText(metric, after)}`;
    const amount = metric === 'errors' ? '' : ` ${changeText(metric, change)}`;
    const mark = changeMark(change);
    return `${values}${amount}${mark === '' ? '' : ` ${mark}`}`;
  });
}

function colourOf(
  row: LoadTestRow | undefined,
  metric: LoadMetric | undefined,
  text: string,
  style: Styler,
): string {
  if (row === undefined || metric === undefined) return text;
  const { category } = row.metrics[metric];
  return category === 'unchanged' ? text : style(category === 'regressed' ? 'red' : 'green', text);
}

function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}
