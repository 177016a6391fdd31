import { waitAtMost } from '../primitives/wait-at-most.js';
import { reportStream } from './names.js';
import type { Queue } from './open-queue.js';
import { checkOrder, receiveOrder } from './order.js';
import { Registration, type WorkerTraits } from './registration.js';
import { RunLink } from './run-link.js';
import { reportPlace, type OrderMessage, type ReportMessage } from './run-messages.js';
import { isId, writeNumbered } from './sealing/numbered-message.js';
import { MAX_REPORT_BYTES, RUN_EXPIRY_MS } from './settings/limits.js';
import { QueueLost } from './transport/queue-transport.js';
import { isQueueAway } from './wait-for-queue.js';

/** What a handler gets of an order that was opened and judged. */
export type TakenOrder = Pick<OrderMessage, 'kind' | 'threads' | 'body'>;

/**
 * Carries out one kind of orders: begins with a report, and returns after its last one. `leaving` says that this
 * process was asked to end. Throws an `OrderRefusal` before anything is done that must not be done here.
 */
export type OrderHandler = (
  order: TakenOrder,
  link: RunLink,
  leaving: AbortSignal,
) => Promise<{ readonly ok: boolean }>;

export class OrderRefusal extends Error {
  override readonly name = 'OrderRefusal';
}

/** How a run went for this worker. */
export type RunOutcome = 'ok' | 'failed' | 'refused' | 'defect';

export interface HostOptions {
  readonly traits: WorkerTraits;
  readonly handlers: Readonly<Record<string, OrderHandler>>;
  readonly onTaken?: (run: string, threads: number) => void;
  readonly onRefused?: (run: string, reason: string) => void;
  readonly onEnded?: (run: string, outcome: RunOutcome) => void;
  readonly onFault: (error: unknown) => void;
}

/** The last report of a worker that leaves, or has refused, is not waited for any longer. */
const LAST_REPORT_MS = 3000;
/** How long an order waits for the end of the run before it. */
const ENDING_MS = 3000;
const MAX_SEEN_RUNS = 100_000;

/** Takes orders, one run at a time, and hands them to the handler of their kind. */
export class WorkerHost {
  readonly #queue: Queue;
  readonly #options: HostOptions;
  readonly #registration: Registration;
  readonly #seen = new Set<string>();
  readonly #leaving = new AbortController();
  #current: { readonly run: string; readonly done: Promise<void> } | undefined;
  #stopTaking: () => Promise<void> = () => Promise.resolve();

  constructor(queue: Queue, options: HostOptions) {
    this.#queue = queue;
    this.#options = options;
    this.#registration = new Registration(queue, options.traits);
  }

  get id(): string {
    return this.#registration.id;
  }

  /** The name under which others see this worker. */
  get name(): string {
    return this.#registration.name;
  }

  get isBusy(): boolean {
    return this.#current !== undefined;
  }

  async start(): Promise<void> {
    await this.#registration.start();
    this.#stopTaking = await this.#queue.transport.takeOrders(this.id, (run) => this.#receive(run));
  }

  /** Takes nothing new, lets the current run end as one that is left, and goes. */
  async leave(): Promise<void> {
    this.#leaving.abort();
    await this.#stopTaking();
    // It may end at any moment.
    const current = this.#current;
    if (current !== undefined) {
      await this.#registration.announce('leaving', current.run);
      await current.done;
    }
    await this.#registration.stop();
  }

  /** Returns at once, so that a run is never a job under way: losing the server does not matter to it. */
  async #receive(run: string): Promise<void> {
    if (!isId(run) || this.#current?.run === run) return;
    try {
      const received = await receiveOrder(this.#queue, run, this.id);
      if (received === undefined) return;
      if ('refusal' in received) {
        this.#refuse(run, received.refusal.reason, received.refusal.isReported);
        return;
      }
      const { order } = received;
      // A coordinator whose runs follow each other gives the next order as soon as it has the last report.
      if (this.#current !== undefined) await waitAtMost(ENDING_MS, this.#current.done, this.#queue.clock);
      const reason = (await this.#checkOrder(run, order)) ?? this.#occupied();
      this.#remember(run);
      if (reason === undefined) this.#perform(run, order);
      else this.#refuse(run, reason, true);
    } catch (error) {
      // The coordinator sends it again when the queue is back.
      if (!(error instanceof QueueLost)) this.#options.onFault(error);
    }
  }

  async #checkOrder(run: string, order: OrderMessage): Promise<string | undefined> {
    const { traits, handlers } = this.#options;
    return checkOrder(order, {
      version: traits.version,
      threads: traits.threads,
      now: await this.#queue.transport.time(),
      isSeen: this.#seen.has(run),
      kinds: Object.keys(handlers),
    });
  }

  #occupied(): string | undefined {
    if (this.#leaving.signal.aborted) return 'leaving';
    return this.#current === undefined ? undefined : 'busy with another run';
  }

  #remember(run: string): void {
    if (this.#seen.size >= MAX_SEEN_RUNS) {
      const [oldest = ''] = this.#seen;
      this.#seen.delete(oldest);
    }
    this.#seen.add(run);
  }

  #refuse(run: string, reason: string, isReported: boolean): void {
    this.#options.onRefused?.(run, reason);
    if (isReported) void this.#sendRefusal(run, reason);
  }

  async #sendRefusal(run: string, reason: string): Promise<void> {
    const { transport, keys } = this.#queue;
    const report: ReportMessage = { kind: 'refused', reason };
    const sealed = keys.seal(reportPlace(run, this.id, 1), report, MAX_REPORT_BYTES);
    const message = writeNumbered({ sender: this.id, sequence: 1, sealed });
    await transport.append(reportStream(run), message, RUN_EXPIRY_MS).catch(() => undefined);
  }

  #perform(run: string, order: OrderMessage): void {
    const done = this.#carryOut(run, order).then(
      (outcome) => this.#finish(run, outcome),
      (error: unknown) => {
        this.#options.onFault(error);
        return this.#finish(run, 'defect');
      },
    );
    this.#current = { run, done };
    this.#options.onTaken?.(run, order.threads);
  }

  async #finish(run: string, outcome: RunOutcome): Promise<void> {
    this.#current = undefined;
    if (!this.#leaving.signal.aborted) await this.#registration.leaveRun(run);
    this.#options.onEnded?.(run, outcome);
  }

  #lastReport(link: RunLink): Promise<void> {
    return waitAtMost(LAST_REPORT_MS, link.delivered(), this.#queue.clock);
  }

  async #carryOut(run: string, order: OrderMessage): Promise<RunOutcome> {
    const { onFault, handlers } = this.#options;
    const link = new RunLink(this.#queue, { run, worker: this.id, expiryMs: order.expiryMs, onFault });
    await this.#registration.announce('busy', run);
    try {
      await link.open();
      const handle = handlers[order.kind];
      const { kind, threads, body } = order;
      const result = await handle?.({ kind, threads, body }, link, this.#leaving.signal);
      await (this.#leaving.signal.aborted ? this.#lastReport(link) : link.delivered());
      return result?.ok === true ? 'ok' : 'failed';
    } catch (error) {
      // Nobody can be told, and what was measured cannot be kept.
      if (isQueueAway(error)) return 'failed';
      const isRefusal = error instanceof OrderRefusal;
      if (isRefusal) {
        this.#options.onRefused?.(run, error.message);
        link.refuse(error.message);
      } else {
        onFault(error);
        link.fail('it has a defect; its own log says more');
      }
      await this.#lastReport(link);
      return isRefusal ? 'refused' : 'defect';
    } finally {
      await link.close();
    }
  }
}
