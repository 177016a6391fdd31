/** A load test that searches the highest rate: many loads between one setup and one teardown. */
import { ServiceError } from '../errors.js';
import { systemClock, type Clock } from '../primitives/clock.js';
import { NETWORK_KINDS } from '../http/message/network-failure.js';
import { searchRate, type SearchOutcome, type SearchStep, type Verdict } from './find/search-rate.js';
import { describeSearch, describeStep, stepVerdict, stepDuration } from './find/find-result.js';
import { StepWatch } from './find/step-watch.js';
import type { FindProgress, FindStep } from './measure/find-figures.js';
import type { HistogramDocument } from './measure/histogram-document.js';
import type { CellReport } from './measure/load-recorder.js';
import type { StressResult, StressUpdate } from './measure/stress-result.js';
import { findTestFailure } from './measure/test-failure.js';
import { resolvePickSettings } from './plan/dynamic-weights.js';
import { computeMeanLength, type LoadPlan } from './plan/load-plan.js';
import { planIterations } from './plan/staged-arrivals.js';
import type { FindRule, StressOptions } from './plan/stress-options.js';
import type { StressTask } from './stress-task.js';
import type { TestFrame } from './framing-run.js';
import { StressTest, type ObservedTest } from './stress-test.js';

/** One load of a search. */
export type LoadStep = Pick<StressTest, 'load' | 'result' | 'update' | 'histogram' | 'hasLoaded'>;

export interface StepTask {
  readonly stress: StressOptions;
  readonly signal: AbortSignal;
  readonly onCell: (report: CellReport) => void;
}

/** Replaces the threads of this machine by other senders of a step. */
export type CreateStep = (task: StepTask) => LoadStep;

const REST_MS = 1000;
const MAX_STEPS = 200;

interface EndedStep {
  readonly figures: FindStep;
  readonly result: StressResult;
  readonly test: LoadStep;
}

export class FindTest implements ObservedTest {
  readonly #plan: LoadPlan;
  #stress: StressOptions;
  #rule: FindRule;
  readonly #signal: AbortSignal;
  readonly #clock: Clock;
  /** Sends nothing itself: runs setup and teardown. */
  readonly #framing: StressTest;
  readonly #createStep: CreateStep;
  readonly #ended: EndedStep[] = [];
  #current: LoadStep | undefined;
  #progress: FindProgress;
  #startMs = 0;
  /** The step whose result is that of the search. */
  #chosen: EndedStep | undefined;

  constructor(
    plan: LoadPlan,
    task: StressTask,
    rule: FindRule,
    signal: AbortSignal,
    abortTeardown?: AbortSignal,
    createStep?: CreateStep,
  ) {
    const { find: _, ...stress } = task.stress;
    this.#plan = plan;
    this.#stress = { ...stress, thresholds: rule.limits };
    this.#rule = rule;
    this.#signal = signal;
    this.#clock = task.clock ?? systemClock;
    this.#framing = new StressTest(plan, task, signal, abortTeardown);
    this.#createStep =
      createStep ?? ((step) => new StressTest(plan, { ...task, ...step }, step.signal, undefined));
    this.#progress = { step: 0, rate: stress.rate, low: 0, high: null };
  }

  get update(): StressUpdate {
    return { ...(this.#current ?? this.#framing).update, find: this.#progress };
  }

  get hasLoaded(): boolean {
    return this.#chosen?.test.hasLoaded ?? false;
  }

  histogram(): HistogramDocument {
    return (this.#chosen?.test ?? this.#framing).histogram();
  }

  get stress(): StressOptions {
    return this.#stress;
  }

  async run(): Promise<StressResult> {
    try {
      await this.#framing.reserve();
      const { maxVUs, find = this.#rule } = this.#framing.stress;
      this.#stress = { ...this.#stress, maxVUs };
      this.#rule = find;
      return await this.#run();
    } finally {
      await this.#framing.release();
    }
  }

  async #run(): Promise<StressResult> {
    const framing = this.#framing;
    const frame = framing.openFrame();
    let refusal: ServiceError | undefined;
    let outcome: SearchOutcome = { rate: 0, isConfirmed: false, limitedBy: 'budget', failedAt: undefined };
    let seconds = 0;
    try {
      await framing.setUp(frame);
      this.#startMs = this.#clock.now();
      if (framing.failure === '' && !this.#signal.aborted) outcome = await this.#search(frame);
      seconds = this.#elapsedMs() / 1000;
    } catch (error) {
      // The teardown comes all the same.
      if (!(error instanceof ServiceError)) throw error;
      refusal = error;
    } finally {
      frame.run.close();
    }
    const stopped = this.#signal.aborted;
    this.#current = undefined;
    await framing.tearDown(frame);
    if (refusal) throw refusal;
    const chosen = this.#choose(outcome);
    this.#chosen = chosen;
    const framed = framing.result();
    const measured = chosen?.result ?? framed;
    return {
      ...measured,
      ...this.#failureOf(measured),
      stopped,
      // Both begin with the warnings of the plan.
      warnings: [...new Set([...measured.warnings, ...framed.warnings])],
      find: describeSearch(
        this.#rule,
        outcome,
        this.#ended.map(({ figures }) => figures),
        seconds,
      ),
    };
  }

  async #search(frame: TestFrame): Promise<SearchOutcome> {
    const { rate: first } = this.#stress;
    const { to, precision } = this.#rule;
    const outcome = await searchRate({ first, to, precision }, (step) => this.#runStep(step, frame));
    if (!this.#isHopeless()) return outcome;
    return { ...outcome, limitedBy: 'target', failedAt: this.#ended.at(-1)?.figures.rate };
  }

  /** The newest step at the rate that was found, which is the confirming one if there is one; else the last. */
  #choose({ rate }: SearchOutcome): EndedStep | undefined {
    const held = this.#ended.filter(({ figures }) => figures.rate === rate && figures.verdict === 'held');
    return held.at(-1) ?? this.#ended.at(-1);
  }

  async #runStep(step: SearchStep, frame: TestFrame): Promise<Verdict | undefined> {
    const { rate, confirms, low, high } = step;
    const number = this.#ended.length + 1;
    const duration = stepDuration(rate, this.#stress.duration, confirms);
    if (number > 1) await this.#rest();
    const isOver = this.#elapsedMs() + duration > this.#rule.budget || number > MAX_STEPS;
    if (this.#signal.aborted || isOver || this.#isHopeless()) return undefined;
    this.#progress = { step: number, rate, low, high: high ?? null };
    const stress = { ...this.#stress, rate, duration, seed: this.#stress.seed + number - 1 };
    const early = new AbortController();
    const watch = await this.#watch(stress, frame);
    const test = this.#createStep({
      stress,
      signal: AbortSignal.any([this.#signal, early.signal]),
      onCell: (report) => {
        watch.add(report);
        if (watch.isBroken) early.abort();
      },
    });
    this.#current = test;
    await test.load(frame);
    const result = test.result();
    const isStopped = this.#signal.aborted;
    const verdict = stepVerdict(result, early.signal.aborted);
    // A step that was stopped by hand says nothing about its rate.
    if (isStopped && this.#ended.length > 0) return undefined;
    this.#ended.push({ figures: describeStep(rate, verdict, result.duration, result), result, test });
    return isStopped ? undefined : verdict;
  }

  async #watch(stress: StressOptions, { setup }: TestFrame): Promise<StepWatch> {
    const { chains } = this.#plan;
    const picked = await resolvePickSettings(chains, (owner) => setup.file(owner)).catch((error: unknown) => {
      // The step itself reports a mistake of the files.
      if (error instanceof ServiceError) return undefined;
      throw error;
    });
    if (!picked) return new StepWatch([], 0);
    const { weights } = picked;
    const iterationRate = stress.rate / computeMeanLength(chains, weights);
    const iterations = planIterations(stress, iterationRate).plannedBefore(stress.duration);
    const longest = Math.max(1, ...chains.map(({ steps }, index) => (weights[index] ? steps.length : 0)));
    return new StepWatch(this.#rule.limits, iterations * longest);
  }

  /** Nothing is in flight after a step, since its last requests were awaited or given up. */
  async #rest(): Promise<void> {
    await this.#clock.sleep(REST_MS, this.#signal);
  }

  /** Lower rates cannot help when nothing can be sent, or when the target accepts no connection. */
  #isHopeless(): boolean {
    const last = this.#ended.at(-1);
    if (!last || this.#ended.some(({ figures }) => figures.verdict === 'held')) return false;
    const { error, errorKind, totalRequests, errorKinds, statusCodes } = last.result;
    if (error !== '' && (totalRequests === 0 || errorKind === 'internal')) return true;
    const kinds = Object.keys(errorKinds);
    const isConnected = Object.keys(statusCodes).length > 0 || kinds.length === 0;
    return !isConnected && kinds.every((kind) => NETWORK_KINDS.has(kind) && kind !== 'timeout');
  }

  /** A step that was ended early has no failure of its own. */
  #failureOf(result: StressResult): Pick<StressResult, 'error' | 'errorKind'> {
    const { error, errorKind, totalRequests: total, errorKinds, errorGroups } = result;
    if (error !== '' || !this.#isHopeless()) return { error, errorKind };
    const figures = { total, errors: total, sent: total, responses: 0, limitsErrors: false };
    return findTestFailure({ ...figures, errorKinds, errorGroups });
  }

  #elapsedMs(): number {
    return this.#clock.now() - this.#startMs;
  }
}
