/** A load test from its setup to its result (server.md 10): setup, load, drain, teardown. */
import { ServiceError } from '../errors.js';
import type { SecretSet } from '../redaction/secret-set.js';
import type { Owner } from '../runner/plan/graph.js';
import type { RunOptions } from '../runner/plan/options.js';
import { openRun, type Run } from '../runner/run.js';
import type { RunnableFile } from '../runner/plan/run-input.js';
import { workspaceFileAccess } from '../runner/workspace-file-access.js';
import { buildResult } from './measure/build-result.js';
import { dynamicWeights } from './plan/dynamic-weights.js';
import { FramingRun } from './framing-run.js';
import type { SetupState } from './plan/setup-state.js';
import { meanLength, type LoadPlan } from './plan/load-plan.js';
import { LoadThreads, startLoadThread, threadCount, type StartThread } from './load-threads.js';
import { LiveTotals } from './measure/live-totals.js';
import type { StressOptions } from './plan/options.js';
import type { ThreadTotals } from './measure/recorder.js';
import { rounded } from './measure/rounding.js';
import type { Phase, StressResult, StressUpdate } from './measure/stress-result.js';
import { TimeSeries } from './measure/time-series.js';

export interface StressOrder {
  readonly files: readonly RunnableFile[];
  readonly stress: StressOptions;
  readonly settings: { readonly options: RunOptions; readonly root: string };
  /** Shown paths are relative to it. */
  readonly shownFrom: string;
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
  /** Of `knownSecrets`. */
  readonly secrets: SecretSet;
  /** Milliseconds of CPU that the process has used. */
  readonly cpuTime: () => number;
  /** Instead of threads of Node. */
  readonly startThread?: StartThread;
  /** `ordinary`: nothing takes the quick path. */
  readonly path?: 'quick' | 'ordinary';
}

/** Longest drain and teardown, in milliseconds. */
const DRAIN = 5000;
const TEARDOWN = 30_000;

export class StressTest {
  readonly #plan: LoadPlan;
  readonly #order: StressOrder;
  readonly #signal: AbortSignal;
  readonly #giveUp: AbortSignal | undefined;
  readonly #live = new LiveTotals();
  readonly #series: TimeSeries;
  readonly #warnings: string[];
  readonly #startedAt = Date.now();
  #phase: Phase = 'setup';
  #loadStart = 0;
  #loadEnd = 0;
  /** After it the numbers do not change any more. */
  #answersEnd = 0;
  #cpuStart = 0;
  #cpuPercent = 0;
  #error = '';

  /** `signal` stops the test: what was measured so far becomes its result; `giveUp` ends the teardown too. */
  constructor(plan: LoadPlan, order: StressOrder, signal: AbortSignal, giveUp?: AbortSignal) {
    this.#plan = plan;
    this.#order = order;
    this.#signal = signal;
    this.#giveUp = giveUp;
    this.#warnings = [...plan.warnings];
    this.#series = new TimeSeries(order.stress.duration + DRAIN);
  }

  /** What can be told at this moment. */
  get update(): StressUpdate {
    const now = this.#answersEnd === 0 ? performance.now() : this.#answersEnd;
    const elapsed = this.#loadStart === 0 ? 0 : (now - this.#loadStart) / 1000;
    return { phase: this.#phase, elapsed: rounded(elapsed), stats: this.#live.statistics(elapsed) };
  }

  /** Failures of the target are part of the result. */
  async run(): Promise<StressResult> {
    const signal = this.#signal;
    const run = this.#openRun(signal);
    const setup = new FramingRun(run);
    let leftovers: SetupState = new Map();
    let totals: readonly ThreadTotals[] = [];
    try {
      await this.#setUp(setup);
      leftovers = await setup.leftovers(this.#owners());
      if (this.#error === '' && !signal.aborted) totals = await this.#load(setup, leftovers);
    } finally {
      run.close();
    }
    const stopped = signal.aborted;
    await this.#tearDown(setup, leftovers);
    return buildResult({
      stress: this.#order.stress,
      definitions: this.#plan.definitions,
      totals,
      loadTime: this.#loadEnd - this.#loadStart,
      cpuPercent: this.#cpuPercent,
      error: this.#error,
      stopped,
      startedAt: this.#startedAt,
      finishedAt: Date.now(),
      warnings: this.#warnings,
      series: (seconds) => this.#series.finish(seconds),
    });
  }

  async #setUp(setup: FramingRun): Promise<void> {
    await setup.perform(this.#plan.setup, ({ name, reason }) => {
      if (!this.#signal.aborted) this.#error = `setup request ${name} failed: ${reason}`;
      return false;
    });
  }

  async #load(setup: FramingRun, leftovers: SetupState): Promise<readonly ThreadTotals[]> {
    const signal = this.#signal;
    const threads = await this.#startThreads(setup, leftovers);
    if (!threads) return [];
    const stop = (): void => threads.send('stop');
    signal.addEventListener('abort', stop);
    await threads.ready;
    if (threads.failure === '' && !signal.aborted) {
      this.#begin();
      threads.send('go');
    } else threads.send('stop');
    const totals = await threads.done;
    this.#answersEnd = performance.now();
    signal.removeEventListener('abort', stop);
    if (this.#phase === 'load') this.#drain(1);
    if (threads.failure !== '') this.#error = `a load thread failed: ${threads.failure}`;
    return totals;
  }

  async #startThreads(setup: FramingRun, leftovers: SetupState): Promise<LoadThreads | undefined> {
    const { stress, settings, shownFrom, startThread = startLoadThread, path = 'quick' } = this.#order;
    const { definitions, chains } = this.#plan;
    try {
      const { weights, thinkTimes } = await dynamicWeights(chains, (owner) => setup.file(owner));
      const count = threadCount(stress);
      const order = {
        stress,
        options: asData(settings.options),
        fileAccess: { root: settings.root, shownFrom },
        process: { ...this.#order.process },
        definitions,
        chains,
        weights,
        thinkTimes,
        iterationRate: stress.rate / meanLength(chains, weights),
        leftovers,
        rowCounts: new SharedArrayBuffer(Math.max(1, definitions.length) * 4),
        path,
      };
      return new LoadThreads(order, count, startThread, {
        onCell: (thread, report) => {
          this.#live.add(thread, report);
          this.#series.add(thread, report);
        },
        onDrain: () => this.#drain(count),
      });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.#error = error.message;
      return undefined;
    }
  }

  #begin(): void {
    this.#phase = 'load';
    this.#loadStart = performance.now();
    this.#cpuStart = this.#order.cpuTime();
  }

  #drain(threads: number): void {
    this.#phase = 'drain';
    this.#loadEnd = performance.now();
    const elapsed = this.#loadEnd - this.#loadStart;
    const used = this.#order.cpuTime() - this.#cpuStart;
    this.#cpuPercent = elapsed > 0 ? (used / elapsed / threads) * 100 : 0;
  }

  /** Also after a stop and after a failed setup; failures are warnings. */
  async #tearDown(setup: FramingRun, leftovers: SetupState): Promise<void> {
    const { teardown } = this.#plan;
    this.#phase = 'teardown';
    if (teardown.length === 0) return;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), TEARDOWN);
    const giveUp = this.#giveUp;
    const signal = giveUp ? AbortSignal.any([limit.signal, giveUp]) : limit.signal;
    const run = this.#openRun(signal);
    try {
      await new FramingRun(run, leftovers, setup.passed).perform(teardown, ({ name, reason }) => {
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
    const { settings, shownFrom, process, secrets } = this.#order;
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

  /** Files that may look at what was left. */
  #owners(): ReadonlySet<Owner> {
    const { definitions, setup, teardown } = this.#plan;
    return new Set([...definitions.map(({ node }) => node), ...setup, ...teardown].map(({ owner }) => owner));
  }
}

/** The environment of a process looks like an object, but cannot be copied to another thread. */
function asData(options: RunOptions): RunOptions {
  const { proxy } = options;
  if (proxy.kind !== 'environment') return options;
  return { ...options, proxy: { kind: 'environment', variables: { ...proxy.variables } } };
}
