/** Runs a plan with the help of workers: this process decides, reports, and runs what only it can run. */
import { BackgroundWork } from '../background-work.js';
import type { PlanProgress } from '../file-progress.js';
import type { RunOutcome } from '../outcome/result.js';
import type { RunEvent } from '../outcome/run-event.js';
import { setsGlobals } from '../plan/global-order.js';
import type { Node } from '../plan/graph.js';
import type { RunPlan, Step } from '../plan/plan.js';
import type { Run } from '../run.js';
import { reportRun, runFiles } from '../run-files.js';
import { runGraph } from '../run-graph.js';
import { StepRunner } from '../run-step.js';
import { homeFeatures, orderUnits, type FindDurations } from './choose-units.js';
import { exportDependency, type FinishedDependency } from './finished-dependency.js';
import { runUnit, skipUnit } from './run-unit.js';
import { cutUnits, type Unit } from './unit.js';
import type { OpenUnitExecutor, UnitExecutor, UnitListener, UnitOrder } from './unit-executor.js';
import { UnitProgress, UnitResults } from './unit-progress.js';

export interface UnitRunOptions {
  readonly open: OpenUnitExecutor;
  readonly durationsOf: FindDurations;
  /** Whether a unit whose worker is lost runs again; nothing is sent twice otherwise. */
  readonly retriesLost: boolean;
}

/** A unit may be lost that often and still run again. */
const MAX_RETRIES = 2;

/**
 * Reports the same events and results as `runFiles`, which runs the plan when its requests set variables for all files:
 * their order matters then, and a worker sees nothing of the others.
 */
export function runUnits(
  run: Run,
  plan: RunPlan,
  onEvent: (event: RunEvent) => void,
  options: UnitRunOptions,
): Promise<RunOutcome> {
  if (setsGlobals(plan.files.flatMap(({ steps }) => steps))) return runFiles(run, plan, onEvent);
  return reportRun(run, plan, onEvent, (progress) => new UnitCoordinator(run, plan, progress, options).run());
}

class UnitCoordinator {
  readonly #run: Run;
  readonly #plan: RunPlan;
  readonly #options: UnitRunOptions;
  readonly #results: UnitResults;
  readonly #progress: PlanProgress;
  readonly #background = new BackgroundWork();
  /** Runs what several units need, once. */
  readonly #steps: StepRunner;
  readonly #executor: UnitExecutor;
  readonly #handedOut = new Map<Unit, UnitProgress>();
  /** Units for workers that wait for requests of other files, in their order. */
  #waiting: readonly Unit[] = [];
  #ranks: ReadonlyMap<Unit, number> = new Map();
  readonly #finished = new Map<Node, FinishedDependency | undefined>();
  #isStopped = false;
  #closed: string | undefined;
  /** Units that are with a worker, or wait for one. */
  #openUnits = 0;
  #onIdle: () => void = () => undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(run: Run, plan: RunPlan, progress: PlanProgress, options: UnitRunOptions) {
    this.#run = run;
    this.#plan = plan;
    this.#options = options;
    this.#progress = progress;
    this.#results = new UnitResults(run, progress, () => {
      if (run.options.bail) this.#stop();
    });
    this.#steps = new StepRunner(run, this.#background);
    this.#executor = options.open(this.#listener());
  }

  async run(): Promise<void> {
    const { signal } = this.#run;
    const interrupt = (): void => {
      this.#executor.cancel();
      this.#stop();
    };
    signal.addEventListener('abort', interrupt, { once: true });
    try {
      const units = cutUnits(this.#plan);
      const isHome = (unit: Unit): boolean => homeFeatures(unit).length > 0;
      const home = units.filter(isHome);
      this.#waiting = orderUnits(
        units.filter((unit) => !isHome(unit)),
        this.#options.durationsOf,
      );
      this.#ranks = new Map(this.#waiting.map((unit, rank) => [unit, rank]));
      if (signal.aborted) interrupt();
      await this.#offer();
      await this.#runOthers(new Set(units.flatMap(({ steps }) => steps)));
      await this.#runHome(home);
      await this.#idle();
      this.#background.finish();
      await this.#results.settled();
      for (const { snapshots } of this.#steps.externalFiles()) await this.#progress.save(snapshots, false);
      await this.#saveCalled(home);
    } finally {
      signal.removeEventListener('abort', interrupt);
    }
  }

  /** Runs what belongs to no unit: requests of other files, and those that are only reported. */
  async #runOthers(inUnits: ReadonlySet<Step>): Promise<void> {
    for (const [file, { steps }] of this.#plan.files.entries()) {
      if (steps.length === 0) this.#results.endFile(file);
      const reporter = this.#steps.reporter(this.#results.listener(file));
      for (const step of steps) {
        if (inUnits.has(step)) continue;
        await this.#steps.run(step, reporter);
        if (!step.node.owner.isExternal) continue;
        this.#finished.set(step.node, await exportDependency(this.#steps, step.node));
        await this.#offer();
      }
    }
  }

  /** Hands out the units whose dependencies have run. */
  async #offer(): Promise<void> {
    const isReady = ({ externals }: Unit): boolean => externals.every((node) => this.#finished.has(node));
    const ready = this.#waiting.filter(isReady);
    this.#waiting = this.#waiting.filter((unit) => !isReady(unit));
    for (const unit of ready) {
      if (this.#mayStart()) this.#handOut(this.#orderOf(unit));
      else await this.#skip(unit);
    }
  }

  async #runHome(units: readonly Unit[]): Promise<void> {
    const { parallel, concurrency } = this.#run.options;
    const unrelated = units.map(() => []);
    await runGraph(unrelated, parallel ? concurrency : 1, async (number) => {
      const unit = units[number];
      if (!unit) return;
      if (!this.#mayStart()) return this.#skip(unit);
      await runUnit(this.#run, this.#orderOf(unit), this.#results.listener(unit.file));
    });
  }

  /** The snapshots of files that `run` lines have executed. */
  async #saveCalled(units: readonly Unit[]): Promise<void> {
    const steps = units.flatMap((unit) => unit.steps);
    const called = new Set(steps.map(({ node }) => node.owner).filter(({ isExternal }) => isExternal));
    for (const { runnable } of called) await this.#progress.save(this.#run.snapshots(runnable), false);
  }

  #mayStart(): boolean {
    return !this.#isStopped && !this.#run.signal.aborted;
  }

  #orderOf(unit: Unit, attempt = 0): UnitOrder {
    const dependencies = unit.externals.flatMap((node) => this.#finished.get(node) ?? []);
    return { unit, attempt, rank: this.#ranks.get(unit) ?? 0, dependencies };
  }

  #handOut(order: UnitOrder): void {
    const listener = this.#results.listener(order.unit.file);
    const progress = new UnitProgress(order, this.#run, listener, this.#options.retriesLost);
    this.#handedOut.set(order.unit, progress);
    this.#openUnits++;
    if (this.#closed === undefined) this.#executor.add(order);
    else this.#end(progress, this.#closed, '');
  }

  #skip(unit: Unit): Promise<void> {
    return skipUnit(this.#run, unit, this.#results.listener(unit.file));
  }

  /** Nothing more is handed out; what no worker has taken is taken back. */
  #stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#steps.stop();
    this.#withdraw().catch((error: unknown) => this.#fail(error));
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#onIdle();
  }

  async #withdraw(): Promise<void> {
    for (const { unit } of await this.#executor.withdraw()) {
      const progress = this.#handedOut.get(unit);
      if (!progress || progress.isOver) continue;
      progress.isOver = true;
      await this.#skip(unit);
      this.#closeUnit();
    }
  }

  #listener(): UnitListener {
    return {
      requestStart: (order, place, skipped) => this.#openUnit(order)?.requestStart(place, skipped),
      requestEnd: (order, worker, result) => this.#openUnit(order)?.requestEnd(worker, result),
      unitEnd: (order) => {
        const progress = this.#openUnit(order);
        if (progress) this.#end(progress, 'the worker has not reported this request', '');
      },
      unitLost: (order, worker) => {
        const progress = this.#openUnit(order);
        if (progress) this.#lose(progress, worker);
      },
      closed: (message) => {
        this.#closed = message;
        for (const progress of this.#handedOut.values()) {
          if (!progress.isOver) this.#end(progress, message, '');
        }
      },
      failed: (error) => this.#fail(error),
    };
  }

  /** Undefined for a report of a unit that is over, or was handed out again since. */
  #openUnit(order: UnitOrder): UnitProgress | undefined {
    const progress = this.#handedOut.get(order.unit);
    return progress?.order === order && !progress.isOver ? progress : undefined;
  }

  #lose(progress: UnitProgress, worker: string): void {
    const { attempt } = progress.order;
    if (this.#options.retriesLost) progress.lostOn.push(worker);
    if (this.#options.retriesLost && attempt < MAX_RETRIES && this.#mayStart()) {
      const order = this.#orderOf(progress.unit, attempt + 1);
      progress.restart(order);
      this.#executor.add(order);
    } else this.#end(progress, `worker ${worker} was lost`, worker);
  }

  #end(progress: UnitProgress, message: string, worker: string): void {
    progress.end(message, worker);
    this.#closeUnit();
  }

  #closeUnit(): void {
    this.#openUnits--;
    if (this.#openUnits === 0) this.#onIdle();
  }

  /** Resolves when no unit is with a worker any more. */
  async #idle(): Promise<void> {
    if (this.#openUnits > 0 && !this.#failure) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    if (this.#failure) throw this.#failure.error;
  }
}
