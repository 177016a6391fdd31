/** A load test from setup to result: setup, load, drain, teardown. */
import { ServiceError } from '../errors.js';
import type { SecretSet } from '../redaction/secret-set.js';
import type { Owner } from '../runner/plan/graph.js';
import type { RunOptions } from '../runner/plan/options.js';
import { openRun, type Run } from '../runner/run.js';
import type { RunnableFile } from '../runner/plan/run-input.js';
import { workspaceFileAccess } from '../runner/workspace-file-access.js';
import { buildResult } from './measure/build-result.js';
import type { AbortCause, AbortWatch } from './measure/abort-watch.js';
import { buildHistogram, type HistogramDocument } from './measure/histogram-document.js';
import { resolvePickSettings } from './plan/dynamic-weights.js';
import { FramingRun } from './framing-run.js';
import type { SetupState } from './plan/setup-state.js';
import { computeMeanLength, type LoadPlan } from './plan/load-plan.js';
import { LoadThreads, startLoadThread, chooseThreadCount, type StartThread } from './load-threads.js';
import { LiveTotals } from './measure/live-totals.js';
import type { StressOptions } from './plan/stress-options.js';
import { DRAIN_TIMEOUT_MS, type ThreadTotals } from './measure/load-recorder.js';
import { roundThousandths } from '../primitives/time/round-thousandths.js';
import type { StressPhase, StressResult, StressUpdate } from './measure/stress-result.js';
import { StageTotals } from './measure/stage-totals.js';
import { TimeSeries } from './measure/time-series.js';
import { createAbortWatch, startJudging } from './watch-abort.js';

export interface StressTask {
  readonly files: readonly RunnableFile[];
  readonly stress: StressOptions;
  readonly settings: { readonly options: RunOptions; readonly root: string };
  /** The directory that shown paths are relative to. */
  readonly shownFrom: string;
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
  /** The secrets that `knownSecrets` collects. */
  readonly secrets: SecretSet;
  /** Milliseconds of CPU time that the process has used. */
  readonly cpuTime: () => number;
  /** Replaces the worker threads, for tests. */
  readonly startThread?: StartThread;
  /** Replaces the number of threads that fits the machine, for tests. */
  readonly threads?: number | undefined;
  /** `ordinary` disables the quick path. */
  readonly path?: 'quick' | 'ordinary';
}

const TEARDOWN_TIMEOUT_MS = 30_000;

export class StressTest {
  readonly #plan: LoadPlan;
  readonly #task: StressTask;
  readonly #signal: AbortSignal;
  readonly #abortTeardown: AbortSignal | undefined;
  readonly #live = new LiveTotals();
  readonly #series: TimeSeries;
  readonly #stages: StageTotals;
  #abortWatch: AbortWatch | undefined;
  #aborted: AbortCause | null = null;
  readonly #warnings: string[];
  readonly #startedAt = Date.now();
  #phase: StressPhase = 'setup';
  #loadStart = 0;
  #loadEnd = 0;
  /** After this time the figures no longer change. */
  #responsesEndMs = 0;
  #cpuStart = 0;
  #cpuPercent = 0;
  #totals: readonly ThreadTotals[] = [];
  #error = '';
  #errorKind = '';

  /** `signal` stops the test and keeps what was measured so far; `abortTeardown` aborts the teardown too. */
  constructor(plan: LoadPlan, task: StressTask, signal: AbortSignal, abortTeardown?: AbortSignal) {
    this.#plan = plan;
    this.#task = task;
    this.#signal = signal;
    this.#abortTeardown = abortTeardown;
    this.#warnings = [...plan.warnings];
    this.#series = new TimeSeries(task.stress.duration + DRAIN_TIMEOUT_MS);
    this.#stages = new StageTotals(task.stress);
  }

  /** The current figures. */
  get update(): StressUpdate {
    const now = this.#responsesEndMs === 0 ? performance.now() : this.#responsesEndMs;
    const elapsed = this.#loadStart === 0 ? 0 : (now - this.#loadStart) / 1000;
    const { definitions } = this.#plan;
    return {
      phase: this.#phase,
      elapsed: roundThousandths(elapsed),
      stats: this.#live.statistics(elapsed),
      interval: this.#live.interval(elapsed),
      errorKinds: this.#live.errorKinds,
      errorGroups: this.#live.errorGroups((definition) => definitions[definition]?.name ?? ''),
    };
  }

  /** Whether load was sent; a failed setup prevents it. */
  get hasLoaded(): boolean {
    return this.#loadStart > 0;
  }

  /** Every bucket, once the test has ended. */
  histogram(): HistogramDocument {
    return buildHistogram(this.#plan.definitions, this.#totals);
  }

  /** Failures of the target are part of the result. */
  async run(): Promise<StressResult> {
    const signal = this.#signal;
    const run = this.#openRun(signal);
    const setup = new FramingRun(run);
    let setupState: SetupState = new Map();
    let totals: readonly ThreadTotals[] = [];
    try {
      await setup.perform(this.#plan.setup, ({ name, reason, errorKind }) => {
        if (!signal.aborted) this.#fail(`setup request ${name} failed: ${reason}`, errorKind);
        return false;
      });
      setupState = await setup.setupState(this.#owners());
      if (this.#error === '' && !signal.aborted) totals = await this.#load(setup, setupState);
    } finally {
      run.close();
    }
    this.#totals = totals;
    const stopped = signal.aborted || this.#aborted !== null;
    await this.#tearDown(setup, setupState);
    return buildResult({
      stress: this.#task.stress,
      definitions: this.#plan.definitions,
      totals,
      loadTime: this.#loadEnd - this.#loadStart,
      cpuPercent: this.#cpuPercent,
      error: this.#error,
      errorKind: this.#errorKind,
      stopped,
      startedAt: this.#startedAt,
      finishedAt: Date.now(),
      warnings: this.#warnings,
      series: (seconds) => this.#series.finish(seconds),
      stages: (seconds) => this.#stages.finish(seconds),
      aborted: this.#aborted,
    });
  }

  async #load(setup: FramingRun, setupState: SetupState): Promise<readonly ThreadTotals[]> {
    const signal = this.#signal;
    const threads = await this.#startThreads(setup, setupState);
    if (!threads) return [];
    const stop = (): void => threads.send({ kind: 'stop' });
    signal.addEventListener('abort', stop);
    await threads.ready;
    if (threads.failure === '' && !signal.aborted) {
      this.#phase = 'load';
      this.#loadStart = performance.now();
      this.#cpuStart = this.#task.cpuTime();
      threads.send({ kind: 'go' });
    } else threads.send({ kind: 'stop' });
    const endJudging = this.#phase === 'load' ? this.#judge(stop) : () => undefined;
    const totals = await threads.done.finally(endJudging);
    this.#responsesEndMs = performance.now();
    signal.removeEventListener('abort', stop);
    if (this.#phase === 'load') this.#drain(1);
    if (threads.failure !== '') this.#fail(`a load thread failed: ${threads.failure}`, 'internal');
    return totals;
  }

  /** A breach stops the load; returns the function that ends judging. */
  #judge(stop: () => void): () => void {
    if (!this.#abortWatch) return () => undefined;
    return startJudging(this.#abortWatch, (cause) => {
      if (this.#phase !== 'load') return;
      this.#aborted = cause;
      stop();
    });
  }

  async #startThreads(setup: FramingRun, setupState: SetupState): Promise<LoadThreads | undefined> {
    const { stress, settings, shownFrom, startThread = startLoadThread, path = 'quick' } = this.#task;
    const { definitions, chains } = this.#plan;
    try {
      const pickSettings = await resolvePickSettings(chains, (owner) => setup.file(owner));
      const count = this.#task.threads ?? chooseThreadCount(stress);
      const iterationRate = stress.rate / computeMeanLength(chains, pickSettings.weights);
      this.#abortWatch = createAbortWatch(stress, iterationRate, pickSettings.thinkTimes);
      const task = {
        stress,
        options: asData(settings.options),
        fileAccess: { root: settings.root, shownFrom },
        process: { ...this.#task.process },
        definitions,
        chains,
        ...pickSettings,
        iterationRate,
        setupState,
        path,
      };
      return new LoadThreads(task, { first: 0, count, total: count }, startThread, {
        onCell: (thread, report) => {
          this.#live.add(thread, report);
          this.#series.add(thread, report);
          this.#stages.add(report);
          this.#abortWatch?.add(report);
        },
        onDrain: () => this.#drain(count),
      });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.#fail(error.message, '');
      return undefined;
    }
  }

  #fail(error: string, errorKind: string): void {
    this.#error = error;
    this.#errorKind = errorKind;
  }

  #drain(threads: number): void {
    this.#phase = 'drain';
    this.#loadEnd = performance.now();
    const elapsed = this.#loadEnd - this.#loadStart;
    const used = this.#task.cpuTime() - this.#cpuStart;
    this.#cpuPercent = elapsed > 0 ? (used / elapsed / threads) * 100 : 0;
  }

  /** Also runs after a stop and after a failed setup; failures are warnings. */
  async #tearDown(setup: FramingRun, setupState: SetupState): Promise<void> {
    const { teardown } = this.#plan;
    this.#phase = 'teardown';
    if (teardown.length === 0) return;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), TEARDOWN_TIMEOUT_MS);
    const abortTeardown = this.#abortTeardown;
    const signal = abortTeardown ? AbortSignal.any([limit.signal, abortTeardown]) : limit.signal;
    const run = this.#openRun(signal);
    try {
      await new FramingRun(run, setupState, setup.passed).perform(teardown, ({ name, reason }) => {
        const why = limit.signal.aborted ? 'teardown took more than 30 s' : reason;
        this.#warnings.push(`teardown request ${name} failed: ${why}`);
        return true;
      });
    } finally {
      clearTimeout(timer);
      run.close();
    }
  }

  #openRun(signal: AbortSignal): Run {
    const { settings, shownFrom, process, secrets } = this.#task;
    const { options, root } = settings;
    return openRun({
      files: [],
      options: { ...options, retries: 0, parallel: false, bail: false, dryRun: false },
      fileAccess: workspaceFileAccess({ root, shownFrom }),
      process,
      signal,
      secrets,
    });
  }

  /** The files that may use the setup state. */
  #owners(): ReadonlySet<Owner> {
    const { definitions, setup, teardown } = this.#plan;
    return new Set([...definitions.map(({ node }) => node), ...setup, ...teardown].map(({ owner }) => owner));
  }
}

/** `process.env` looks like an object, but cannot be copied to another thread. */
function asData(options: RunOptions): RunOptions {
  const { proxy } = options;
  if (proxy.kind !== 'environment') return options;
  return { ...options, proxy: { kind: 'environment', variables: { ...proxy.variables } } };
}
