/** Passes the results of units to the files that report them, and notes which of them are still to come. */
import { requestOutcome, createSkippedOutcome, UNSENT, type ResultPlace } from '../outcome/outcome.js';
import type { RequestOutcome } from '../outcome/result.js';
import type { PlanProgress } from '../file-progress.js';
import type { Step } from '../plan/plan.js';
import type { Run } from '../run.js';
import type { ResultListener } from '../run-step.js';
import type { UnitOrder, UnitOutcome, UnitPlace } from './unit-executor.js';
import type { Unit } from './unit.js';

/** Ends each file when all its requests are reported. */
export class UnitResults {
  readonly #run: Run;
  readonly #progress: PlanProgress;
  readonly #onFailure: () => void;
  readonly #used = new Set<number>();
  readonly #ends: Promise<void>[] = [];

  /** `onFailure` is called for each request that has failed. */
  constructor(run: Run, progress: PlanProgress, onFailure: () => void) {
    this.#run = run;
    this.#progress = progress;
    this.#onFailure = onFailure;
  }

  /** Returns what receives the results of a file of the plan. */
  listener(file: number): ResultListener {
    return {
      requestStart: (place, skipped) => {
        const progress = this.#progress.files[file];
        progress?.start();
        progress?.requestStart(place, skipped);
      },
      requestEnd: (place, outcome) => this.#requestEnd(file, place, outcome),
    };
  }

  #requestEnd(file: number, place: ResultPlace, outcome: RequestOutcome): void {
    const progress = this.#progress.files[file];
    if (!outcome.skipped) this.#used.add(file);
    progress?.requestEnd(place, outcome);
    if (!outcome.passed && !outcome.skipped) this.#onFailure();
    if (place.last && progress?.stepDone() === true) this.endFile(file);
  }

  endFile(file: number): void {
    const progress = this.#progress.files[file];
    if (!progress) return;
    progress.start();
    const snapshots = this.#used.has(file) ? this.#run.snapshots(progress.plan.runnable) : undefined;
    this.#ends.push(this.#progress.endFile(file, snapshots));
  }

  /** Resolves when all files that have ended are complete. */
  async settled(): Promise<void> {
    await Promise.all(this.#ends);
  }
}

/** A unit that was handed out, perhaps several times. */
export class UnitProgress {
  readonly unit: Unit;
  /** The last one that was handed out. */
  order: UnitOrder;
  readonly lostOn: string[] = [];
  isOver = false;
  readonly #run: Run;
  readonly #listener: ResultListener;
  /** Results wait until the unit has ended if they may be dropped. */
  readonly #holds: boolean;
  #held: (() => void)[] = [];
  #started = new Set<number>();
  #ended = new Set<number>();

  constructor(order: UnitOrder, run: Run, listener: ResultListener, holds: boolean) {
    this.order = order;
    this.unit = order.unit;
    this.#run = run;
    this.#listener = listener;
    this.#holds = holds;
  }

  requestStart(place: UnitPlace, skipped: boolean): void {
    const step = this.unit.steps[place.step];
    if (!step || this.#ended.has(place.step)) return;
    this.#started.add(place.step);
    this.#report(() => this.#listener.requestStart({ step, row: place.row, last: place.last }, skipped));
  }

  requestEnd(worker: string, { step: number, row, last, outcome, secrets }: UnitOutcome): void {
    const step = this.unit.steps[number];
    if (!step || this.#ended.has(number)) return;
    if (last) this.#ended.add(number);
    this.#run.secrets.addAll(secrets);
    const place = { step, row, last };
    // Workers get no descriptions, which are not needed to run anything.
    const { description } = step.node.request;
    this.#report(() =>
      this.#listener.requestEnd(place, { ...outcome, description, ...this.#origin(worker) }),
    );
  }

  /** Drops everything that was reported, because the unit is handed out again. */
  restart(order: UnitOrder): void {
    this.order = order;
    this.#held = [];
    this.#started = new Set();
    this.#ended = new Set();
  }

  /** Requests that were not reported fail with the message. */
  end(message: string, worker: string): void {
    this.isOver = true;
    for (const report of this.#held) report();
    this.#held = [];
    for (const [number, step] of this.unit.steps.entries()) {
      if (this.#ended.has(number)) continue;
      const place = { step, row: undefined, last: true };
      if (!this.#started.has(number)) this.#listener.requestStart(place, step.skipReason !== '');
      this.#listener.requestEnd(place, this.#unreported(step, place, message, worker));
    }
  }

  #unreported(step: Step, place: ResultPlace, message: string, worker: string): RequestOutcome {
    const { options } = this.#run;
    if (step.skipReason !== '') return createSkippedOutcome(place, step.skipReason, options);
    const attempt = { ...UNSENT, failure: { kind: 'worker' as const, message } };
    return { ...requestOutcome(place, attempt, 0, options), ...this.#origin(worker) };
  }

  #origin(worker: string): Pick<RequestOutcome, 'worker' | 'lostOn'> {
    return {
      ...(worker !== '' && { worker }),
      ...(this.lostOn.length > 0 && { lostOn: [...this.lostOn] }),
    };
  }

  #report(report: () => void): void {
    if (this.#holds) this.#held.push(report);
    else report();
  }
}
