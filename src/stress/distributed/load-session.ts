/** A worker's side of a load: prepares threads, starts them at the moment it is given, and reports every second. */
import { every, systemClock, type Clock, type ClockTimer } from '../../primitives/clock.js';
import { LoadThreads, startLoadThread, type CommonLoadTask, type StartThread } from '../load-threads.js';
import { findForbiddenHost } from './fixed-hosts.js';
import type {
  KeptReport,
  LoadControl,
  LoadOrder,
  LoadReport,
  SharedClock,
  WorkerLink,
} from './load-messages.js';
import { HeldThreads } from './held-threads.js';
import { readPortableTask } from './portable-task.js';
import { NOTHING_ACKNOWLEDGED, type Acknowledgement, type SumsMessage } from './sums-message.js';
import { WorkerSums } from './worker-sums.js';

export interface SessionSettings {
  /** Aborted when the process is asked to end: it starts nothing new and gives requests in flight a second. */
  readonly leaving: AbortSignal;
  /** The environment of this machine, for its proxies. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The only hosts that may be connected to; undefined for any. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Milliseconds of CPU time that the process has used. */
  readonly cpuTime: () => number;
  /** Makes the error that refuses the order for a reason. */
  readonly refuse: (reason: string) => Error;
  readonly startThread?: StartThread;
  readonly reportMs?: number;
  /** The clock of the system when left out. */
  readonly clock?: Clock;
}

/** A tenth of each second is for late timers and the way: a lost worker leaves at most a second unreported. */
const REPORT_MS = 900;
/** How long a worker that leaves waits for its last report to be read. */
const LAST_REPORT_TIMEOUT_MS = 1000;

/** Carries out the order; false when that failed. Throws what `refuse` makes. */
export async function performLoad(
  order: LoadOrder,
  link: WorkerLink,
  settings: SessionSettings,
): Promise<{ readonly ok: boolean }> {
  const { allowedHosts, environment, refuse } = settings;
  const received = readPortableTask(order.task, environment);
  const host = allowedHosts && (await findForbiddenHost(received, allowedHosts));
  if (host !== undefined) throw refuse(`host not allowed: ${host}`);
  const task = allowedHosts ? { ...received, allowedHosts } : received;
  return new LoadSession(task, order, link, settings).run();
}

class LoadSession {
  readonly #link: WorkerLink;
  readonly #settings: SessionSettings;
  readonly #clock: Clock;
  /** When the load is to end, in milliseconds after its start. */
  readonly #plannedMs: number;
  readonly #count: number;
  readonly #numbers: readonly number[];
  readonly #threads: LoadThreads;
  readonly #sums: WorkerSums;
  readonly #held: HeldThreads;
  #state: LoadReport['state'] = 'preparing';
  #shared: SharedClock | undefined;
  /** On the clock of this process; undefined until the start is set. */
  #start: number | undefined;
  #cpuStart = 0;
  #cpuPercent = 0;
  #atMs = 0;
  /** When the threads were asked for the sums that are awaited, and the same of those that all have sent. */
  #askedMs = 0;
  #coveredMs = 0;
  #loadMs: number | null = null;
  #hasLeft = false;
  /** Threads whose sums are awaited before the next report. */
  readonly #awaited = new Set<number>();
  #endTicks: () => void = () => undefined;
  #starting: ClockTimer | undefined;
  #isStopped = false;
  #reports = 0;

  constructor(task: CommonLoadTask, { threads }: LoadOrder, link: WorkerLink, settings: SessionSettings) {
    this.#link = link;
    this.#settings = settings;
    this.#clock = settings.clock ?? systemClock;
    this.#plannedMs = task.stress.duration;
    this.#count = threads.count;
    this.#sums = new WorkerSums(task.definitions.length);
    this.#threads = new LoadThreads(task, threads, settings.startThread ?? startLoadThread, {
      onCell: (thread, report) => this.#sums.addCell(thread, report),
      onSums: (thread, totals, sent) => {
        this.#sums.addSums(thread, totals);
        if (sent) this.#held.addSums(thread, sent);
        if (!this.#awaited.delete(thread) || this.#awaited.size > 0) return;
        this.#coveredMs = this.#askedMs;
        this.#report();
      },
      onDrain: () => this.#drain(),
    });
    this.#held = new HeldThreads(link.worker, threads, this.#threads);
    this.#numbers = Array.from({ length: threads.count }, (_, place) => threads.first + place);
  }

  async run(): Promise<{ readonly ok: boolean }> {
    const { leaving } = this.#settings;
    const leave = (): void => this.#leave();
    leaving.addEventListener('abort', leave);
    // Without a coordinator the load ends, and what was measured is kept.
    const orphaned = this.#link.ended.then((ending) => {
      this.#stop();
      return ending;
    });
    try {
      this.#report();
      await this.#prepare();
      const totals = await this.#threads.done;
      this.#endTicks();
      if (this.#start !== undefined && this.#loadMs === null) this.#drain();
      this.#state = this.#threads.failure === '' ? 'done' : 'failed';
      this.#atMs = this.#sinceStart();
      await this.#reportUntilReceived(orphaned);
      return { ok: this.#threads.failure === '' && totals.length === this.#count };
    } finally {
      this.#endTicks();
      this.#starting?.cancel();
      leaving.removeEventListener('abort', leave);
    }
  }

  async #prepare(): Promise<void> {
    const { leaving, reportMs = REPORT_MS } = this.#settings;
    await this.#threads.ready;
    if (this.#threads.failure !== '' || leaving.aborted) {
      this.#stop();
      return;
    }
    this.#shared = await this.#link.askClock();
    this.#state = 'ready';
    this.#report();
    const release = this.#link.onControl(({ body }) => this.#follow(body as LoadControl));
    void this.#threads.done.finally(release);
    if (this.#link.control) this.#follow(this.#link.control.body as LoadControl);
    this.#endTicks = every(this.#clock, reportMs, () => this.#tick());
  }

  #follow(control: LoadControl | null): void {
    // One that was replaced before the load must not start what others start.
    const isReplaced = control?.phase === 'go' && !Object.hasOwn(control.acknowledged, this.#link.worker);
    if (control?.phase === 'stop' || isReplaced) this.#stop();
    if (isReplaced) return;
    if (control?.phase === 'go' && control.startAt !== null && this.#start === undefined && this.#shared)
      this.#go(this.#shared.toElapsed(control.startAt), control.adoption !== null);
    if (control?.adoption && this.#start !== undefined)
      this.#held.follow(control.adoption, this.#acknowledged().report);
  }

  #go(start: number, mayBeAdopted: boolean): void {
    this.#start = start;
    const measure = (): void => void (this.#cpuStart = this.#settings.cpuTime());
    measure();
    // What the wait for the start costs is none of the load's.
    this.#starting = this.#clock.at(start, measure);
    this.#state = 'load';
    if (mayBeAdopted) this.#held.forbid();
    this.#threads.send({ kind: 'go', at: start });
  }

  /** A thread that does not respond must not keep the others from being reported. */
  #tick(): void {
    if (this.#awaited.size > 0) this.#report();
    if (this.#start === undefined || this.#clock.now() < this.#start) return;
    if (this.#awaited.size === 0) this.#askedMs = this.#sinceStart();
    for (const thread of this.#numbers) this.#awaited.add(thread);
    this.#threads.send({ kind: 'report' });
  }

  #stop(): void {
    this.#isStopped = true;
    this.#threads.send({ kind: 'stop' });
  }

  #leave(): void {
    this.#hasLeft = true;
    if (this.#state === 'load' || this.#state === 'ready') this.#state = 'leaving';
    this.#report();
    this.#stop();
  }

  #drain(): void {
    const hasItsTime = !this.#isStopped && this.#threads.failure === '';
    // Nothing else ends a load before its time, whatever the difference of two rounded times says.
    this.#loadMs = Math.max(hasItsTime ? this.#plannedMs : 0, this.#sinceStart());
    this.#measureCpu();
    if (this.#state === 'load') this.#state = 'drain';
  }

  #measureCpu(): void {
    const since = this.#sinceStart();
    const used = this.#settings.cpuTime() - this.#cpuStart;
    this.#cpuPercent = since > 0 ? (used / since / this.#count) * 100 : 0;
  }

  #lastMoment(): Promise<void> {
    return new Promise((resolve) => {
      this.#clock.at(this.#clock.now() + LAST_REPORT_TIMEOUT_MS, resolve).unref();
    });
  }

  #sinceStart(): number {
    return this.#start === undefined ? 0 : Math.max(0, this.#clock.now() - this.#start);
  }

  #acknowledged(): Acknowledgement {
    const control = this.#link.control?.body as LoadControl | null | undefined;
    return control?.acknowledged[this.#link.worker] ?? NOTHING_ACKNOWLEDGED;
  }

  #report(): SumsMessage | null {
    if (this.#loadMs === null && this.#start !== undefined) {
      this.#atMs = this.#sinceStart();
      this.#measureCpu();
    }
    const sums = this.#start === undefined ? null : this.#sums.report(this.#acknowledged());
    this.#link.report(this.#describe(sums));
    return sums;
  }

  #describe(sums: SumsMessage | null): LoadReport {
    return {
      number: ++this.#reports,
      state: this.#state,
      reason: this.#threads.failure,
      clock: this.#shared ? { roundTripMs: this.#shared.roundTripMs, errorMs: this.#shared.errorMs } : null,
      sums,
      atMs: this.#atMs,
      coveredMs: this.#coveredMs,
      loadMs: this.#loadMs,
      hasLeft: this.#hasLeft,
      cpuPercent: this.#cpuPercent,
      adoptedThreads: this.#held.adoptedCount,
      rounds: sums ? this.#held.rounds(sums.number) : [],
    };
  }

  #describeKept(): KeptReport {
    return { ...this.#describe(this.#sums.whole()), handed: this.#held.handed };
  }

  /** More cells than fit one message take several. */
  async #reportUntilReceived(orphaned: WorkerLink['ended']): Promise<void> {
    let last = this.#report();
    const received = new Promise<'received'>((resolve) => {
      const check = (): void => {
        const { report, cells } = this.#acknowledged();
        if (last && report < last.number) return;
        if (!last || (last.isComplete && cells >= last.cellCount)) resolve('received');
        else last = this.#report();
      };
      const release = this.#link.onControl(check);
      void orphaned.finally(release);
      check();
    });
    const ending = await Promise.race([received, orphaned, ...(this.#hasLeft ? [this.#lastMoment()] : [])]);
    if (ending === 'coordinator lost' || ending === 'queue lost') await this.#link.keep(this.#describeKept());
  }
}
