import { randomId } from '../primitives/random-id.js';
import { readNumbered, writeNumbered } from './sealing/numbered-message.js';
import { claimWorkers, type WantedWorkers } from './claim-workers.js';
import { HeldClaims } from './held-claims.js';
import { keepResult, removeKept } from './kept-results.js';
import { aliveKey, controlChannel, KEPT_RUNS, orderKey, reportStream } from './names.js';
import type { Queue } from './open-queue.js';
import type { CoordinatorOptions } from './coordinator-options.js';
import { askClock, type QueueClock } from './queue-clock.js';
import { deliverOrder } from './order.js';
import { describeMembers, newMember, type Member, type Order } from './run-member.js';
import { Repeating } from './repeating.js';
import { controlPlace, reportPlace, type ControlMessage, type ReportMessage } from './run-messages.js';
import { MAX_CONTROL_BYTES, MAX_REPORT_BYTES, RUN_EXPIRY_MS } from './settings/limits.js';
import { AWAY_STEP_BEATS, Silence } from './silence.js';
import { QueueLost, type TakenMessages } from './transport/queue-transport.js';
import { waitForQueue } from './wait-for-queue.js';
import { registered, type ListedWorker } from './worker-listing.js';

export type { CoordinatorOptions } from './coordinator-options.js';

/** Claims are renewed and kept data is written again after so many beats. */
const CLAIM_BEATS = 3;
const KEEP_BEATS = 60;

/** A coordinator's side of a run: takes workers, gives orders, hears reports, and leaves nothing behind. */
export class RunCoordinator {
  readonly run = randomId();
  /** Why the queue did not respond the last time. */
  queueFault = '';
  readonly #queue: Queue;
  readonly #options: CoordinatorOptions;
  readonly #members = new Map<string, Member>();
  readonly #claims: HeldClaims;
  readonly #beating: Repeating;
  readonly #reading: Repeating;
  readonly #away: Silence;
  #control: unknown = null;
  #sequence = 0;
  #beats = 0;
  #taken: TakenMessages | undefined;
  #kept: { readonly value: unknown } | undefined;
  #isOver = false;
  #releases: (() => void)[] = [];

  constructor(queue: Queue, options: CoordinatorOptions) {
    this.#queue = queue;
    this.#options = options;
    this.#claims = new HeldClaims(queue.transport, options.owner ?? this.run);
    this.#beating = new Repeating(queue.clock, () => this.#beat(), options.onFault);
    this.#reading = new Repeating(queue.clock, () => this.#read(), options.onFault);
    this.#away = new Silence(queue.times.beatMs * AWAY_STEP_BEATS, queue.clock);
  }

  get workers(): readonly ListedWorker[] {
    return [...this.#members.values()].map(({ worker }) => worker);
  }

  /** For how long the queue has not responded. */
  get queueAwayMs(): number {
    return this.#away.step(true);
  }

  /** For how long nothing of a worker was received, as far as that could be seen. */
  silentMs(worker: string): number {
    return this.#members.get(worker)?.silence.totalMs ?? 0;
  }

  /** Fails with a message for users if too few are free; may be called again for more. */
  async claim(request: Omit<WantedWorkers, 'run' | 'version'>): Promise<readonly ListedWorker[]> {
    const { version } = this.#options;
    const claimed = await this.#patiently(() =>
      claimWorkers(this.#queue, { ...request, run: this.#claims.owner, version }),
    );
    await this.#add(claimed);
    return claimed;
  }

  /** Begins on the workers of another run of the same owner, which may end then; false if too few of them are left. */
  async succeed(previous: RunCoordinator, least: number): Promise<boolean> {
    // One that has done its part says nothing more in the other run; it counts whether it is registered.
    const left = await registered(this.#queue, previous.workers);
    if (left.length < least) return false;
    for (const { id } of left) previous.#claims.leave(id);
    await this.#add(left);
    return true;
  }

  async #add(workers: readonly ListedWorker[]): Promise<void> {
    for (const worker of workers) {
      this.#members.set(worker.id, newMember(worker, this.#queue));
      this.#claims.add(worker.id);
    }
    if (this.#releases.length === 0) this.#begin();
    await this.#beating.now();
  }

  /** Throws a message for users if the order is too large. */
  async sendOrder(worker: string, order: Order): Promise<void> {
    const member = this.#member(worker);
    member.order = order;
    member.silence.end();
    await this.#patiently(() => this.#giveOrder(member, order));
  }

  /** What workers see from now on, with every beat. */
  setControl(body: unknown): void {
    this.#control = body;
    void this.#beating.now();
  }

  /** For whoever collects the run if this process is lost. */
  async keep(value: unknown): Promise<void> {
    this.#kept = { value };
    await this.#patiently(() => keepResult(this.#queue, this.run, value));
  }

  askClock(): Promise<QueueClock> {
    return this.#patiently(() => askClock(this.#queue.transport, this.#queue.clock));
  }

  /** Lets workers go that are not needed; their reports are not read any more. */
  async release(workers: readonly string[]): Promise<void> {
    for (const worker of workers) this.#members.delete(worker);
    await this.#claims.release(workers);
    await this.#queue.transport.remove(workers.map((worker) => orderKey(this.run, worker)));
  }

  /** The run is over in order: workers are free, and no key of it is left. A queue that is away forgets it later. */
  async end(): Promise<void> {
    await this.#stop();
    await this.#clear(() => removeKept(this.#queue, this.run, [...this.#members.keys()]));
  }

  /** The run is over, but what is kept of it stays; `parts` are what its workers would have kept. */
  async leave(parts: ReadonlyMap<string, unknown>): Promise<void> {
    await this.#stop();
    await this.#clear(async () => {
      for (const [worker, part] of parts) await keepResult(this.#queue, this.run, part, worker);
    });
  }

  async #clear(treatKept: () => Promise<void>): Promise<void> {
    const { transport } = this.#queue;
    const orders = [...this.#members.keys()].map((worker) => orderKey(this.run, worker));
    try {
      await this.#publish();
      await this.#claims.release();
      await treatKept();
      await transport.remove([...orders, aliveKey(this.run), reportStream(this.run)]);
    } catch (error) {
      if (!(error instanceof QueueLost)) throw error;
    }
  }

  /** Leaves everything as it is, so that it can be collected. */
  async abandon(): Promise<void> {
    await this.#stop();
    await this.#queue.transport.remove([aliveKey(this.run)]).catch(() => undefined);
  }

  #begin(): void {
    const { transport, times } = this.#queue;
    this.#releases = [
      transport.reconnectFast(),
      transport.onConnection((isConnected) => {
        if (isConnected) void this.#restore();
      }),
    ];
    this.#beating.start(times.beatMs);
    this.#reading.start(times.pollMs);
  }

  async #stop(): Promise<void> {
    this.#isOver = true;
    for (const release of this.#releases) release();
    await Promise.all([this.#beating.stop(), this.#reading.stop()]);
  }

  /** The server may have lost everything: what it has to hold is written again. */
  async #restore(): Promise<void> {
    this.#beats = 0;
    await this.#beating.now();
    for (const member of this.#members.values()) {
      // One that has reported has its order.
      if (member.order === undefined || member.read > 0) continue;
      await this.#giveOrder(member, member.order).catch((error: unknown) => {
        // It is given again with the next connection.
        if (!(error instanceof QueueLost)) this.#options.onFault(error);
      });
    }
  }

  #patiently<T>(work: () => Promise<T>): Promise<T> {
    return waitForQueue(this.#queue, work);
  }

  #giveOrder({ worker }: Member, order: Order): Promise<void> {
    const { version, plannedMs } = this.#options;
    const message = { ...order, version, expiryMs: plannedMs + RUN_EXPIRY_MS };
    return deliverOrder(this.#queue, this.run, worker.id, message);
  }

  async #beat(): Promise<void> {
    const { transport, times } = this.#queue;
    try {
      await transport.write(aliveKey(this.run), Buffer.from('1'), times.coordinatorLostMs);
      await this.#publish();
    } catch (error) {
      if (error instanceof QueueLost) this.queueFault = error.message;
      throw error;
    }
    this.#away.end();
    if (this.#beats % CLAIM_BEATS === 0) await this.#claims.renew();
    if (this.#kept !== undefined) {
      if (this.#beats % KEEP_BEATS === 0) await keepResult(this.#queue, this.run, this.#kept.value);
      else await transport.mark(KEPT_RUNS, this.run);
    }
    this.#beats += 1;
  }

  async #publish(): Promise<void> {
    const { transport, keys, times } = this.#queue;
    const message: ControlMessage = {
      ...describeMembers([...this.#members.values()], times.beatMs),
      isOver: this.#isOver,
      body: this.#control,
    };
    const sequence = (this.#sequence += 1);
    const sealed = keys.seal(controlPlace(this.run, sequence), message, MAX_CONTROL_BYTES);
    await transport.publish(controlChannel(this.run), writeNumbered({ sender: this.run, sequence, sealed }));
  }

  async #read(): Promise<void> {
    const { transport } = this.#queue;
    do {
      this.#taken = await transport.take(reportStream(this.run), this.#taken);
      this.#away.end();
      for (const message of this.#taken.messages) this.#receive(message);
    } while (this.#taken.messages.length > 0 && !this.#isOver);
    await this.#checkSilence();
  }

  #receive(bytes: Buffer): void {
    const message = readNumbered(bytes);
    const member = message && this.#members.get(message.sender);
    // An older number than one that came is a repetition, or says less than what is there already.
    if (message === undefined || member === undefined || message.sequence <= member.read) return;
    const place = reportPlace(this.run, message.sender, message.sequence);
    const opened = this.#queue.keys.open(place, message.sealed, MAX_REPORT_BYTES);
    if (!('value' in opened)) return;
    member.read = message.sequence;
    member.silence.end();
    if (member.isLost) this.#options.onBack(member.worker);
    member.isLost = false;
    this.#emit(member, opened.value as ReportMessage);
  }

  #emit(member: Member, report: ReportMessage): void {
    const { onReport, onRefused, onFailed } = this.#options;
    const { worker, read } = member;
    if (member.isOut) return;
    member.isOut = report.kind !== 'body';
    if (report.kind === 'refused') onRefused(worker, report.reason);
    else if (report.kind === 'failed') onFailed(worker, report.reason);
    else onReport(worker, report.body, read);
  }

  /** Before its first report a worker may be busy with a large order; then it counts whether it is registered. */
  async #checkSilence(): Promise<void> {
    for (const member of this.#members.values()) {
      if (member.order === undefined || member.isLost || member.isOut) continue;
      const silentMs = member.silence.step(true);
      if (silentMs < this.#queue.times.workerLostMs) continue;
      if (member.read === 0 && (await registered(this.#queue, [member.worker])).length > 0) continue;
      member.isLost = true;
      this.#options.onLost(member.worker);
    }
  }

  #member(worker: string): Member {
    const member = this.#members.get(worker);
    if (member === undefined) throw new Error(`${worker} is no worker of this run`);
    return member;
  }
}
