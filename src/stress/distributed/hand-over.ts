/** Gives the threads of a lost worker to the other workers of a load. */
import type { StressOptions } from '../plan/stress-options.js';
import { Adoption, type HandedThread } from './adoption.js';
import type { LoadTimes } from './load-times.js';
import type { WorkerRecord } from './worker-record.js';

type Records = ReadonlyMap<string, WorkerRecord>;

export function newAdoption(records: Records, times: LoadTimes): Adoption {
  const holders = [...records].map(([id, { threads }]) => ({
    id,
    first: threads.first,
    count: threads.count,
  }));
  return new Adoption(holders, times);
}

/** `atMs` is the time of the decision, in milliseconds after the start of the load. */
export function handOver(
  adoption: Adoption,
  lost: WorkerRecord,
  records: Records,
  { atMs, stress }: { readonly atMs: number; readonly stress: StressOptions },
): void {
  const others = [...records].flatMap(([id, { isLost, hasClosed, state }]) =>
    !isLost && !hasClosed && state === 'load' ? [id] : [],
  );
  const users = stress.mode === 'vus' ? stress.vus : 0;
  const handed = adoption.handOver(lost.worker.id, others, { atMs, endMs: stress.duration, users });
  assignThreads(handed, records);
}

/** Notes who has which thread from when on; oldest first. */
export function assignThreads(handed: readonly Omit<HandedThread, 'rounds'>[], records: Records): void {
  for (const { thread, worker, fromMs } of handed) {
    const adopter = records.get(worker);
    for (const record of records.values()) record.giveUp(thread, fromMs, adopter?.worker.name ?? '');
    adopter?.adopt(thread, fromMs);
  }
}
