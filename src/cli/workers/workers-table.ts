import type { WorkersDocument } from '../../operations/workers/list-workers.js';
import { printableLine } from '../../primitives/printable.js';
import { formatCount } from '../../primitives/text/output-text.js';
import type { ListedWorker } from '../../queue/worker-listing.js';

interface Column {
  readonly title: string;
  readonly text: (worker: ListedWorker) => string;
  readonly alignRight?: true;
  /** Blanks before the next column. */
  readonly gap: number;
}

const COLUMNS: readonly Column[] = [
  { title: 'NAME', text: ({ name }) => name, gap: 3 },
  { title: 'STATE', text: ({ state }) => (state === 'otherVersion' ? 'other version' : state), gap: 3 },
  { title: 'THREADS', text: ({ threads }) => String(threads), alignRight: true, gap: 2 },
  { title: 'VERSION', text: ({ version }) => version, gap: 2 },
  { title: 'ROUND TRIP', text: ({ roundTripMs }) => milliseconds(roundTripMs), alignRight: true, gap: 2 },
  { title: 'CLOCK', text: ({ clockErrorMs }) => `±${milliseconds(clockErrorMs)}`, gap: 2 },
  { title: 'LABELS', text: ({ labels }) => labels.join(','), gap: 2 },
  { title: 'RUN', text: ({ run }) => run ?? '', gap: 0 },
];

/** One line per worker, and one about all of them. */
export function workersTable({ workers, collect }: WorkersDocument): string {
  const listed = workers.filter((worker) => worker.state !== 'otherKey');
  const rows = listed.map((worker) => COLUMNS.map(({ text }) => printableLine(text(worker))));
  const lines = listed.length === 0 ? [] : [COLUMNS.map(({ title }) => title), ...rows];
  const widths = COLUMNS.map((_, index) => Math.max(...lines.map((cells) => cells[index]?.length ?? 0)));
  const table = lines.map((cells) =>
    COLUMNS.map((column, i) => cell(column, cells[i], widths[i]))
      .join('')
      .trimEnd(),
  );
  return [...table, summary(listed, workers, collect), ''].join('\n');
}

function cell({ alignRight, gap }: Column, text = '', width = 0): string {
  return (alignRight ? text.padStart(width) : text.padEnd(width)) + ' '.repeat(gap);
}

function summary(
  listed: readonly ListedWorker[],
  all: WorkersDocument['workers'],
  collect: WorkersDocument['collect'],
): string {
  const free = listed.filter(({ state }) => state === 'free');
  const isOrAre = free.length === 1 ? 'is' : 'are';
  const others = all.flatMap((worker) => (worker.state === 'otherKey' ? [worker.count] : []));
  const parts = [
    `${free.length} of ${formatCount(listed.length, 'worker')} ${isOrAre} free (${threads(free)} of ${formatCount(threads(listed), 'thread')})`,
    ...others.map((count) => `${formatCount(count, 'worker')} with another key`),
    ...(collect.length === 0
      ? []
      : [
          `${formatCount(collect.length, 'run')} to collect: ${collect.map(({ run }) => run).join(', ')} (svc stress --collect)`,
        ]),
  ];
  return parts.join('; ');
}

function threads(workers: readonly ListedWorker[]): number {
  return workers.reduce((sum, worker) => sum + worker.threads, 0);
}

function milliseconds(value: number): string {
  return `${value.toFixed(1)}ms`;
}
