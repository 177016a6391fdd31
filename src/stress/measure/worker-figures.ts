/** What the workers of a distributed test contributed, and whether they kept up. */
import { roundThousandths } from '../../primitives/time/round-thousandths.js';
import { LatencyHistogram } from './latency.js';
import type { ThreadTotals } from './load-recorder.js';
import {
  checkGenerator,
  checkValidity,
  isTooMuch,
  type GeneratorFigures,
  type Validity,
} from './validity.js';

export interface DistributedFigures {
  readonly runId: string;
  /** In the order of names. */
  readonly workers: readonly WorkerFigures[];
}

export interface WorkerFigures {
  readonly name: string;
  readonly version: string;
  readonly threads: number;
  readonly totals: ThreadTotals;
  /** Iterations of its threads, of which `missing` have an unknown outcome; both 0 with users. */
  readonly planned: number;
  readonly missing: number;
  readonly cpuPercent: number;
  readonly clockErrorMs: number;
  /** Seconds since the start of the load; null when that did not happen. */
  readonly lostAt: number | null;
  readonly backAt: number | null;
  /** Whether it said that it leaves. */
  readonly hasLeft: boolean;
  readonly adoptedBy: readonly string[];
}

/** A worker as clients see it. */
export interface WorkerResult {
  readonly name: string;
  readonly version: string;
  readonly threads: number;
  readonly totalRequests: number;
  readonly errorCount: number;
  readonly avgRps: number;
  readonly droppedCount: number;
  readonly missingCount: number;
  readonly lagP99Ms: number;
  readonly cpuPercent: number;
  readonly clockErrorMs: number;
  readonly lostAt: number | null;
  readonly backAt: number | null;
  readonly adoptedBy: readonly string[];
}

/** The fields of a result that only a distributed test has. */
export interface DistributedResult {
  readonly runId: string;
  readonly startSpreadMs: number;
  readonly missingCount: number;
  readonly adoptedCount: number;
  readonly workers: readonly WorkerResult[];
}

/** Workers that begin further apart do not send one load. */
export const MAX_START_SPREAD_MS = 50;

/** `seconds` is the duration of the whole test. */
export function distributedResult(
  { runId, workers }: DistributedFigures,
  seconds: number,
): DistributedResult {
  return {
    runId,
    startSpreadMs: roundThousandths(startSpread(workers)),
    missingCount: sum(workers, ({ missing }) => missing),
    adoptedCount: sum(workers, ({ totals }) => totals.adopted),
    workers: workers.map((worker) => workerResult(worker, seconds)),
  };
}

/** The verdict on the whole: every worker kept up, they started together, and little is missing. */
export function checkWorkers(
  { workers }: DistributedFigures,
  whole: Omit<GeneratorFigures, 'cpuPercent'>,
): Validity {
  const missing = sum(workers, (worker) => worker.missing);
  const planned = whole.planned + missing;
  const spread = startSpread(workers);
  const cpuPercent = workers.reduce((highest, worker) => Math.max(highest, worker.cpuPercent), 0);
  // Neither lag nor drops count as a whole: they are judged by worker.
  const general = checkValidity({ ...whole, planned, dropped: 0, lagP99: 0, cpuPercent: 0 });
  const tooMuch = isTooMuch(whole.dropped + missing, planned);
  const reasons = [
    ...general.reasons,
    ...workers.flatMap((worker) => {
      const own = checkGenerator({ ...figuresOf(worker), ...sharedFigures(whole, worker, tooMuch) });
      return own.map((reason) => `worker ${worker.name}: ${reason}`);
    }),
    ...workers.flatMap((worker) => lossReason(worker, planned, tooMuch)),
    ...(spread > MAX_START_SPREAD_MS
      ? [`workers began ${roundThousandths(spread)} ms apart; at most ${MAX_START_SPREAD_MS} ms are allowed`]
      : []),
  ];
  return {
    valid: reasons.length === 0,
    reasons,
    lagP99Ms: roundThousandths(whole.lagP99),
    droppedSends: whole.dropped,
    cpuPercent: roundThousandths(cpuPercent),
    startSpreadMs: roundThousandths(spread),
    missingSends: missing,
  };
}

function figuresOf({ totals, cpuPercent }: WorkerFigures): Pick<GeneratorFigures, 'lagP99' | 'cpuPercent'> {
  return { lagP99: lagP99(totals), cpuPercent };
}

/** What one worker dropped counts only when too much is lost in all. */
function sharedFigures(
  { slots, stopped }: Omit<GeneratorFigures, 'cpuPercent'>,
  { totals, planned }: WorkerFigures,
  tooMuch: boolean,
): Pick<GeneratorFigures, 'planned' | 'dropped' | 'dropReason' | 'slots' | 'stopped'> {
  const { dropped } = totals;
  const count = tooMuch ? dropped.count : 0;
  return { planned, dropped: count, dropReason: dropped.reason, slots, stopped };
}

function lossReason(
  { name, lostAt, hasLeft, missing, backAt }: WorkerFigures,
  planned: number,
  tooMuch: boolean,
): string[] {
  if (lostAt === null) {
    const counts = `${missing} of ${planned} planned iterations are missing`;
    return tooMuch && missing > 0 ? [`worker ${name}: ${counts}; it was cut off from the coordinator`] : [];
  }
  const how = `worker ${name} ${hasLeft ? 'left' : 'was lost'} after ${lostAt.toFixed(1)} s`;
  if (planned === 0) return backAt === null ? [how] : [];
  return tooMuch && missing > 0 ? [`${how}; ${missing} of ${planned} planned iterations are missing`] : [];
}

function workerResult(worker: WorkerFigures, seconds: number): WorkerResult {
  const { name, version, threads, totals, missing, cpuPercent, clockErrorMs } = worker;
  const { lostAt, backAt, adoptedBy } = worker;
  const total = sum(totals.perRequest, ({ count }) => count);
  return {
    name,
    version,
    threads,
    totalRequests: total,
    errorCount: sum(totals.perRequest, ({ errors }) => errors),
    avgRps: seconds > 0 ? roundThousandths(total / seconds) : 0,
    droppedCount: totals.dropped.count,
    missingCount: missing,
    lagP99Ms: roundThousandths(lagP99(totals)),
    cpuPercent: roundThousandths(cpuPercent),
    clockErrorMs: roundThousandths(clockErrorMs),
    lostAt,
    backAt,
    adoptedBy,
  };
}

/** How far apart the first requests of the workers were sent, with the errors of both clocks. */
function startSpread(workers: readonly WorkerFigures[]): number {
  const started = workers
    .flatMap(({ totals: { firstLagMs }, clockErrorMs }) =>
      firstLagMs === undefined ? [] : { firstLagMs, clockErrorMs },
    )
    .sort((a, b) => a.firstLagMs - b.firstLagMs);
  const [first] = started;
  const last = started.at(-1);
  if (!first || !last || first === last) return 0;
  return last.firstLagMs - first.firstLagMs + first.clockErrorMs + last.clockErrorMs;
}

function lagP99({ lag }: ThreadTotals): number {
  const whole = new LatencyHistogram();
  whole.add(lag);
  return whole.percentile(99);
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
