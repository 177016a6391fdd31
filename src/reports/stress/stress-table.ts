import { printableLine } from '../../primitives/printable.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { RequestStatistics } from '../../stress/measure/stress-result.js';
import { textWidth } from '../console/text-width.js';
import { shortenMiddle } from './fit-text.js';
import { timeText } from './stress-text.js';

/** The headings and their least widths. */
const COLUMNS = [
  ['count', 5],
  ['ok', 4],
  ['errors', 6],
  ['avg', 5],
  ['p95', 5],
  ['p99', 5],
] as const;

const GAP = '  ';
const MIN_NAME_COLUMNS = 12;

/** One line for each request, with names shortened to the width of the terminal. */
export function requestTable(
  rows: readonly RequestStatistics[],
  secrets: SecretSet,
  columns: number,
): readonly string[] {
  const cells = [COLUMNS.map(([title]): string => title), ...rows.map(cellsOf)];
  const widths = COLUMNS.map(([, least], index) =>
    Math.max(least, ...cells.map((row) => row[index]?.length ?? 0)),
  );
  const taken = widths.reduce((sum, width) => sum + GAP.length + width, GAP.length);
  const maxNameWidth = Math.max(MIN_NAME_COLUMNS, columns - taken);
  const names = [
    'Request',
    ...rows.map(({ name }) => shortenMiddle(`  ${printableLine(secrets.redact(name))}`, maxNameWidth)),
  ];
  const nameWidth = Math.max(...names.map(textWidth));
  return names.map((name, line) => {
    const padded = name + ' '.repeat(nameWidth - textWidth(name)) + GAP;
    const padCell = (cell: string, index: number): string => cell.padStart(widths[index] ?? 0);
    return [padded, ...(cells[line] ?? []).map(padCell)].join(GAP);
  });
}

/** A request without a sample has no times. */
function cellsOf({
  count,
  successCount,
  errorCount,
  avgMs,
  p95Ms,
  p99Ms,
  maxMs,
}: RequestStatistics): string[] {
  const counts = [count, successCount, errorCount].map(String);
  const times = [avgMs, p95Ms, p99Ms].map((time) => (maxMs === 0 ? '-' : timeText(time)));
  return [...counts, ...times];
}
