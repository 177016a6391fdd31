/** Collects the results of one file and emits its events. */
import { ServiceError } from '../errors.js';
import type { Clock } from '../primitives/clock.js';
import type { FilePlan, RunPlan, Step } from './plan/plan.js';
import { resultName, type ResultPlace } from './outcome/outcome.js';
import type { FileOutcome, RequestOutcome } from './outcome/result.js';
import type { RunEvent } from './outcome/run-event.js';
import type { Run } from './run.js';
import type { Snapshots } from './snapshots.js';

export interface ProgressInput {
  readonly plan: FilePlan;
  readonly index: number;
  readonly files: number;
  readonly wallClock: () => number;
  readonly clock: Clock;
  readonly onEvent: (event: RunEvent) => void;
  /** Whether results are ordered by line instead of by schedule. */
  readonly byLine: boolean;
  /** The number of the pass in a run that is repeated. */
  readonly iteration: number | undefined;
}

export class FileProgress {
  readonly #input: ProgressInput;
  readonly #results: (RequestOutcome | RequestOutcome[] | undefined)[] = [];
  #left: number;
  #startedAt = 0;
  #start = 0;
  #started = false;

  constructor(input: ProgressInput) {
    this.#input = input;
    this.#left = input.plan.steps.length;
  }

  get plan(): FilePlan {
    return this.#input.plan;
  }

  /** Emits the event once, however often it is called. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    this.#startedAt = this.#input.wallClock();
    this.#start = this.#input.clock.now();
    const { plan, index, files, onEvent } = this.#input;
    onEvent({ kind: 'file-start', file: plan.runnable.shown, index, total: files });
  }

  requestStart(place: ResultPlace, skipped: boolean): void {
    const { plan, index: fileIndex, onEvent } = this.#input;
    const { index, position } = place.step;
    const { last } = place;
    const total = plan.steps.length;
    const file = plan.runnable.shown;
    onEvent({
      kind: 'request-start',
      skipped,
      file,
      fileIndex,
      name: resultName(place),
      line: place.step.node.request.line,
      index,
      position,
      total,
      last,
    });
  }

  requestEnd(place: ResultPlace, outcome: RequestOutcome): void {
    const { plan, index: fileIndex, onEvent } = this.#input;
    const { index, position } = place.step;
    const { last } = place;
    const total = plan.steps.length;
    const file = plan.runnable.shown;
    this.#keep(index, outcome);
    onEvent({
      kind: 'request-end',
      file,
      fileIndex,
      name: outcome.shownName,
      line: outcome.line,
      index,
      position,
      total,
      last,
      outcome,
    });
  }

  /** A step has one result, or a list of results when it has data rows. */
  #keep(index: number, outcome: RequestOutcome): void {
    const before = this.#results[index];
    if (before === undefined) this.#results[index] = outcome;
    else if (Array.isArray(before)) before.push(outcome);
    else this.#results[index] = [before, outcome];
  }

  /** Returns true for the last step. */
  stepDone(): boolean {
    this.#left--;
    return this.#left === 0;
  }

  /** Whether every snapshot of the file was compared or stored, so that all other keys are unused. */
  hasUsedAllSnapshots(): boolean {
    return this.plan.steps.every(({ node, index }) => {
      if (node.owner.isExternal || !node.request.assertions.some(({ operator }) => operator === 'snapshot'))
        return true;
      const results = this.#resultsOf(index);
      return results.length > 0 && results.every(({ response }) => response.statusCode !== 0);
    });
  }

  end(): FileOutcome {
    const { plan, index, files, onEvent, iteration } = this.#input;
    const { runnable, broken } = plan;
    const pass = iteration === undefined ? {} : { iteration };
    const results =
      broken.length > 0
        ? [{ ...createBrokenOutcome(runnable.shown, broken), ...pass }]
        : this.#ordered(plan.steps);
    const { passed, failed, skipped } = countResults(results);
    const outcome: FileOutcome = {
      file: runnable.shown,
      startedAt: this.#startedAt,
      duration: Math.round(this.#input.clock.now() - this.#start),
      passed,
      failed,
      skipped,
      results,
      broken,
    };
    onEvent({ kind: 'file-end', file: runnable.shown, index, total: files, outcome });
    return outcome;
  }

  #resultsOf(index: number): readonly RequestOutcome[] {
    const results = this.#results[index];
    return results === undefined ? [] : Array.isArray(results) ? results : [results];
  }

  #ordered(steps: readonly Step[]): RequestOutcome[] {
    // Most files have one step and need no sorting.
    const [only] = this.#results;
    if (steps.length === 1 && only && !Array.isArray(only)) return [only];
    const order: number[] = [];
    for (const { index, position } of steps) order[this.#input.byLine ? position : index] = index;
    return order.flatMap((index) => this.#resultsOf(index));
  }
}

/** The progress of all files of a plan. */
export class PlanProgress {
  readonly files: readonly FileProgress[];
  /** Of the files that have ended, at the places that they have in the plan. */
  readonly outcomes: FileOutcome[] = [];
  readonly problems: string[] = [];
  createdSnapshots = 0;

  constructor({ wallClock, clock, options }: Run, plan: RunPlan, onEvent: (event: RunEvent) => void) {
    this.files = plan.files.map(
      (file, index) =>
        new FileProgress({
          plan: file,
          index,
          files: plan.files.length,
          wallClock,
          clock,
          onEvent,
          byLine: options.mode === 'cli',
          iteration: options.iteration,
        }),
    );
  }

  async save(snapshots: Snapshots, whole: boolean): Promise<void> {
    try {
      this.createdSnapshots += await snapshots.save(whole);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.problems.push(error.message);
    }
  }

  /** `snapshots` are those of the file, if one of its requests has run. */
  async endFile(index: number, snapshots: Snapshots | undefined): Promise<void> {
    const progress = this.files[index];
    if (!progress) return;
    if (snapshots) await this.save(snapshots, progress.hasUsedAllSnapshots());
    this.outcomes[index] = progress.end();
  }
}

export function countResults(results: readonly Pick<RequestOutcome, 'passed' | 'skipped'>[]): {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
} {
  let passed = 0;
  let skipped = 0;
  for (const result of results) {
    if (result.skipped) skipped++;
    else if (result.passed) passed++;
  }
  return { passed, failed: results.length - passed - skipped, skipped };
}

/** A file that cannot run is reported as one failed test with the name of the file. */
export function createBrokenOutcome(file: string, broken: readonly string[]): RequestOutcome {
  return {
    name: file,
    shownName: file,
    description: '',
    passed: false,
    duration: 0,
    request: { method: '', url: '', headers: {} },
    response: { statusCode: 0, status: '', headers: {}, body: '', duration: 0, size: 0 },
    assertions: [],
    captures: {},
    skipped: false,
    skipReason: '',
    error: broken.join('\n'),
    errorKind: 'file',
    attempts: 0,
    warnings: [],
    line: 0,
    file,
    tags: [],
    pulledIn: false,
    exchanges: [],
    timing: undefined,
    secretHeaders: [],
    secretParameters: [],
  };
}
