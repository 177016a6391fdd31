/** Workers in the process of the test: units and results are messages, as on the way to other machines. */
import { fromGraphData, type GraphData } from '../../../src/primitives/json/graph-data.js';
import { decodeMessage, encodeMessage } from '../../../src/queue/sealing/message-codec.js';
import type { Run } from '../../../src/runner/run.js';
import type { RequestOutcome } from '../../../src/runner/outcome/result.js';
import { openPortableUnit, writePortableUnit } from '../../../src/runner/units/portable-unit.js';
import { runUnits, type UnitRunOptions } from '../../../src/runner/units/run-units.js';
import type { OpenUnitExecutor, UnitListener, UnitOrder } from '../../../src/runner/units/unit-executor.js';
import { passReport, reportUnit, type UnitReport } from '../../../src/runner/units/unit-report.js';
import { runRequests, type FinishedRun, type RunSettings } from './run-requests.js';

export interface WorkerPlan {
  readonly names: readonly string[];
  /** Called before each result is reported; a worker that gets true is lost, and a new one takes its place. */
  readonly isLost?: (order: UnitOrder, worker: string, name: string) => boolean;
  /** Called with each unit that a worker takes. */
  readonly onTaken?: (order: UnitOrder, worker: string) => void;
  /** Receives what closes the way to all workers. */
  readonly onOpen?: (close: (message: string) => void) => void;
}

/** Runs request files as `runRequests` does, but on workers. */
export function runOnWorkers(
  files: Readonly<Record<string, string>>,
  workers: WorkerPlan,
  settings: RunSettings = {},
  options: Partial<UnitRunOptions> = {},
): Promise<FinishedRun> {
  return runRequests(files, {
    ...settings,
    execute: (run, plan, onEvent) =>
      runUnits(run, plan, onEvent, {
        open: unitWorkers(run, workers),
        durationsOf: () => undefined,
        retriesLost: false,
        ...options,
      }),
  });
}

function unitWorkers(run: Run, plan: WorkerPlan): OpenUnitExecutor {
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
    const lost = new AbortController();
    const signal = AbortSignal.any([this.#run.signal, lost.signal]);
    const data = received(await writePortableUnit(this.#run, order)) as GraphData;
    const { run, order: own } = openPortableUnit(data, { signal, environment: {} });
    await reportUnit(run, own, (sent) => {
      if (lost.signal.aborted) return true;
      const report = received(sent) as UnitReport;
      if (report.kind === 'end') {
        const { shownName } = fromGraphData(report.outcome) as RequestOutcome;
        if (this.#plan.isLost?.(order, worker, shownName) === true) {
          lost.abort();
          this.#listener.unitLost(order, worker);
          return true;
        }
      }
      passReport(report, { order, worker, listener: this.#listener });
      return true;
    });
    run.close();
    if (!lost.signal.aborted) this.#listener.unitEnd(order);
    this.#free.push(lost.signal.aborted ? `${worker}-again` : worker);
    this.#pull();
  }
}

/** What arrives at the other side. */
function received(data: unknown): unknown {
  return decodeMessage(encodeMessage(data, MAX_MESSAGE_BYTES), MAX_MESSAGE_BYTES);
}

const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
