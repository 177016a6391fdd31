/** A load test from setup to result: setup, load, drain, teardown. */
import { ServiceError } from '../errors.js';
import { systemClock, type Clock } from '../primitives/clock.js';
import { buildResult } from './measure/build-result.js';
import type { Node } from '../runner/plan/graph.js';
import type { AbortCause, AbortWatch } from './measure/abort-watch.js';
import { buildHistogram, type HistogramDocument } from './measure/histogram-document.js';
import { resolvePickSettings } from './plan/dynamic-weights.js';
import { FramingRun, openFramingRun, type TestFrame } from './framing-run.js';
import { asData } from './plan/options-as-data.js';
import { tearDown } from './tear-down.js';
import type { SetupState } from './plan/setup-state.js';
import { computeMeanLength, ownersOf, type LoadPlan } from './plan/load-plan.js';
import {
  LocalLoad,
  type GeneratedLoad,
  type GeneratorListener,
  type LoadFailure,
  type LoadGenerator,
} from './load-generator.js';
import type { CommonLoadTask } from './load-threads.js';
import type { StressTask } from './stress-task.js';
import type { UnpreparedTask } from './worker-messages.js';
import { LiveTotals } from './measure/live-totals.js';
import type { StressOptions } from './plan/stress-options.js';
import { DRAIN_TIMEOUT_MS } from './measure/load-recorder.js';
import { roundThousandths } from '../primitives/time/round-thousandths.js';
import type { StressPhase, StressResult, StressUpdate } from './measure/stress-result.js';
import { StageTotals } from './measure/stage-totals.js';
import { TimeSeries } from './measure/time-series.js';
import { createAbortWatch, startChecking } from './watch-abort.js';

/** A test that observers can follow. */
export type ObservedTest = Pick<StressTest, 'update' | 'run' | 'hasLoaded' | 'histogram' | 'stress'>;

export class StressTest {
  readonly #plan: LoadPlan;
  readonly #task: StressTask;
  readonly #generator: LoadGenerator;
  readonly #clock: Clock;
  #stress: StressOptions;
  readonly #signal: AbortSignal;
  readonly #abortTeardown: AbortSignal | undefined;
  readonly #live = new LiveTotals();
  readonly #series: TimeSeries;
  readonly #stages: StageTotals;
  #abortWatch: AbortWatch | undefined;
  #aborted: AbortCause | null = null;
  /** What was aborted of the teardown. */
  #unfinished: readonly Node[] = [];
  readonly #warnings: string[];
  readonly #startedAt = Date.now();
  #phase: StressPhase;
  #loadStart = 0;
  /** After this time the figures no longer change. */
  #responsesEndMs = 0;
  #generated: GeneratedLoad | undefined;
  #stopped = false;
  #failure: LoadFailure | undefined;
  /** Why the load could not be handed out, which is told after the teardown. */
  #refusal: ServiceError | undefined;

  /** `signal` stops the test and keeps what was measured so far; `abortTeardown` aborts the teardown too. */
  constructor(plan: LoadPlan, task: StressTask, signal: AbortSignal, abortTeardown?: AbortSignal) {
    this.#plan = plan;
    this.#task = task;
    this.#generator = task.generator ?? new LocalLoad(task);
    this.#clock = task.clock ?? systemClock;
    this.#stress = task.stress;
    this.#signal = signal;
    this.#abortTeardown = abortTeardown;
    this.#warnings = [...plan.warnings];
    this.#series = new TimeSeries(task.stress.duration + DRAIN_TIMEOUT_MS);
    this.#stages = new StageTotals(task.stress);
    this.#phase = task.generator ? 'workers' : 'setup';
  }

  /** The current figures. */
  get update(): StressUpdate {
    const now = this.#responsesEndMs === 0 ? this.#clock.now() : this.#responsesEndMs;
    const elapsed = this.#loadStart === 0 ? 0 : Math.max(0, now - this.#loadStart) / 1000;
    const workers = this.#generator.workerUpdates();
    const { definitions } = this.#plan;
    return {
      phase: this.#phase,
      elapsed: roundThousandths(elapsed),
      stats: this.#live.statistics(elapsed),
      interval: this.#live.interval(elapsed),
      errorKinds: this.#live.errorKinds,
      errorGroups: this.#live.errorGroups((definition) => definitions[definition]?.name ?? ''),
      ...(workers && { workers }),
    };
  }

  /** Whether load was sent; a failed setup prevents it. */
  get hasLoaded(): boolean {
    return this.#loadStart > 0;
  }

  /** Why nothing more can be sent; empty when setup and threads are well. */
  get failure(): string {
    return this.#failure?.error ?? '';
  }

  /** The options, with what depends on who sends the load. */
  get stress(): StressOptions {
    return this.#stress;
  }

  /** Every bucket, once the test has ended. */
  histogram(): HistogramDocument {
    return buildHistogram(this.#plan.definitions, this.#generated?.totals ?? []);
  }

  /** Failures of the target are part of the result. */
  async run(): Promise<StressResult> {
    try {
      await this.reserve();
      const frame = this.openFrame();
      try {
        await this.setUp(frame);
        if (this.failure === '' && !this.#signal.aborted) await this.load(frame);
      } finally {
        frame.run.close();
      }
      await this.tearDown(frame);
      return this.result();
    } finally {
      await this.release();
    }
  }

  /** Takes what sends the load; comes first, once for all loads, and `release` last. */
  async reserve(): Promise<void> {
    await this.#generator.check?.(this.#unpreparedTask());
    this.#stress = await this.#generator.reserve(this.#stress, this.#signal);
    this.#phase = 'setup';
  }

  release(): Promise<void> {
    return this.#generator.release(this.#unfinished);
  }

  /** Opens the run of the setup; whoever calls this closes it after the last load. */
  openFrame(): TestFrame {
    const run = openFramingRun(this.#task, this.#signal);
    return { run, setup: new FramingRun(run), setupState: new Map() };
  }

  async setUp(frame: TestFrame): Promise<void> {
    await frame.setup.perform(this.#plan.setup, ({ name, reason, errorKind }) => {
      const error = `setup request ${name} failed: ${reason}`;
      if (!this.#signal.aborted) this.#failure = { error, errorKind };
      return false;
    });
    frame.setupState = await frame.setup.setupState(ownersOf(this.#plan));
    this.#stopped = this.#signal.aborted;
  }

  async load({ setup, setupState }: TestFrame): Promise<void> {
    const refusal = await this.#load(setup, setupState);
    if (refusal && this.#task.onRefusal === 'report') {
      this.#failure = { error: refusal.message, errorKind: 'worker' };
    } else this.#refusal = refusal;
    this.#stopped = this.#signal.aborted || this.#aborted !== null;
  }

  /** Throws ServiceError when the load could not be handed out. */
  result(): StressResult {
    if (this.#refusal) throw this.#refusal;
    return buildResult({
      stress: this.#stress,
      definitions: this.#plan.definitions,
      totals: this.#generated?.totals ?? [],
      loadTime: this.#generated?.loadMs ?? 0,
      cpuPercent: this.#generated?.cpuPercent ?? 0,
      ...(this.#failure ?? { error: '', errorKind: '' }),
      stopped: this.#stopped,
      startedAt: this.#startedAt,
      finishedAt: Date.now(),
      warnings: this.#warnings,
      series: (seconds) => this.#series.finish(seconds),
      stages: (seconds) => this.#stages.finish(seconds),
      aborted: this.#aborted,
      distributed: this.#generated?.distributed,
    });
  }

  async #load(setup: FramingRun, setupState: SetupState): Promise<ServiceError | undefined> {
    const signal = this.#signal;
    const generator = this.#generator;
    const stop = (): void => generator.stop();
    const task = await this.#loadTask(setup, setupState);
    if (!task) return undefined;
    signal.addEventListener('abort', stop);
    try {
      if (generator.workerUpdates()) this.#phase = 'handout';
      await generator.prepare(task, this.#listener(), {
        teardown: this.#plan.teardown,
        setupState,
        passed: setup.passed,
        warnings: this.#plan.warnings,
        startedAt: this.#startedAt,
      });
      if (generator.failure || signal.aborted) generator.stop();
      else await this.#start();
      const endChecking = this.#phase === 'load' ? this.#checkLimits(stop) : () => undefined;
      this.#generated = await generator.finish().finally(endChecking);
      this.#responsesEndMs = Math.max(this.#loadStart + this.#generated.loadMs, this.#clock.now());
      this.#warnings.push(...this.#generated.warnings);
    } catch (error) {
      if (error instanceof ServiceError) return error;
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
    if (this.#phase === 'load') this.#phase = 'drain';
    this.#failure = generator.failure ?? this.#failure;
    return undefined;
  }

  async #start(): Promise<void> {
    const started = this.#generator.start();
    this.#loadStart = typeof started === 'number' ? started : await started;
    // What is sent at once may have come to its end already.
    if (this.#phase !== 'drain') this.#phase = 'load';
  }

  /** A breach stops the load; returns the function that ends checking. */
  #checkLimits(stop: () => void): () => void {
    if (!this.#abortWatch) return () => undefined;
    const onBreach = (cause: AbortCause): void => {
      if (this.#phase !== 'load') return;
      this.#aborted = cause;
      stop();
    };
    return startChecking(this.#abortWatch, () => this.#generator.reportedMs(), onBreach, this.#clock);
  }

  #listener(): GeneratorListener {
    return {
      onCell: (source, report) => {
        this.#live.add(source, report);
        this.#series.add(source, report);
        this.#stages.add(report);
        this.#abortWatch?.add(report);
        this.#task.onCell?.(report);
      },
      onDrain: () => void (this.#phase = 'drain'),
    };
  }

  #unpreparedTask(): UnpreparedTask {
    const { settings, shownFrom, process } = this.#task;
    const { definitions, chains } = this.#plan;
    return {
      options: asData(settings.options),
      fileAccess: { root: settings.root, shownFrom },
      process: { ...process },
      definitions,
      chains,
    };
  }

  async #loadTask(setup: FramingRun, setupState: SetupState): Promise<CommonLoadTask | undefined> {
    const { path = 'quick' } = this.#task;
    const { chains } = this.#plan;
    const stress = this.#stress;
    try {
      const pickSettings = await resolvePickSettings(chains, (owner) => setup.file(owner));
      const iterationRate = stress.rate / computeMeanLength(chains, pickSettings.weights);
      this.#abortWatch = createAbortWatch(stress, iterationRate, pickSettings.thinkTimes);
      return { ...this.#unpreparedTask(), stress, ...pickSettings, iterationRate, setupState, path };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.#failure = { error: error.message, errorKind: '' };
      return undefined;
    }
  }

  async tearDown({ setup, setupState }: TestFrame): Promise<void> {
    this.#phase = 'teardown';
    const { warnings, unfinished } = await tearDown({
      nodes: this.#plan.teardown,
      setupState,
      passed: setup.passed,
      openRun: (signal) => openFramingRun(this.#task, signal),
      abort: this.#abortTeardown,
      clock: this.#clock,
    });
    this.#warnings.push(...warnings);
    this.#unfinished = unfinished;
  }
}
