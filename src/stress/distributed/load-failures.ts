/** What the result of a load says of workers and of a queue that were lost. */
import type { LossAction } from '../../primitives/shapes/worker-choice.js';
import type { LoadFailure } from '../load-generator.js';
import type { PlannedLoad, WorkerRecord } from './worker-record.js';

/** Undefined when the load goes on without the worker. */
export function lossFailure(
  lost: WorkerRecord,
  all: readonly WorkerRecord[],
  onLoss: LossAction,
): LoadFailure | undefined {
  const after = `after ${(lost.lostAt ?? 0).toFixed(1)} s`;
  if (all.every(({ isLost, hasEnded }) => isLost && !hasEnded))
    return { error: `all workers were lost ${after}`, errorKind: 'worker' };
  if (onLoss !== 'stop') return undefined;
  return { error: `worker ${lost.worker.name} was lost ${after}`, errorKind: 'worker' };
}

/** A defect of a worker, or of the way between; undefined without any. */
export function sumsFailure(records: readonly WorkerRecord[]): LoadFailure | undefined {
  const wrong = records.find(({ received }) => !received.addsUp);
  if (!wrong) return undefined;
  return { error: `the reports of worker ${wrong.worker.name} do not add up`, errorKind: 'defect' };
}

/** What nobody has heard of when the queue was lost is missing. */
export function queueFailure(
  records: readonly WorkerRecord[],
  workers: readonly { readonly planned: number; readonly missing: number }[],
): LoadFailure {
  const missing = workers.reduce((sum, worker) => sum + worker.missing, 0);
  const planned = workers.reduce((sum, worker) => sum + worker.planned, 0);
  const after = Math.max(0, ...records.map(({ report }) => report?.atMs ?? 0)) / 1000;
  const counts = `${missing} of ${planned} planned iterations are missing`;
  return { error: `the queue was lost after ${after.toFixed(1)} s; ${counts}`, errorKind: 'worker' };
}

export function lossWarnings(records: readonly WorkerRecord[], planned: PlannedLoad): readonly string[] {
  return records.flatMap((record) => {
    if (!record.isLost || record.hasEnded) return [];
    const count = record.unreported(planned);
    return [`up to ${count} requests of worker ${record.worker.name} were sent but not reported`];
  });
}
