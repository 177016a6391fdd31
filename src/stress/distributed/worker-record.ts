/** What the coordinator holds of one worker of a load. */
import { roundThousandths } from '../../primitives/time/round-thousandths.js';
import { LatencyHistogram } from '../measure/latency.js';
import type { CellReport } from '../measure/load-recorder.js';
import type { WorkerUpdate } from '../measure/stress-result.js';
import type { WorkerFigures } from '../measure/worker-figures.js';
import type { OwnThreads } from '../load-threads.js';
import type { ArrivalTimes } from '../plan/arrival-times.js';
import type { CrewWorker, LoadReport } from './load-messages.js';
import { ReceivedSums } from './received-sums.js';
import { writeTotals } from './sums-message.js';
import { requestMessage } from './worker-sums.js';

export interface PlannedLoad {
  /** Undefined with users. */
  readonly times: ArrivalTimes | undefined;
  /** Requests per iteration, in the mean. */
  readonly meanLength: number;
}

/** Iterations of a thread; milliseconds after the start of the load. */
interface Span {
  readonly thread: number;
  readonly fromMs: number;
  toMs: number;
}

export class WorkerRecord {
  readonly worker: CrewWorker;
  readonly threads: OwnThreads;
  readonly received: ReceivedSums;
  #report: LoadReport | undefined;
  #coveredMs = 0;
  isLost = false;
  #lostAt: number | null = null;
  #backAt: number | null = null;
  /** What is planned for it: its own threads, then those that it took over. */
  readonly #spans: Span[];
  readonly #adopters: string[] = [];

  constructor(
    worker: CrewWorker,
    threads: OwnThreads,
    definitions: number,
    onCell: (report: CellReport) => void,
  ) {
    this.worker = worker;
    this.threads = threads;
    this.#spans = Array.from({ length: threads.count }, (_, place) => ({
      thread: threads.first + place,
      fromMs: 0,
      toMs: Infinity,
    }));
    this.received = new ReceivedSums(definitions, onCell);
  }

  /** Reports may come late, and twice. */
  add(report: LoadReport): void {
    if (report.sums) this.received.add(report.sums);
    if (report.number > (this.#report?.number ?? 0)) this.#report = report;
    if (this.received.isWhole) this.#coveredMs = this.#report?.coveredMs ?? 0;
  }

  /** Milliseconds after the start of the load until which everything that it measured is here. */
  get reportedMs(): number {
    return this.#coveredMs;
  }

  /** The last report with all that was received before; undefined without any. */
  wholeReport(): LoadReport | undefined {
    if (!this.#report) return undefined;
    const { perRequest, ...totals } = this.received.totals();
    const requests = perRequest.map(requestMessage);
    const sums = { number: 1, requests, isComplete: true, ...writeTotals(totals), cellCount: 0, cells: [] };
    return { ...this.#report, sums };
  }

  get state(): LoadReport['state'] {
    return this.#report?.state ?? 'preparing';
  }

  get report(): LoadReport | undefined {
    return this.#report;
  }

  get hasEnded(): boolean {
    return (this.state === 'done' || this.state === 'failed') && this.received.isWhole;
  }

  /** Whether it starts nothing new. */
  get hasClosed(): boolean {
    return typeof this.#report?.loadMs === 'number' || this.hasEnded;
  }

  lose(): void {
    this.isLost = true;
    this.#lostAt = this.#reportedSeconds;
  }

  /** `atMs` is the time since the start of the load. */
  return(atMs: number): void {
    this.isLost = false;
    this.#backAt = seconds(atMs);
  }

  /** Another worker has a thread from a time on, which may be one of this worker. */
  giveUp(thread: number, fromMs: number, adopter: string): void {
    const span = this.#spans.find((each) => each.thread === thread && each.toMs === Infinity);
    if (!span) return;
    span.toMs = fromMs;
    if (!this.#adopters.includes(adopter)) this.#adopters.push(adopter);
  }

  adopt(thread: number, fromMs: number): void {
    this.#spans.push({ thread, fromMs, toMs: Infinity });
  }

  /** Seconds from the start of the load to its last report. */
  get #reportedSeconds(): number {
    return seconds(this.#report?.atMs ?? 0);
  }

  get lostAt(): number | null {
    if (this.#report?.hasLeft && this.#lostAt === null) return seconds(this.#report.loadMs ?? 0);
    return this.#lostAt;
  }

  /** Iterations of its threads that are planned before a time. */
  planned(times: ArrivalTimes, milliseconds: number, spans: readonly Span[] = this.#spans): number {
    const count = (thread: number, ms: number): number =>
      Math.max(0, Math.ceil((times.plannedBefore(ms) - thread) / this.threads.total));
    return spans.reduce((sum, { thread, fromMs, toMs }) => {
      const endMs = Math.min(toMs, milliseconds);
      return sum + Math.max(0, count(thread, endMs) - count(thread, fromMs));
    }, 0);
  }

  /** What it says that it started, dropped or left out, and what it does not know to be its own. */
  #accountedFor(times: ArrivalTimes, endMs: number): number {
    const { started, dropped, missing } = this.received.iterations;
    const unseen = this.#spans.slice(this.threads.count + (this.#report?.adoptedThreads ?? 0));
    return started + dropped + missing + this.planned(times, endMs, unseen);
  }

  /** `endMs` is the end of the load, milliseconds after its start; `isLast` says that its last report is its end. */
  figures({ times }: PlannedLoad, endMs: number, isLast = this.hasEnded): WorkerFigures {
    const { started, dropped } = this.received.iterations;
    const { name, version } = this.worker;
    const report = this.#report;
    const isCut = !isLast || report?.hasLeft === true || this.#spans.some(({ toMs }) => toMs < Infinity);
    // One that came to its end has planned what it started or dropped: its clock decides about the last ones.
    const planned = !times ? 0 : isCut ? this.planned(times, endMs) : this.#accountedFor(times, endMs);
    return {
      name,
      version,
      threads: this.threads.count,
      totals: this.received.totals(),
      planned: times ? Math.max(planned, started + dropped) : 0,
      missing: times ? Math.max(0, planned - started - dropped) : 0,
      cpuPercent: report?.cpuPercent ?? 0,
      clockErrorMs: report?.clock?.errorMs ?? 0,
      lostAt: this.lostAt,
      backAt: this.#backAt,
      hasLeft: report?.hasLeft ?? false,
      adoptedBy: [...this.#adopters],
    };
  }

  /** How many requests it may have sent without a report, in the second after its last one. */
  unreported({ times, meanLength }: PlannedLoad): number {
    const atMs = this.#report?.atMs ?? 0;
    if (times) return Math.ceil((this.planned(times, atMs + 1000) - this.planned(times, atMs)) * meanLength);
    return atMs === 0 ? 0 : Math.ceil((this.received.total / atMs) * 1000);
  }

  /** `atMs` is the time since the start of the load. */
  update(atMs: number): WorkerUpdate {
    const lag = new LatencyHistogram();
    const sums = this.received.totals();
    lag.add(sums.lag);
    const { total } = this.received;
    const passed = atMs / 1000;
    return {
      name: this.worker.name,
      state: this.#shownState(),
      total,
      rps: passed > 0 ? roundThousandths(total / passed) : 0,
      lagP99Ms: roundThousandths(lag.percentile(99)),
    };
  }

  #shownState(): WorkerUpdate['state'] {
    if (this.isLost) return 'lost';
    const { state } = this;
    if (state === 'preparing') return 'ready';
    if (state === 'leaving') return 'drain';
    return state === 'failed' ? 'done' : state;
  }
}

function seconds(milliseconds: number): number {
  return roundThousandths(milliseconds / 1000);
}
