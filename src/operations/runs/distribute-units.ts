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

/** Runs a suite on workers, all of its passes on the same ones: nobody else gets them in between. */
export class SuiteWorkers {
  readonly #sources: RunSources;
  readonly #distribution: SuiteDistribution;
  #queue: OpenedQueue | undefined;
  #units: UnitQueue | undefined;
  #isNoted = false;

  constructor(sources: RunSources, distribution: SuiteDistribution) {
    this.#sources = sources;
    this.#distribution = distribution;
  }

  /** Fails with a message for users if there is no queue, or there are too few workers; nothing was sent then. */
  async run(run: Run, plan: RunPlan, onEvent: (event: RunEvent) => void): Promise<RunOutcome> {
    const { onNote, retriesLost } = this.#distribution;
    const queue = (this.#queue ??= await this.#openQueue());
    const files = plan.files.map(({ runnable }) => runnable);
    const [durationsOf, units] = await Promise.all([
      newestDurations(this.#sources, files),
      this.#claimedUnits(queue, run),
    ]);
    const note = homeNote(cutUnits(plan));
    if (!this.#isNoted && note !== undefined) onNote(note);
    this.#isNoted = true;
    return runUnits(run, plan, onEvent, { open: unitExecutor(run, units), durationsOf, retriesLost });
  }

  async close(): Promise<void> {
    await this.#units?.end();
    await this.#queue?.transport.close();
  }

  async #openQueue(): Promise<OpenedQueue> {
    const queue = await openQueue(this.#distribution.settings);
    for (const warning of queue.warnings) this.#distribution.onWarning?.(warning);
    return queue;
  }

  /** Those of the pass before, if enough workers are left. */
  async #claimedUnits(queue: OpenedQueue, { signal }: Run): Promise<UnitQueue> {
    if (this.#units?.isUsable === true) return this.#units;
    await this.#units?.end();
    this.#units = new UnitQueue(queue, { ...this.#distribution, version, signal });
    await openUnits(this.#units, queue);
    return this.#units;
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
