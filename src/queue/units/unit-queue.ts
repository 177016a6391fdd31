/** A coordinator's side of a suite: puts units into a queue, grants them to workers, and hears what becomes of them. */
import type { ClockTimer } from '../../primitives/clock.js';
import { eventChannel, eventStream, ORDER_QUEUES, unitKey } from '../names.js';
import type { Queue } from '../open-queue.js';
import { sealOrder } from '../order.js';
import { Repeating } from '../repeating.js';
import { RunCoordinator } from '../run-coordinator.js';
import { readNumbered } from '../sealing/numbered-message.js';
import { MAX_EVENT_BYTES, RUN_EXPIRY_MS } from '../settings/limits.js';
import { QueueLost, type TakenMessages } from '../transport/queue-transport.js';
import type { ListedWorker } from '../worker-listing.js';
import { waitForQueue } from '../wait-for-queue.js';
import { HandedUnits, type HandedUnit } from './handed-units.js';
import { Crew, type CrewOptions } from './crew.js';
import { eventPlace, jobName, unitPlace, type UnitControl, type UnitEvent } from './unit-messages.js';

export interface UnitQueueListener {
  readonly onReport: (unit: number, worker: string, body: unknown) => void;
  readonly onDone: (unit: number) => void;
  /** The worker will report nothing more of it. */
  readonly onLost: (unit: number, worker: string) => void;
  /** Nothing will be reported any more. */
  readonly onClosed: (message: string) => void;
  readonly onFailed: (error: unknown) => void;
}

export interface UnitQueueOptions extends CrewOptions {
  /** Of this process; workers of another one are not used. */
  readonly version: string;
  readonly onFault: (error: unknown) => void;
}

const MAX_WAITING_BYTES = 128 * 1024 * 1024;
/** How long a suite may take is unknown; what has expired is put into the queue again. */
const PLANNED_MS = 3_600_000;
/** The queue is looked through, and marked as used, after so many beats. */
const LOOK_BEATS = 2;
const MARK_BEATS = 60;

export class UnitQueue {
  readonly #queue: Queue;
  readonly #coordinator: RunCoordinator;
  readonly #crew: Crew;
  readonly #units = new HandedUnits();
  readonly #putting: Repeating;
  readonly #reading: Repeating;
  readonly #looking: Repeating;
  #listener: UnitQueueListener | undefined;
  #taken: TakenMessages | undefined;
  #timer: ClockTimer | undefined;
  #releases: (() => unknown)[] = [];
  #looks = 0;
  #isStopped = false;
  #isCancelled = false;
  #isClosed = false;
  #aloneSince: number | undefined;

  constructor(queue: Queue, options: UnitQueueOptions) {
    this.#queue = queue;
    const { onFault, version } = options;
    this.#coordinator = new RunCoordinator(queue, {
      version,
      plannedMs: PLANNED_MS,
      onReport: ({ id }) => this.#crew.onReady(id),
      onRefused: (worker, reason) => {
        this.#crew.onRefused(worker, reason);
        this.#drop(worker);
      },
      onFailed: (worker) => this.#drop(worker),
      onLost: (worker) => this.#drop(worker),
      onBack: () => undefined,
      onFault,
    });
    this.#crew = new Crew(this.#coordinator, options, queue.clock);
    const fail = (error: unknown): void => this.#listener?.onFailed(error);
    this.#putting = new Repeating(queue.clock, () => this.#put(), fail);
    this.#reading = new Repeating(queue.clock, () => this.#read(), fail);
    this.#looking = new Repeating(queue.clock, () => this.#look(), onFault);
  }

  /** Claims the workers; resolves when all of them are ready. Fails with a message for users. */
  async open(): Promise<void> {
    const { transport, times } = this.#queue;
    await this.#crew.claim();
    const { run } = this.#coordinator;
    await waitForQueue(this.#queue, () => transport.mark(ORDER_QUEUES, run));
    this.#releases = [
      transport.onConnection((isConnected) => {
        if (isConnected) this.#restore();
      }),
      await waitForQueue(this.#queue, () =>
        transport.subscribe(eventChannel(run), () => void this.#reading.now()),
      ),
    ];
    this.#reading.start(times.pollMs);
    this.#putting.start(times.beatMs);
    this.#looking.start(times.beatMs);
    this.#watchAgain();
  }

  /** Whether more can be handed out to enough of the workers that were claimed. */
  get isUsable(): boolean {
    return !this.#isStopped && !this.#isCancelled && this.#crew.isEnough;
  }

  /** A suite of several passes has a listener for each. */
  listen(listener: UnitQueueListener): void {
    this.#listener = listener;
  }

  /** Returns its number. `write` is called when there is room in the queue. */
  add(rank: number, write: () => Promise<unknown>): number {
    const { number } = this.#units.add(rank, write);
    void this.#putting.now();
    return number;
  }

  /** Nothing more is granted; returns the units that nobody runs. */
  withdraw(): readonly number[] {
    this.#isStopped = true;
    const open = [...this.#units.in('pending'), ...this.#units.in('waiting')];
    for (const unit of open) this.#forget(unit);
    return open.map(({ number }) => number);
  }

  /** Has the workers end what they run. */
  cancel(): void {
    this.#isCancelled = true;
    this.#publish();
  }

  /** Nothing of the run is left, and its workers are free. */
  async end(): Promise<void> {
    this.#timer?.cancel();
    for (const release of this.#releases) await release();
    await Promise.all([this.#putting.stop(), this.#reading.stop(), this.#looking.stop()]);
    const { run } = this.#coordinator;
    const { transport } = this.#queue;
    try {
      const open = ['pending', 'waiting', 'granted'] as const;
      const numbers = open.flatMap((state) => this.#units.in(state).map(({ number }) => number));
      await transport.remove(numbers.map((number) => unitKey(run, number)));
      await transport.dropOrders(run);
      await transport.unmark(ORDER_QUEUES, [run]);
      await this.#coordinator.end();
      await transport.remove([eventStream(run)]);
    } catch (error) {
      if (!(error instanceof QueueLost)) throw error;
      await this.#coordinator.end();
    }
  }

  async #put(): Promise<void> {
    const { run } = this.#coordinator;
    const { transport, keys } = this.#queue;
    for (;;) {
      const unit = this.#units.nextToPut(MAX_WAITING_BYTES);
      if (unit === undefined || this.#isStopped) return;
      unit.sealed ??= sealOrder(keys, unitPlace(run, unit.number), await unit.write());
      // What was withdrawn or ended meanwhile stays so.
      if (this.#units.get(unit.number)?.state !== 'pending') continue;
      unit.puts += 1;
      await transport.write(unitKey(run, unit.number), unit.sealed, PLANNED_MS + RUN_EXPIRY_MS);
      unit.state = 'waiting';
      await transport.sendOrder(run, jobName(unit.number, unit.puts), unit.rank);
    }
  }

  async #read(): Promise<void> {
    const stream = eventStream(this.#coordinator.run);
    do {
      this.#taken = await this.#queue.transport.take(stream, this.#taken);
      let isChanged = false;
      for (const message of this.#taken.messages) isChanged = this.#receive(message) || isChanged;
      if (isChanged) this.#publish();
    } while (this.#taken.messages.length > 0 && !this.#isClosed);
  }

  /** Whether workers have to hear of the change at once. */
  #receive(bytes: Buffer): boolean {
    const message = readNumbered(bytes);
    if (message === undefined || !this.#crew.isNext(message.sender, message.sequence)) return false;
    const { sender, sequence, sealed } = message;
    const place = eventPlace(this.#coordinator.run, sender, sequence);
    const opened = this.#queue.keys.open(place, sealed, MAX_EVENT_BYTES);
    if (!('value' in opened)) return false;
    const worker = this.#crew.read(sender, sequence);
    return worker !== undefined && this.#apply(worker, opened.value as UnitEvent);
  }

  #apply({ id, name }: ListedWorker, event: UnitEvent): boolean {
    if (event.kind === 'taken') {
      if (!this.#isStopped) this.#units.grant(event.unit, id);
      return true;
    }
    const unit = this.#units.get(event.unit);
    if (unit?.state !== 'granted' || unit.worker !== id) return false;
    if (event.kind === 'report') this.#listener?.onReport(event.unit, name, event.body);
    else if (event.kind === 'returned' && !this.#isStopped) {
      this.#units.putAgain(unit);
      void this.#putting.now();
    } else {
      this.#forget(unit);
      if (event.kind === 'done') this.#listener?.onDone(event.unit);
      else this.#listener?.onLost(event.unit, name);
    }
    return false;
  }

  #forget({ number }: HandedUnit): void {
    this.#units.remove(number);
    // It expires anyway.
    void this.#queue.transport.remove([unitKey(this.#coordinator.run, number)]).catch(() => undefined);
  }

  #publish(): void {
    this.#coordinator.setControl({
      read: this.#crew.readNumbers(),
      granted: this.#units.granted(),
      isCancelled: this.#isCancelled,
      dropped: this.#crew.dropped(),
    } satisfies UnitControl);
  }

  /** What should be in the queue and is not there twice in a row is put there again: only one of them is granted. */
  async #look(): Promise<void> {
    this.#publish();
    this.#looks += 1;
    const { transport } = this.#queue;
    const { run } = this.#coordinator;
    if (this.#looks % MARK_BEATS === 0) await transport.mark(ORDER_QUEUES, run);
    if (this.#units.in('waiting').length > 0 && !this.#isStopped) await this.#crew.join();
    if (this.#looks % LOOK_BEATS !== 0) return;
    const expected = this.#units.in('waiting');
    const found = expected.length === 0 ? new Set() : new Set(await transport.waitingOrders(run));
    for (const unit of expected) {
      if (unit.state !== 'waiting') continue;
      const isAbsent = !found.has(jobName(unit.number, unit.puts));
      if (isAbsent && unit.isAbsent) this.#units.putAgain(unit);
      else unit.isAbsent = isAbsent;
    }
    void this.#putting.now();
  }

  /** The server may have lost everything, so that the first look is enough. */
  #restore(): void {
    for (const unit of this.#units.in('waiting')) unit.isAbsent = true;
    this.#looks = LOOK_BEATS - 1;
    void this.#looking.now();
  }

  #drop(worker: ListedWorker): void {
    this.#crew.drop(worker);
    for (const unit of this.#units.of(worker.id)) {
      this.#forget(unit);
      this.#listener?.onLost(unit.number, worker.name);
    }
    this.#publish();
  }

  #watchAgain(): void {
    const { clock, times } = this.#queue;
    this.#timer = clock.at(clock.now() + times.beatMs / 2, () => {
      this.#watchAgain();
      this.#watch();
    });
  }

  #watch(): void {
    if (this.#coordinator.queueAwayMs >= this.#queue.times.queueLostMs) this.#close('the queue was lost');
    if (!this.#crew.isEmpty || this.#units.size === 0) this.#aloneSince = undefined;
    else this.#aloneSince ??= this.#queue.clock.now();
    if (
      this.#aloneSince !== undefined &&
      this.#queue.clock.now() - this.#aloneSince >= this.#crew.replacementMs
    ) {
      this.#close('all workers were lost');
    }
  }

  #close(message: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#isStopped = true;
    this.#listener?.onClosed(message);
  }
}
