/** A load that workers send: hands out their orders, starts them together, and puts their reports together. */
import { ServiceError } from '../../errors.js';
import { every, systemClock, type Clock } from '../../primitives/clock.js';
import type { LossAction } from '../../primitives/shapes/worker-choice.js';
import type { GeneratedLoad, GeneratorListener, LoadFailure, LoadGenerator } from '../load-generator.js';
import type { CommonLoadTask } from '../load-threads.js';
import type { WorkerUpdate } from '../measure/stress-result.js';
import { computeMeanLength } from '../plan/load-plan.js';
import { planIterations } from '../plan/staged-arrivals.js';
import type { StressOptions } from '../plan/stress-options.js';
import type { Adoption } from './adoption.js';
import { Changes } from './changes.js';
import { handOver, newAdoption } from './hand-over.js';
import { lossFailure, lossWarnings, queueFailure, sumsFailure } from './load-failures.js';
import {
  latestMs,
  newLoad,
  reportedUntil,
  shareSlots,
  sinceStart,
  wholeReports,
  type ChosenSlots,
} from './running-load.js';
import { handOut } from './hand-out.js';
import {
  sortWorkers,
  type Crew,
  type CrewListener,
  type CrewSource,
  type CrewWorker,
  type LoadControl,
  type LoadReport,
} from './load-messages.js';
import { LOAD_TIMES, type LoadTimes } from './load-times.js';
import type { PlannedLoad, WorkerRecord } from './worker-record.js';

export interface DistributedSettings {
  /**
   * Claims the workers of a run. Called again, for a new run, when one is lost before the load, and for every further
   * load of a search, which runs on the workers of the load before.
   */
  readonly claim: (listener: CrewListener, signal: AbortSignal, source?: CrewSource) => Promise<Crew>;
  /** Takes a free worker with so many threads into the newest run, in the place of one; undefined without any. */
  readonly replace?: (lost: string, threads: number) => Promise<CrewWorker | undefined>;
  /** What happens when a worker is lost during the load. */
  readonly onLoss: LossAction;
  readonly slots?: ChosenSlots;
  readonly times?: Partial<LoadTimes>;
  /** The clock of the system when left out. */
  readonly clock?: Clock;
}

export class DistributedLoad implements LoadGenerator {
  readonly #settings: DistributedSettings;
  readonly #times: LoadTimes;
  readonly #clock: Clock;
  failure: LoadFailure | undefined;
  #signal = new AbortController().signal;
  #crew: Crew | undefined;
  #refusal: ServiceError | undefined;
  #records = new Map<string, WorkerRecord>();
  /** The workers that are lost, also before they have their orders. */
  #silent = new Set<string>();
  #task: CommonLoadTask | undefined;
  #listener: GeneratorListener | undefined;
  /** Undefined unless others take the threads of lost workers over. */
  #adoption: Adoption | undefined;
  #planned: PlannedLoad = { times: undefined, meanLength: 1 };
  #load = newLoad();
  #endTicks: () => void = () => undefined;
  readonly #changes: Changes;

  constructor(settings: DistributedSettings) {
    this.#settings = settings;
    this.#times = { ...LOAD_TIMES, ...settings.times };
    this.#clock = settings.clock ?? systemClock;
    this.#changes = new Changes(this.#clock);
  }

  async reserve(stress: StressOptions, signal: AbortSignal): Promise<StressOptions> {
    this.#signal = signal;
    const crew = await this.#claim();
    return shareSlots(stress, crew, this.#settings.slots);
  }

  async prepare(task: CommonLoadTask, listener: GeneratorListener): Promise<void> {
    this.#listener = listener;
    const meanLength = computeMeanLength(task.chains, task.weights);
    const times = task.stress.mode === 'rate' ? planIterations(task.stress, task.iterationRate) : undefined;
    this.#planned = { times, meanLength };
    let crew = await this.#freshCrew();
    this.#task = { ...task, stress: shareSlots(task.stress, crew, this.#settings.slots) };
    this.#endTicks = every(this.#clock, this.#times.tickMs, () => this.#tick());
    const except = new Set<string>();
    for (let lost = await this.#handOut(crew, this.#task); lost.size > 0;) {
      for (const id of lost) except.add(id);
      await crew.end();
      crew = await this.#claim({ rest: { count: crew.workers.length - lost.size, except } });
      this.#task = { ...task, stress: shareSlots(task.stress, crew, this.#settings.slots) };
      lost = await this.#handOut(crew, this.#task);
    }
  }

  async start(): Promise<number> {
    const { leadMs } = this.#times;
    const clock = await this.#crew?.askClock();
    if (!clock) throw new Error('there are no workers');
    const trips = this.#all().map(({ report }) => report?.clock?.roundTripMs ?? 0);
    this.#load.startAt = clock.now() + leadMs + 3 * Math.max(clock.roundTripMs, ...trips);
    this.#load.startMs = clock.toElapsed(this.#load.startAt);
    if (this.#load.phase !== 'stop') this.#setPhase('go');
    // They were there when all were ready.
    for (const record of this.#all()) if (record.isLost) this.#lost(record);
    await this.#changes.until(() => this.#load.phase === 'stop', this.#load.startMs - this.#clock.now());
    return this.#load.startMs;
  }

  reportedMs(): number {
    return reportedUntil(this.#all());
  }

  stop(): void {
    if (this.#load.phase === 'stop') return;
    this.#load.stoppedAtMs = Math.max(0, sinceStart(this.#load, this.#clock));
    this.#setPhase('stop');
  }

  async finish(): Promise<GeneratedLoad> {
    await this.#changes.until(() => this.#hasEnded(), Infinity);
    this.#endTicks();
    this.#drain();
    const endMs = Math.min(this.#task?.stress.duration ?? 0, this.#load.stoppedAtMs ?? Infinity);
    const records = this.#all();
    const workers = records.map((record) => record.figures(this.#planned, endMs));
    this.failure = sumsFailure(records) ?? this.failure;
    if (this.#load.isQueueLost) this.failure = queueFailure(records, workers);
    return {
      totals: workers.map(({ totals }) => totals),
      loadMs: Math.max(0, ...records.map(({ report }) => report?.loadMs ?? report?.atMs ?? 0)),
      cpuPercent: Math.max(0, ...workers.map(({ cpuPercent }) => cpuPercent)),
      warnings: lossWarnings(records, this.#planned),
      distributed: { runId: this.#crew?.run ?? '', workers },
    };
  }

  async release(): Promise<void> {
    this.#endTicks();
    await this.#crew?.end();
  }

  /** By the id of the worker, what it has reported. */
  wholeReports(): ReadonlyMap<string, LoadReport> {
    return wholeReports(this.#all());
  }

  workerUpdates(): readonly WorkerUpdate[] {
    return this.#all().map((record) => record.update(sinceStart(this.#load, this.#clock)));
  }

  /** A worker takes one order of a run, so that every further load of a search is a run of its own. */
  async #freshCrew(): Promise<Crew> {
    const crew = this.#crew;
    if (crew && this.#load.startAt === null) return crew;
    this.failure = undefined;
    this.#load = newLoad();
    return this.#claim(crew && { previous: crew });
  }

  async #claim(source?: CrewSource): Promise<Crew> {
    const records = new Map<string, WorkerRecord>();
    this.#records = records;
    const silent = new Set<string>();
    this.#silent = silent;
    const listener: CrewListener = {
      onReport: (id, body) => this.#change(records.get(id), (record) => this.#received(record, body)),
      onRefused: (id, reason) => this.#change(records.get(id), (record) => this.#refused(record, reason)),
      onFailed: (id, reason) => {
        // Before the load another worker takes its place.
        if (this.#load.startAt === null) silent.add(id);
        this.#change(records.get(id), (record) => this.#failed(record, reason));
      },
      onLost: (id) => {
        silent.add(id);
        this.#change(records.get(id), (record) => this.#lost(record));
      },
      onBack: (id) => {
        silent.delete(id);
        this.#change(records.get(id), (record) => record.return(sinceStart(this.#load, this.#clock)));
      },
    };
    const crew = await this.#settings.claim(listener, this.#signal, source);
    this.#crew = crew;
    return crew;
  }

  /** Returns the workers that are lost and could not be replaced. */
  async #handOut(crew: Crew, task: CommonLoadTask): Promise<ReadonlySet<string>> {
    const { replace = () => Promise.resolve(undefined) } = this.#settings;
    const lost = await handOut({
      crew,
      task,
      records: this.#records,
      silent: this.#silent,
      times: this.#times,
      changes: this.#changes,
      onCell: (source, report) => this.#listener?.onCell(source, report),
      publish: () => this.#setPhase(this.#load.phase),
      isOver: () => this.#load.phase === 'stop' || this.failure !== undefined || this.#refusal !== undefined,
      replace,
    });
    if (this.#refusal) throw this.#refusal;
    const { onLoss } = this.#settings;
    this.#adoption = onLoss === 'adopt' ? newAdoption(this.#records, this.#times) : undefined;
    return lost;
  }

  #change(record: WorkerRecord | undefined, change: (record: WorkerRecord) => void): void {
    if (!record) return;
    change(record);
    if (record.state === 'failed') this.#failed(record, record.report?.reason ?? '');
    this.#changes.happened();
  }

  #received(record: WorkerRecord, body: unknown): void {
    const report = body as LoadReport;
    record.add(report);
    if (record.report === report) this.#adoption?.addRounds(record.worker.id, report.rounds);
  }

  #refused({ worker }: WorkerRecord, reason: string): void {
    this.#refusal = new ServiceError('unavailable', `worker ${worker.name} refused the order: ${reason}`);
  }

  #failed({ worker }: WorkerRecord, reason: string): void {
    if (this.failure || this.#silent.has(worker.id)) return;
    this.failure = { error: `worker ${worker.name}: a load thread failed: ${reason}`, errorKind: 'internal' };
    this.stop();
  }

  #lost(record: WorkerRecord): void {
    if (record.hasEnded) return;
    record.lose();
    if (this.#load.startAt === null || this.failure) return;
    this.failure = lossFailure(record, this.#all(), this.#settings.onLoss);
    if (this.failure) this.stop();
    else this.#handOver(record);
  }

  /** The others hear of it with the next beat, which is sent at once. */
  #handOver(lost: WorkerRecord): void {
    const { startMs, phase } = this.#load;
    if (!this.#adoption || !this.#task || startMs === undefined || phase !== 'go') return;
    const moment = { atMs: sinceStart(this.#load, this.#clock), stress: this.#task.stress };
    handOver(this.#adoption, lost, this.#records, moment);
    this.#setPhase(phase);
  }

  #tick(): void {
    this.#setPhase(this.#load.phase);
    if (this.#load.startAt !== null && (this.#crew?.queueAwayMs ?? 0) > this.#times.awayMs)
      this.#load.isQueueLost = true;
    this.#changes.happened();
  }

  #hasEnded(): boolean {
    const records = this.#all();
    if (records.every(({ hasClosed, isLost }) => hasClosed || isLost)) this.#drain();
    if (this.#load.isQueueLost) return true;
    const isLate = sinceStart(this.#load, this.#clock) > latestMs(this.#task?.stress.duration ?? 0);
    return records.every(({ hasEnded, isLost }) => hasEnded || isLost || isLate);
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
    const { startAt, startMs } = this.#load;
    const adoption =
      startMs === undefined
        ? undefined
        : this.#adoption?.control(sinceStart(this.#load, this.#clock), (id) => this.#crew?.silentMs(id) ?? 0);
    const control: LoadControl = { phase, startAt, acknowledged, adoption: adoption ?? null };
    this.#crew?.setControl(control);
    this.#changes.happened();
  }

  /** In the order of their names, also when one came later. */
  #all(): readonly WorkerRecord[] {
    const sorted = sortWorkers([...this.#records.values()].map(({ worker }) => worker));
    return sorted.flatMap(({ id }) => this.#records.get(id) ?? []);
  }
}
