/** Workers in the process of the test: units get what they need as copies, and report one result after the other. */
import type { Run } from '../../../src/runner/run.js';
import type { ResultPlace } from '../../../src/runner/outcome/outcome.js';
import { runUnit } from '../../../src/runner/units/run-unit.js';
import type {
  OpenUnitExecutor,
  UnitListener,
  UnitOrder,
  UnitPlace,
} from '../../../src/runner/units/unit-executor.js';

export interface WorkerPlan {
  readonly names: readonly string[];
  /** Called before each result is reported; a worker that gets true is lost, and a new one takes its place. */
  readonly isLost?: (order: UnitOrder, worker: string, name: string) => boolean;
  /** Called with each unit that a worker takes. */
  readonly onTaken?: (order: UnitOrder, worker: string) => void;
  /** Receives what closes the way to all workers. */
  readonly onOpen?: (close: (message: string) => void) => void;
}

export function unitWorkers(run: Run, plan: WorkerPlan): OpenUnitExecutor {
  return (listener) => {
    const workers = new UnitWorkers(run, plan, listener);
    plan.onOpen?.((message) => workers.close(message));
    return {
      add: (order) => workers.add(order),
      withdraw: async () => workers.withdraw(),
      cancel: () => undefined,
    };
  };
}

class UnitWorkers {
  readonly #run: Run;
  readonly #plan: WorkerPlan;
  readonly #listener: UnitListener;
  readonly #free: string[];
  #queue: UnitOrder[] = [];
  #isClosed = false;

  constructor(run: Run, plan: WorkerPlan, listener: UnitListener) {
    this.#run = run;
    this.#plan = plan;
    this.#listener = listener;
    this.#free = [...plan.names];
  }

  add(order: UnitOrder): void {
    this.#queue.push(order);
    // As on a network, nothing is taken before the caller goes on.
    queueMicrotask(() => this.#pull());
  }

  withdraw(): readonly UnitOrder[] {
    return this.#queue.splice(0);
  }

  close(message: string): void {
    this.#isClosed = true;
    this.#listener.closed(message);
  }

  #pull(): void {
    while (this.#free.length > 0 && this.#queue.length > 0 && !this.#isClosed) {
      const worker = this.#free.shift() ?? '';
      const order = this.#queue.shift();
      if (order) void this.#work(order, worker);
    }
  }

  async #work(order: UnitOrder, worker: string): Promise<void> {
    this.#plan.onTaken?.(order, worker);
    let isLost = false;
    const placeOf = ({ step, row, last }: ResultPlace): UnitPlace => {
      return { step: order.unit.steps.indexOf(step), row, last };
    };
    const dependencies = order.dependencies.map(({ node, ...values }) => ({
      node,
      ...structuredClone(values),
    }));
    const own = stoppable(this.#run);
    await runUnit(
      own.run,
      { ...order, dependencies },
      {
        requestStart: (place, skipped) => {
          if (!isLost) this.#listener.requestStart(order, placeOf(place), skipped);
        },
        requestEnd: (place, outcome) => {
          if (isLost) return;
          isLost = this.#plan.isLost?.(order, worker, outcome.shownName) ?? false;
          if (isLost) {
            own.stop();
            this.#listener.unitLost(order, worker);
          } else
            this.#listener.requestEnd(order, worker, {
              ...placeOf(place),
              outcome: structuredClone(outcome),
              secrets: [],
            });
        },
      },
    );
    if (!isLost) this.#listener.unitEnd(order);
    this.#free.push(isLost ? `${worker}-again` : worker);
    this.#pull();
  }
}

/** A run that sends nothing more after its worker was lost. */
function stoppable(run: Run): { readonly run: Run; readonly stop: () => void } {
  const lost = new AbortController();
  return { run: { ...run, signal: AbortSignal.any([run.signal, lost.signal]) }, stop: () => lost.abort() };
}
