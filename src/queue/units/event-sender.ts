import { eventChannel, eventStream } from '../names.js';
import { Repeating } from '../repeating.js';
import type { RunLink } from '../run-link.js';
import { writeNumbered } from '../sealing/numbered-message.js';
import { MAX_EVENT_BYTES } from '../settings/limits.js';
import { eventPlace, type UnitEvent } from './unit-messages.js';

interface SealedEvent {
  readonly sequence: number;
  readonly message: Buffer;
}

/** Not acknowledged bytes of one worker in the queue, beyond which the next event waits. */
const WINDOW_BYTES = 16 * 1024 * 1024;
/** Without an acknowledgement for so many beats, everything is sent again. */
const PATIENCE_BEATS = 3;

/** Sends the events of a worker in their order, and keeps each of them until it is acknowledged. */
export class EventSender {
  readonly #link: RunLink;
  readonly #sending: Repeating;
  readonly #release: () => void;
  /** Those that are not acknowledged, oldest first. */
  #kept: SealedEvent[] = [];
  #last = 0;
  /** The highest number in the queue. */
  #sent = 0;
  #acknowledged = 0;
  #progressAt: number;
  #onEmpty: () => void = () => undefined;

  constructor(link: RunLink, onFault: (error: unknown) => void) {
    this.#link = link;
    const { transport, times, clock } = link.queue;
    this.#progressAt = clock.now();
    this.#sending = new Repeating(clock, () => this.#send(), onFault);
    this.#sending.start(times.beatMs);
    this.#release = transport.onConnection((isConnected) => {
      if (isConnected) this.#sendAgain();
    });
  }

  /** Returns its number. Throws `MessageTooLarge`. */
  add(event: UnitEvent): number {
    const { run, worker, queue } = this.#link;
    const sequence = this.#last + 1;
    const sealed = queue.keys.seal(eventPlace(run, worker, sequence), event, MAX_EVENT_BYTES);
    this.#last = sequence;
    this.#kept.push({ sequence, message: writeNumbered({ sender: worker, sequence, sealed }) });
    void this.#sending.now();
    return sequence;
  }

  /** Everything up to this number was read. */
  acknowledge(read: number): void {
    const now = this.#link.queue.clock.now();
    if (read > this.#acknowledged) {
      this.#acknowledged = read;
      this.#progressAt = now;
      this.#kept = this.#kept.filter(({ sequence }) => sequence > read);
      void this.#sending.now();
    } else if (this.#sent > read && now - this.#progressAt > this.#link.queue.times.beatMs * PATIENCE_BEATS) {
      this.#sendAgain();
    }
    if (this.#kept.length === 0) this.#onEmpty();
  }

  /** Resolves when everything was read. */
  async delivered(): Promise<void> {
    if (this.#kept.length === 0) return;
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
  }

  async stop(): Promise<void> {
    this.#release();
    await this.#sending.stop();
  }

  /** The server may have lost what nobody has read. */
  #sendAgain(): void {
    this.#progressAt = this.#link.queue.clock.now();
    this.#sent = this.#acknowledged;
    void this.#sending.now();
  }

  async #send(): Promise<void> {
    const { run, queue, expiryMs } = this.#link;
    let isNew = false;
    for (;;) {
      const next = this.#kept.find(({ sequence }) => sequence > this.#sent);
      if (next === undefined || this.#waitingBytes() > WINDOW_BYTES) break;
      await queue.transport.append(eventStream(run), next.message, expiryMs);
      this.#sent = Math.max(this.#sent, next.sequence);
      isNew = true;
    }
    if (isNew) await queue.transport.publish(eventChannel(run), Buffer.from('1'));
  }

  #waitingBytes(): number {
    return this.#kept.reduce(
      (sum, { sequence, message }) => (sequence <= this.#sent ? sum + message.length : sum),
      0,
    );
  }
}
