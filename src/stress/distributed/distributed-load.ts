/** A load that workers send: hands out their orders, starts them together, and puts their reports together. */
import { ServiceError } from '../../errors.js';
import { elapsed } from '../../primitives/clock.js';
import type { LossAction } from '../../primitives/shapes/worker-choice.js';
import type { GeneratedLoad, GeneratorListener, LoadFailure, LoadGenerator } from '../load-generator.js';
import type { CommonLoadTask } from '../load-threads.js';
import { DRAIN_TIMEOUT_MS, type CellReport } from '../measure/load-recorder.js';
import type { WorkerUpdate } from '../measure/stress-result.js';
import { computeMeanLength } from '../plan/load-plan.js';
import { numberThreads, shareThreads } from '../plan/share-threads.js';
import { planIterations } from '../plan/staged-arrivals.js';
import type { StressOptions } from '../plan/stress-options.js';
import { Changes } from './changes.js';
import { fitOptions, lossWarnings, newLoad, offersOf, reportedUntil, wholeReports } from './running-load.js';
import {
  LOAD_ORDER,
  sortWorkers,
  type Crew,
  type CrewListener,
  type LoadControl,
  type LoadOrder,
  type LoadReport,
} from './load-messages.js';
import { LOAD_TIMES, type LoadTimes } from './load-times.js';
import { writePortableTask } from './portable-task.js';
import { WorkerRecord, type PlannedLoad } from './worker-record.js';

export interface DistributedSettings {
  /**
   * Claims the workers of a run. Called again, for a new run, when one is lost before the load, and for every further
   * load of a search, which runs on the workers of the load before.
   */
  readonly claim: (listener: CrewListener, signal: AbortSignal, previous?: Crew) => Promise<Crew>;
  /** What happens when a worker is lost during the load. */
  readonly onLoss: LossAction;
  /** The number of slots if it was chosen, and the name that users have for it. */
  readonly slots?: { readonly count: number | undefined; readonly shownName: string };
  readonly times?: Partial<LoadTimes>;
}

/** How long after the end of the load a worker that is there may take to say that it is done. */
const LAST_REPORT_MS = 30_000;

export class DistributedLoad implements LoadGenerator {
  readonly #settings: DistributedSettings;
  readonly #times: LoadTimes;
  failure: LoadFailure | undefined;
  #signal = new AbortController().signal;
  #crew: Crew | undefined;
  #refusal: ServiceError | undefined;
  #records = new Map<string, WorkerRecord>();
  /** The workers that are lost, also before they have their orders. */
  #silent: ReadonlySet<string> = new Set();
  #task: CommonLoadTask | undefined;
  #listener: GeneratorListener | undefined;
  #planned: PlannedLoad = { times: undefined, meanLength: 1 };
  #load = newLoad();
  #ticks: NodeJS.Timeout | undefined;
  readonly #changes = new Changes();

  constructor(settings: DistributedSettings) {
    this.#settings = settings;
    this.#times = { ...LOAD_TIMES, ...settings.times };
  }

  async reserve(stress: StressOptions, signal: AbortSignal): Promise<StressOptions> {
    this.#signal = signal;
    const crew = await this.#claim();
    return this.#withSlots(stress, crew);
  }

  async prepare(task: CommonLoadTask, listener: GeneratorListener): Promise<void> {
    this.#listener = listener;
    const meanLength = computeMeanLength(task.chains, task.weights);
    const times = task.stress.mode === 'rate' ? planIterations(task.stress, task.iterationRate) : undefined;
    this.#planned = { times, meanLength };
    let crew = await this.#freshCrew();
    this.#task = { ...task, stress: this.#withSlots(task.stress, crew) };
    while ((await this.#handOut(crew, this.#task)) === 'lost') {
      await crew.end();
      crew = await this.#claim();
      this.#task = { ...task, stress: this.#withSlots(task.stress, crew) };
    }
    this.#ticks = setInterval(() => this.#tick(), this.#times.tickMs);
  }

  async start(): Promise<number> {
    const { leadMs } = this.#times;
    const clock = await this.#crew?.askClock();
    if (!clock) throw new Error('there are no workers');
    const trips = this.#all().map(({ report }) => report?.clock?.roundTripMs ?? 0);
    this.#load.startAt = clock.now() + leadMs + 3 * Math.max(clock.roundTripMs, ...trips);
    this.#load.startMs = clock.toElapsed(this.#load.startAt);
    if (this.#load.phase !== 'stop') this.#setPhase('go');
    await this.#changes.until(() => this.#load.phase === 'stop', this.#load.startMs - elapsed());
    return performance.now() + this.#load.startMs - elapsed();
  }

  reportedMs(): number {
    return reportedUntil(this.#all());
  }

  stop(): void {
    if (this.#load.phase === 'stop') return;
    this.#load.stoppedAtMs =
      this.#load.startMs === undefined ? 0 : Math.max(0, elapsed() - this.#load.startMs);
    this.#setPhase('stop');
  }

  async finish(): Promise<GeneratedLoad> {
    await this.#changes.until(() => this.#hasEnded(), Infinity);
    clearInterval(this.#ticks);
    this.#drain();
    const endMs = Math.min(this.#task?.stress.duration ?? 0, this.#load.stoppedAtMs ?? Infinity);
    const records = this.#all();
    const workers = records.map((record) => record.figures(this.#planned, endMs));
    const wrong = records.find(({ received }) => !received.addsUp);
    if (wrong) {
      const error = `the reports of worker ${wrong.worker.name} do not add up`;
      this.failure = { error, errorKind: 'defect' };
    }
    if (this.#load.isQueueLost) this.#failByQueue(workers);
    return {
      totals: workers.map(({ totals }) => totals),
      loadMs: Math.max(0, ...records.map(({ report }) => report?.loadMs ?? report?.atMs ?? 0)),
      cpuPercent: Math.max(0, ...workers.map(({ cpuPercent }) => cpuPercent)),
      warnings: lossWarnings(records, this.#planned),
      distributed: { runId: this.#crew?.run ?? '', workers },
    };
  }

  async release(): Promise<void> {
    clearInterval(this.#ticks);
    await this.#crew?.end();
  }

  /** By the id of the worker, what it has reported. */
  wholeReports(): ReadonlyMap<string, LoadReport> {
    return wholeReports(this.#all());
  }

  workerUpdates(): readonly WorkerUpdate[] {
    return this.#all().map((record) => record.update(this.#load.startMs));
  }

  /** A worker takes one order of a run, so that every further load of a search is a run of its own. */
  async #freshCrew(): Promise<Crew> {
    const crew = this.#crew;
    if (crew && this.#load.startAt === null) return crew;
    this.failure = undefined;
    this.#load = newLoad();
    return this.#claim(crew);
  }

  async #claim(previous?: Crew): Promise<Crew> {
    const records = new Map<string, WorkerRecord>();
    this.#records = records;
    const silent = new Set<string>();
    this.#silent = silent;
    const listener: CrewListener = {
      onReport: (id, body) => this.#change(records.get(id), (record) => record.add(body as LoadReport)),
      onRefused: (id, reason) => this.#change(records.get(id), (record) => this.#refused(record, reason)),
      onFailed: (id, reason) => this.#change(records.get(id), (record) => this.#failed(record, reason)),
      onLost: (id) => {
        silent.add(id);
        this.#change(records.get(id), (record) => this.#lost(record));
      },
      onBack: (id) => {
        silent.delete(id);
        this.#change(records.get(id), (record) => record.return(this.#load.startMs));
      },
    };
    const crew = await this.#settings.claim(listener, this.#signal, previous);
    this.#crew = crew;
    return crew;
  }

  #withSlots(stress: StressOptions, crew: Crew): StressOptions {
    return fitOptions(stress, crew, this.#settings.slots);
  }

  /** Gives every worker its order and waits until all are ready. */
  async #handOut(crew: Crew, task: CommonLoadTask): Promise<'ready' | 'lost'> {
    const portable = await writePortableTask(task);
    const counts = shareThreads(task.stress, offersOf(crew));
    const total = counts.reduce((sum, count) => sum + count, 0);
    const workers = sortWorkers(crew.workers);
    for (const [index, own] of numberThreads(counts).entries()) {
      const worker = workers[index];
      if (!worker) continue;
      const threads = { ...own, total };
      const onCell = (report: CellReport): void => this.#listener?.onCell(index, report);
      this.#records.set(worker.id, new WorkerRecord(worker, threads, task.definitions.length, onCell));
      const body: LoadOrder = { task: portable, threads };
      await crew.sendOrder(worker.id, { kind: LOAD_ORDER, threads: own.count, body });
    }
    this.#setPhase(this.#load.phase);
    const settled = (): boolean =>
      this.#load.phase === 'stop' ||
      this.failure !== undefined ||
      this.#refusal !== undefined ||
      crew.queueAwayMs > this.#times.awayBeforeMs ||
      this.#silent.size > 0 ||
      this.#all().every(({ state }) => state !== 'preparing');
    await this.#changes.until(settled, this.#times.readyMs);
    if (this.#refusal) throw this.#refusal;
    if (crew.queueAwayMs > this.#times.awayBeforeMs)
      throw new ServiceError('network', 'the queue cannot be reached: it did not answer for 10 s');
    if (this.#load.phase === 'stop' || this.failure) return 'ready';
    const areReady = this.#silent.size === 0 && this.#all().every(({ state }) => state === 'ready');
    return areReady ? 'ready' : 'lost';
  }

  #change(record: WorkerRecord | undefined, change: (record: WorkerRecord) => void): void {
    if (!record) return;
    change(record);
    if (record.state === 'failed') this.#failed(record, record.report?.reason ?? '');
    this.#changes.happened();
  }

  #refused({ worker }: WorkerRecord, reason: string): void {
    this.#refusal = new ServiceError('unavailable', `worker ${worker.name} refused the order: ${reason}`);
  }

  #failed({ worker }: WorkerRecord, reason: string): void {
    if (this.failure) return;
    this.failure = { error: `worker ${worker.name}: a load thread failed: ${reason}`, errorKind: 'internal' };
    this.stop();
  }

  #lost(record: WorkerRecord): void {
    if (record.hasEnded) return;
    record.lose();
    if (this.#load.startAt === null || this.failure) return;
    const after = `after ${(record.lostAt ?? 0).toFixed(1)} s`;
    if (this.#all().every(({ isLost, hasEnded }) => isLost && !hasEnded)) {
      this.failure = { error: `all workers were lost ${after}`, errorKind: 'worker' };
    } else if (this.#settings.onLoss === 'stop') {
      this.failure = { error: `worker ${record.worker.name} was lost ${after}`, errorKind: 'worker' };
    } else return;
    this.stop();
  }

  #tick(): void {
    this.#setPhase(this.#load.phase);
    if (this.#load.startAt !== null && (this.#crew?.queueAwayMs ?? 0) > this.#times.awayMs)
      this.#load.isQueueLost = true;
    this.#changes.happened();
  }

  /** What nobody has heard of when the queue was lost is missing. */
  #failByQueue(workers: readonly { readonly planned: number; readonly missing: number }[]): void {
    const missing = workers.reduce((sum, worker) => sum + worker.missing, 0);
    const planned = workers.reduce((sum, worker) => sum + worker.planned, 0);
    const after = Math.max(0, ...this.#all().map(({ report }) => report?.atMs ?? 0)) / 1000;
    const counts = `${missing} of ${planned} planned iterations are missing`;
    this.failure = {
      error: `the queue was lost after ${after.toFixed(1)} s; ${counts}`,
      errorKind: 'worker',
    };
  }

  #hasEnded(): boolean {
    const records = this.#all();
    if (records.every(({ hasClosed, isLost }) => hasClosed || isLost)) this.#drain();
    if (this.#load.isQueueLost) return true;
    const isLate = this.#load.startMs !== undefined && elapsed() > this.#load.startMs + this.#latestMs();
    return records.every(({ hasEnded, isLost }) => hasEnded || isLost || isLate);
  }

  #latestMs(): number {
    return (this.#task?.stress.duration ?? 0) + DRAIN_TIMEOUT_MS + LAST_REPORT_MS;
  }

  #drain(): void {
    if (this.#load.hasDrained || this.#load.startMs === undefined) return;
    this.#load.hasDrained = true;
    this.#listener?.onDrain();
  }

  #setPhase(phase: LoadControl['phase']): void {
    this.#load.phase = phase;
    const acknowledged = Object.fromEntries(
      [...this.#records].map(([id, { received }]) => [id, received.acknowledgement]),
    );
    this.#crew?.setControl({ phase, startAt: this.#load.startAt, acknowledged } satisfies LoadControl);
    this.#changes.happened();
  }

  #all(): readonly WorkerRecord[] {
    return [...this.#records.values()];
  }
}
