import { printableLine } from '../../primitives/printable.js';
import { formatCount } from '../../primitives/text/output-text.js';
import type { StressResult } from '../../stress/measure/stress-result.js';
import type { WorkerResult } from '../../stress/measure/worker-figures.js';

const HEADS = ['threads', 'requests', 'lag p99', 'cpu', 'clock'] as const;

/** A line for each worker, or nothing without workers. */
export function workerTable(workers: readonly WorkerResult[]): readonly string[] {
  if (workers.length === 0) return [];
  const rows = [HEADS, ...workers.map(workerCells)];
  const names = ['Worker', ...workers.map(({ name }) => `  ${printableLine(name)}`)];
  const nameWidth = Math.max(...names.map((name) => name.length));
  const widths = HEADS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((cells, index) => {
    const worker = workers[index - 1];
    return [
      (names[index] ?? '').padEnd(nameWidth),
      ...cells.map((cell, column) =>
        column === HEADS.length - 1 ? cell : cell.padStart(widths[column] ?? 0),
      ),
      ...(worker ? lossTexts(worker) : []),
    ].join('  ');
  });
}

function workerCells({ threads, totalRequests, lagP99Ms, cpuPercent, clockErrorMs }: WorkerResult): string[] {
  return [
    String(threads),
    String(totalRequests),
    `${lagP99Ms.toFixed(1)}ms`,
    `${Math.round(cpuPercent)}%`,
    `±${clockErrorMs.toFixed(1)}ms`,
  ];
}

/** Name, cells and, for one that was lost, when and what is missing. */
export function workerCellsWithLoss(worker: WorkerResult): readonly string[] {
  return [worker.name, ...workerCells(worker), lossTexts(worker).join('')];
}

/** `lost after 41.6s, 137956 missing, adopted by eu-1` */
function lossTexts({ lostAt, backAt, missingCount, adoptedBy }: WorkerResult): string[] {
  if (lostAt === null) return missingCount === 0 ? [] : [`${missingCount} missing`];
  const back = backAt === null ? '' : `, back after ${backAt.toFixed(1)}s`;
  const missing = missingCount === 0 ? '' : `, ${missingCount} missing`;
  const names = adoptedBy.map((name) => printableLine(name)).join(', ');
  const adopted = names === '' ? '' : `, adopted by ${names}`;
  return [`lost after ${lostAt.toFixed(1)}s${back}${missing}${adopted}`];
}

/** `4 workers with 8 threads` */
export function crewTexts({ workers }: StressResult): readonly string[] {
  if (!workers) return [];
  const threads = workers.reduce((sum, worker) => sum + worker.threads, 0);
  return [`${formatCount(workers.length, 'worker')} with ${formatCount(threads, 'thread')}`];
}
