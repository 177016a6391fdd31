/** A worker's side of a suite: takes units while it has room for them, and tells what becomes of them. */
import { waitAtMost } from '../../primitives/wait-at-most.js';
import { unitKey } from '../names.js';
import type { RunLink } from '../run-link.js';
import { sealedLimit } from '../sealing/queue-keys.js';
import { MAX_ORDER_BYTES } from '../settings/limits.js';
import { QueueLost } from '../transport/queue-transport.js';
import { EventSender } from './event-sender.js';
import { unitOfJob, unitPlace, type UnitControl } from './unit-messages.js';

export interface TakerOptions {
  /** Units at once. */
  readonly most: number;
  /** Runs a unit until it ends or is aborted; `report` throws `MessageTooLarge`. */
  readonly perform: (unit: unknown, report: (body: unknown) => void, signal: AbortSignal) => Promise<void>;
  /** Aborted when the process is asked to end: nothing new is taken, and units get a second to end. */
  readonly leaving: AbortSignal;
  readonly onFault: (error: unknown) => void;
}

/** Why this worker takes nothing more, beside the end of the run. */
type Ending = 'dropped' | 'leaving';

/** What requests in flight get when this process is asked to end. */
const LEAVE_MS = 1000;
const LAST_EVENTS_MS = 2000;

export async function takeUnits(link: RunLink, options: TakerOptions): Promise<{ readonly ok: boolean }> {
  return new UnitTaker(link, options).run();
}

class UnitTaker {
  readonly #link: RunLink;
  readonly #options: TakerOptions;
  readonly #events: EventSender;
  readonly #units = new Map<number, AbortController>();
  /** Units that this worker asks for, runs or has run; each is run once. */
  readonly #seen = new Set<number>();
  readonly #waiting = new Set<() => void>();
  readonly #ended: Promise<Ending>;
  #end: (reason: Ending) => void = () => undefined;
  /** Units end, and nothing more is told of them. */
  #isOver = false;

  constructor(link: RunLink, options: TakerOptions) {
    this.#link = link;
    this.#options = options;
    this.#events = new EventSender(link, options.onFault);
    this.#ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  async run(): Promise<{ readonly ok: boolean }> {
    const { leaving } = this.#options;
    const { transport } = this.#link.queue;
    const leave = (): void => this.#end('leaving');
    leaving.addEventListener('abort', leave);
    if (leaving.aborted) leave();
    const release = this.#link.onControl(() => this.#follow());
    this.#link.report('ready');
    const stop = await transport.takeOrders(this.#link.run, (name) => this.#take(name));
    try {
      const ending = await Promise.race([this.#link.ended, this.#ended]);
      if (ending === 'leaving') await this.#leave();
      return { ok: ending === 'over' || ending === 'leaving' };
    } finally {
      this.#isOver = true;
      this.#abort();
      this.#wake();
      release();
      leaving.removeEventListener('abort', leave);
      await Promise.all([stop(), this.#events.stop()]);
    }
  }

  /** Returns when there is room for another one. */
  async #take(name: string): Promise<void> {
    const unit = unitOfJob(name);
    if (unit === undefined || this.#isEnding() || this.#seen.has(unit)) return;
    this.#seen.add(unit);
    const asked = this.#events.add({ kind: 'taken', unit });
    if (!(await this.#isGranted(unit, asked))) {
      this.#seen.delete(unit);
      return;
    }
    const value = this.#isEnding() ? undefined : await this.#read(unit);
    if (value === undefined) {
      // It may be there again, and then be taken again.
      this.#seen.delete(unit);
      this.#events.add({ kind: 'returned', unit });
      return;
    }
    void this.#perform(unit, value.content);
    await this.#until(() => this.#isOver || this.#units.size < this.#options.most);
  }

  async #isGranted(unit: number, asked: number): Promise<boolean> {
    const { worker } = this.#link;
    await this.#until(() => this.#isOver || (this.#control()?.read[worker] ?? 0) >= asked);
    return !this.#isOver && (this.#control()?.granted[worker] ?? []).includes(unit);
  }

  /** Undefined if it is not there, or is not what the coordinator has put there. */
  async #read(unit: number): Promise<{ readonly content: unknown } | undefined> {
    const { run, queue } = this.#link;
    while (!this.#isOver) {
      try {
        const [sealed] = await queue.transport.read([unitKey(run, unit)], sealedLimit(MAX_ORDER_BYTES));
        const opened = sealed && queue.keys.open(unitPlace(run, unit), sealed, MAX_ORDER_BYTES);
        return opened && 'value' in opened ? { content: opened.value } : undefined;
      } catch (error) {
        if (!(error instanceof QueueLost)) throw error;
        await queue.clock.sleep(queue.times.pollMs);
      }
    }
    return undefined;
  }

  async #perform(unit: number, content: unknown): Promise<void> {
    const { perform, onFault, leaving } = this.#options;
    const running = new AbortController();
    this.#units.set(unit, running);
    if (this.#control()?.isCancelled === true) running.abort();
    const hasLeft = (): boolean => this.#isOver || (leaving.aborted && running.signal.aborted);
    const report = (body: unknown): void => {
      if (!hasLeft()) this.#events.add({ kind: 'report', unit, body });
    };
    let isDone = false;
    try {
      await perform(content, report, running.signal);
      isDone = !hasLeft();
    } catch (error) {
      onFault(error);
    }
    this.#units.delete(unit);
    if (!this.#isOver) this.#events.add({ kind: isDone ? 'done' : 'left', unit });
    this.#wake();
  }

  #follow(): void {
    const control = this.#control();
    if (control === undefined) return;
    this.#events.acknowledge(control.read[this.#link.worker] ?? 0);
    if (control.isCancelled) this.#abort();
    if (control.dropped.includes(this.#link.worker)) this.#end('dropped');
    this.#wake();
  }

  async #leave(): Promise<void> {
    const { clock } = this.#link.queue;
    const idle = this.#until(() => this.#units.size === 0);
    await waitAtMost(LEAVE_MS, idle, clock);
    this.#abort();
    await waitAtMost(LEAVE_MS, idle, clock);
    await waitAtMost(LAST_EVENTS_MS, this.#events.delivered(), clock);
  }

  #isEnding(): boolean {
    return this.#isOver || this.#options.leaving.aborted;
  }

  #control(): UnitControl | undefined {
    return (this.#link.control?.body ?? undefined) as UnitControl | undefined;
  }

  #abort(): void {
    for (const running of this.#units.values()) running.abort();
  }

  #wake(): void {
    for (const check of this.#waiting) check();
  }

  async #until(isReached: () => boolean): Promise<void> {
    if (isReached()) return;
    await new Promise<void>((resolve) => {
      const check = (): void => {
        if (!isReached()) return;
        this.#waiting.delete(check);
        resolve();
      };
      this.#waiting.add(check);
    });
  }
}
