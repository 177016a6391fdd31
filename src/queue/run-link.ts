import { readNumbered, writeNumbered } from './sealing/numbered-message.js';
import { controlChannel, reportStream } from './names.js';
import type { Queue } from './open-queue.js';
import { askClock, type QueueClock } from './queue-clock.js';
import { keepResult } from './kept-results.js';
import { Repeating } from './repeating.js';
import { controlPlace, reportPlace, type ControlMessage, type ReportMessage } from './run-messages.js';
import { MAX_CONTROL_BYTES, MAX_REPORT_BYTES } from './settings/limits.js';
import { AWAY_STEP_BEATS, Silence } from './silence.js';
import { QueueLost } from './transport/queue-transport.js';
import { waitForQueue } from './wait-for-queue.js';

/** Why a run is over for a worker. */
export type RunEnding = 'over' | 'coordinator lost' | 'queue lost';

/** What a worker sees of the control of its run. */
export interface Control {
  readonly body: unknown;
  /** The highest number of our reports that the coordinator has read. */
  readonly acknowledged: number;
  /** How long the coordinator had not heard of us. */
  readonly silentMs: number;
}

export interface LinkOptions {
  readonly run: string;
  readonly worker: string;
  readonly expiryMs: number;
  readonly onFault: (error: unknown) => void;
}

/** A worker's side of a run: follows the control, reports until that is acknowledged, notices who is lost. */
export class RunLink {
  readonly run: string;
  readonly worker: string;
  /** Resolves when nothing more is to be expected of this run. */
  readonly ended: Promise<RunEnding>;
  readonly #queue: Queue;
  readonly #options: LinkOptions;
  readonly #sending: Repeating;
  readonly #watching: Repeating;
  readonly #coordinator: Silence;
  readonly #server: Silence;
  readonly #listeners = new Set<(control: Control) => void>();
  #end: (ending: RunEnding) => void = () => undefined;
  #ending: RunEnding | undefined;
  /** The coordinator has said so, and reads nothing more. */
  #isOver = false;
  #control: Control | undefined;
  #controlSequence = 0;
  #report: ReportMessage | undefined;
  #sequence = 0;
  /** The first number under which the newest report was sent. */
  #newest = 0;
  #releases: (() => unknown)[] = [];

  constructor(queue: Queue, options: LinkOptions) {
    this.#queue = queue;
    this.#options = options;
    this.run = options.run;
    this.worker = options.worker;
    const { clock, times } = queue;
    const { beatMs } = times;
    this.#coordinator = new Silence(beatMs, clock);
    this.#server = new Silence(beatMs * AWAY_STEP_BEATS, clock);
    this.#sending = new Repeating(clock, () => this.#send(), options.onFault);
    this.#watching = new Repeating(clock, () => Promise.resolve(this.#watch()), options.onFault);
    this.ended = new Promise((resolve) => {
      this.#end = (ending) => {
        this.#ending ??= ending;
        resolve(ending);
      };
    });
  }

  async open(): Promise<void> {
    const { transport, times } = this.#queue;
    this.#releases = [
      transport.reconnectFast(),
      transport.onConnection((isConnected) => {
        if (isConnected) void this.#sending.now();
      }),
      await transport.subscribe(controlChannel(this.run), (message) => this.#receive(message)),
    ];
    this.#sending.start(times.beatMs);
    this.#watching.start(times.beatMs / 4);
  }

  /** What a kind of run needs beside control and reports. */
  get queue(): Queue {
    return this.#queue;
  }

  get expiryMs(): number {
    return this.#options.expiryMs;
  }

  get control(): Control | undefined {
    return this.#control;
  }

  get ending(): RunEnding | undefined {
    return this.#ending;
  }

  /** Calls the listener with every new control until the returned function is called. */
  onControl(listener: (control: Control) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** How long no control came, by a clock that no pause of this process stops. */
  beatAgeMs(): number {
    return this.#coordinator.ageMs();
  }

  /** Replaces what the next reports say; it is sent at once, and again with every beat. */
  report(body: unknown): void {
    this.#setReport({ kind: 'body', body });
  }

  /** The number of the newest report is at least this as soon as it is sent; compare with `acknowledged`. */
  get reportNumber(): number {
    return this.#newest;
  }

  refuse(reason: string): void {
    this.#setReport({ kind: 'refused', reason });
  }

  fail(reason: string): void {
    this.#setReport({ kind: 'failed', reason });
  }

  /** Resolves when the newest report was read, or nobody will read it. */
  async delivered(): Promise<void> {
    if (this.#isDelivered()) return;
    let release = (): void => undefined;
    const acknowledged = new Promise<void>((resolve) => {
      release = this.onControl(() => {
        if (this.#isDelivered()) resolve();
      });
    });
    await Promise.race([acknowledged, this.ended]);
    release();
  }

  /** Asks until the queue is there; fails when the run is over before. */
  async askClock(): Promise<QueueClock> {
    const { transport, clock, times } = this.#queue;
    for (;;) {
      try {
        return await askClock(transport, clock);
      } catch (error) {
        if (!(error instanceof QueueLost) || this.#ending !== undefined) throw error;
      }
      await clock.sleep(times.pollMs);
    }
  }

  /** For whoever collects the run when its coordinator is gone. */
  keep(value: unknown): Promise<void> {
    return waitForQueue(this.#queue, () => keepResult(this.#queue, this.run, value, this.worker));
  }

  async close(): Promise<void> {
    await Promise.all([this.#sending.stop(), this.#watching.stop()]);
    for (const release of this.#releases) await release();
    this.#end('over');
    // A report that was on its way while the coordinator removed the reports has made their stream anew.
    if (this.#isOver) await this.#removeReports();
  }

  async #removeReports(): Promise<void> {
    try {
      await this.#queue.transport.remove([reportStream(this.run)]);
    } catch (error) {
      if (!(error instanceof QueueLost)) throw error;
    }
  }

  #isDelivered(): boolean {
    return this.#newest > 0 && (this.#control?.acknowledged ?? 0) >= this.#newest;
  }

  #setReport(report: ReportMessage): void {
    this.#report = report;
    this.#newest = this.#sequence + 1;
    void this.#sending.now();
  }

  async #send(): Promise<void> {
    if (this.#report === undefined) return;
    const { transport, keys } = this.#queue;
    const sequence = (this.#sequence += 1);
    const place = reportPlace(this.run, this.worker, sequence);
    const sealed = keys.seal(place, this.#report, MAX_REPORT_BYTES);
    const message = writeNumbered({ sender: this.worker, sequence, sealed });
    await transport.append(reportStream(this.run), message, this.#options.expiryMs);
    this.#server.end();
  }

  #receive(bytes: Buffer): void {
    const message = readNumbered(bytes);
    // A number that was there already is a repetition by somebody else.
    if (message?.sender !== this.run || message.sequence <= this.#controlSequence) return;
    const place = controlPlace(this.run, message.sequence);
    const opened = this.#queue.keys.open(place, message.sealed, MAX_CONTROL_BYTES);
    if (!('value' in opened)) return;
    const { acknowledged, silentMs, isOver, body } = opened.value as ControlMessage;
    this.#controlSequence = message.sequence;
    this.#coordinator.end();
    this.#control = {
      body,
      acknowledged: acknowledged[this.worker] ?? 0,
      silentMs: silentMs[this.worker] ?? 0,
    };
    this.#isOver ||= isOver;
    if (isOver) this.#end('over');
    for (const listener of this.#listeners) listener(this.#control);
  }

  #watch(): void {
    const { coordinatorLostMs, queueLostMs, beatMs } = this.#queue.times;
    const isResponding = this.#server.step(true) < beatMs * 2.5;
    if (this.#coordinator.step(isResponding) >= coordinatorLostMs) this.#end('coordinator lost');
    if (this.#server.totalMs >= queueLostMs) this.#end('queue lost');
  }
}
