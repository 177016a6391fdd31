/** Gives every worker of a load its order, and waits until all of them are ready. */
import { ServiceError } from '../../errors.js';
import type { CommonLoadTask } from '../load-threads.js';
import type { CellReport } from '../measure/load-recorder.js';
import { numberThreads, shareThreads } from '../plan/share-threads.js';
import type { Changes } from './changes.js';
import { LOAD_ORDER, sortWorkers, type Crew, type CrewWorker, type LoadOrder } from './load-messages.js';
import type { LoadTimes } from './load-times.js';
import { writePortableTask } from './portable-task.js';
import { offersOf } from './running-load.js';
import { WorkerRecord } from './worker-record.js';

export interface HandOutInput {
  readonly crew: Crew;
  readonly task: CommonLoadTask;
  readonly records: Map<string, WorkerRecord>;
  /** The ids of workers that are lost, or failed. */
  readonly silent: Set<string>;
  readonly times: LoadTimes;
  readonly changes: Changes;
  /** `source` is the place of the worker. */
  readonly onCell: (source: number, report: CellReport) => void;
  /** Tells the workers who belongs to the load. */
  readonly publish: () => void;
  /** Whether there is nothing to wait for any more. */
  readonly isOver: () => boolean;
  /** Takes a free worker with enough threads in the place of another one; undefined when there is none. */
  readonly replace: (lost: string, threads: number) => Promise<CrewWorker | undefined>;
}

interface GivenOrder {
  readonly source: number;
  readonly body: LoadOrder;
}

/** Returns the ids of workers that are lost and could not be replaced. */
export async function handOut(input: HandOutInput): Promise<ReadonlySet<string>> {
  const { crew, task, records, publish, isOver, silent } = input;
  const orders = await writeOrders(crew, task);
  for (const [worker, order] of orders) addRecord(input, worker, order);
  publish();
  for (const [worker, order] of orders) await sendOrder(input, worker.id, order);
  const byId = new Map([...orders].map(([{ id }, order]) => [id, order]));
  for (;;) {
    const lost = await awaitReady(input);
    if (isOver() || lost.length === 0) return new Set();
    for (const id of lost) {
      const order = byId.get(id);
      const next = order && (await input.replace(id, order.body.threads.count));
      if (!order || !next) return new Set(lost);
      records.delete(id);
      silent.delete(id);
      byId.set(next.id, order);
      addRecord(input, next, order);
      publish();
      await sendOrder(input, next.id, order);
    }
  }
}

async function writeOrders(crew: Crew, task: CommonLoadTask): Promise<ReadonlyMap<CrewWorker, GivenOrder>> {
  const portable = await writePortableTask(task);
  const counts = shareThreads(task.stress, offersOf(crew));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const threads = numberThreads(counts);
  return new Map(
    sortWorkers(crew.workers).flatMap((worker, source) => {
      const own = threads[source];
      return own ? [[worker, { source, body: { task: portable, threads: { ...own, total } } }]] : [];
    }),
  );
}

function addRecord(
  { records, task, onCell }: HandOutInput,
  worker: CrewWorker,
  { source, body }: GivenOrder,
): void {
  const onOwnCell = (report: CellReport): void => onCell(source, report);
  records.set(worker.id, new WorkerRecord(worker, body.threads, task.definitions.length, onOwnCell));
}

function sendOrder({ crew }: HandOutInput, worker: string, { body }: GivenOrder): Promise<void> {
  return crew.sendOrder(worker, { kind: LOAD_ORDER, threads: body.threads.count, body });
}

/** The workers that are lost: silent, failed, or not ready in time. */
async function awaitReady({
  crew,
  records,
  silent,
  times,
  changes,
  isOver,
}: HandOutInput): Promise<readonly string[]> {
  const lost = (): readonly string[] => [...silent].filter((id) => records.has(id));
  const isAway = (): boolean => crew.queueAwayMs > times.awayBeforeMs;
  const preparing = (): readonly string[] =>
    [...records].flatMap(([id, { state }]) => (state === 'preparing' ? [id] : []));
  await changes.until(
    () => isOver() || isAway() || lost().length > 0 || preparing().length === 0,
    times.readyMs,
  );
  if (!isOver() && isAway())
    throw new ServiceError('network', `the queue cannot be reached: ${crew.queueFault}`);
  return lost().length > 0 ? lost() : preparing();
}
