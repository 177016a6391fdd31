/** Runs the units of a suite on workers, over a queue. */
import { ServiceError } from '../../errors.js';
import type { WantedWorkers } from '../../queue/claim-workers.js';
import { openQueue, type OpenedQueue } from '../../queue/open-queue.js';
import type { QueueSettings } from '../../queue/settings/queue-settings.js';
import { QueueLost } from '../../queue/transport/queue-transport.js';
import { UnitQueue } from '../../queue/units/unit-queue.js';
import type { RunOutcome } from '../../runner/outcome/result.js';
import type { RunEvent } from '../../runner/outcome/run-event.js';
import type { RunPlan } from '../../runner/plan/plan.js';
import type { Run } from '../../runner/run.js';
import { homeNote } from '../../runner/units/choose-units.js';
import { writePortableUnit } from '../../runner/units/portable-unit.js';
import { runUnits } from '../../runner/units/run-units.js';
import { cutUnits } from '../../runner/units/unit.js';
import type { OpenUnitExecutor, UnitListener, UnitOrder } from '../../runner/units/unit-executor.js';
import { passReport, type UnitReport } from '../../runner/units/unit-report.js';
import { version } from '../../version.js';
import type { RunSettings } from '../settings/run-settings.js';
import { newestDurations } from './newest-durations.js';

export interface SuiteDistribution extends Pick<
  WantedWorkers,
  'wanted' | 'least' | 'waitMs' | 'labels' | 'onWaiting' | 'onWarning'
> {
  readonly settings: QueueSettings;
  /** Whether a unit whose worker is lost runs again. */
  readonly retriesLost: boolean;
  /** Units of one worker at once, if that is less than it offers. */
  readonly most: number | undefined;
  readonly onNote: (message: string) => void;
  readonly onFault: (error: unknown) => void;
}

/** Fails with a message for users if there is no queue, or there are too few workers; nothing was sent then. */
export async function runOnWorkers(
  run: Run,
  plan: RunPlan,
  onEvent: (event: RunEvent) => void,
  { settings, distribution }: { readonly settings: RunSources; readonly distribution: SuiteDistribution },
): Promise<RunOutcome> {
  const { onWarning, onNote, retriesLost } = distribution;
  const queue = await openQueue(distribution.settings);
  // Each pass of a run claims its workers anew, but what is told of the queue stays the same.
  const isFirst = run.options.iteration === undefined || run.options.iteration === 1;
  if (isFirst) for (const warning of queue.warnings) onWarning?.(warning);
  const units = new UnitQueue(queue, { ...distribution, version, signal: run.signal });
  try {
    const files = plan.files.map(({ runnable }) => runnable);
    const [durationsOf] = await Promise.all([newestDurations(settings, files), openUnits(units, queue)]);
    const note = homeNote(cutUnits(plan));
    if (isFirst && note !== undefined) onNote(note);
    return await runUnits(run, plan, onEvent, { open: unitExecutor(run, units), durationsOf, retriesLost });
  } finally {
    await units.end();
    await queue.transport.close();
  }
}

/** Whether there is anything that could be handed out. */
export function hasUnits(plan: RunPlan): boolean {
  return cutUnits(plan).length > 0;
}

type RunSources = Pick<RunSettings, 'root' | 'history'>;

async function openUnits(units: UnitQueue, { transport }: OpenedQueue): Promise<void> {
  try {
    await units.open();
  } catch (error) {
    if (!(error instanceof QueueLost) || transport.isConnected) throw error;
    throw new ServiceError('network', `the queue cannot be reached: ${error.message}`);
  }
}

function unitExecutor(run: Run, units: UnitQueue): OpenUnitExecutor {
  return (listener) => {
    const orders = new Map<number, UnitOrder>();
    listenTo(units, orders, listener);
    return {
      add: (order) => {
        orders.set(
          units.add(order.rank, () => writePortableUnit(run, order)),
          order,
        );
      },
      withdraw: () => Promise.resolve(units.withdraw().flatMap((number) => orders.get(number) ?? [])),
      cancel: () => units.cancel(),
    };
  };
}

function listenTo(units: UnitQueue, orders: ReadonlyMap<number, UnitOrder>, listener: UnitListener): void {
  const withOrder = (number: number, use: (order: UnitOrder) => void): void => {
    const order = orders.get(number);
    if (order) use(order);
  };
  units.listen({
    onReport: (number, worker, body) =>
      withOrder(number, (order) => passReport(body as UnitReport, { order, worker, listener })),
    onDone: (number) => withOrder(number, (order) => listener.unitEnd(order)),
    onLost: (number, worker) => withOrder(number, (order) => listener.unitLost(order, worker)),
    onClosed: (message) => listener.closed(message),
    onFailed: (error) => listener.failed(error),
  });
}
