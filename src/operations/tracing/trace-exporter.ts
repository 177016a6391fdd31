/** Hands spans to a collector, in batches, beside the runs that they come from. */
import { systemClock, type Clock, type ClockTimer } from '../../primitives/clock.js';
import { getOrAdd } from '../../primitives/get-or-add.js';
import { printableLine } from '../../primitives/printable.js';
import { SecretSet } from '../../redaction/secret-set.js';
import { traceRequest, type RunSpans } from '../../reports/traces/trace-request.js';
import { openDelivery, type Delivery, type DeliveryOptions } from './deliver-spans.js';
import type { OtlpTarget } from '../settings/otlp-target.js';

export interface ExporterOptions extends Partial<DeliveryOptions> {
  readonly process: DeliveryOptions['process'];
  readonly onWarning: (message: string) => void;
  /** Whether a failure is told again when spans have arrived since the last one, for processes that stay. */
  readonly warnsAgain?: boolean;
  /** How long `close` waits. */
  readonly closeMs?: number;
}

interface PendingSpan {
  readonly runId: string;
  readonly span: string;
}

export const BATCH_SPANS = 512;
/** Collectors refuse larger requests, and then all spans in them would be lost. */
const BATCH_CHARACTERS = 4 * 1024 * 1024;
/** What is kept for a collector that is slower than the runs. */
const MAX_PENDING_CHARACTERS = 64 * 1024 * 1024;
const TEN_SECONDS_MS = 10_000;
const INTERRUPTED_MS = 1000;

export class TraceExporter {
  readonly #target: OtlpTarget;
  readonly #options: ExporterOptions;
  readonly #delivery: Delivery;
  readonly #clock: Clock;
  readonly #secrets = new SecretSet();
  readonly #abort = new AbortController();
  #pending: PendingSpan[] = [];
  #pendingCharacters = 0;
  /** Whether an incomplete batch is sent too. */
  #isDue = false;
  #sending: Promise<void> | undefined;
  #hasWarned = false;

  constructor(target: OtlpTarget, options: ExporterOptions) {
    const { process, timeoutMs = TEN_SECONDS_MS, retryMs = 500, clock = systemClock } = options;
    this.#target = target;
    this.#options = options;
    this.#clock = clock;
    this.#secrets.addAll(target.secrets);
    this.#delivery = openDelivery(target, { process, timeoutMs, retryMs, clock });
  }

  /** Sends full batches at once, without waiting for anything. */
  add({ runId, spans }: RunSpans): void {
    for (const span of spans) {
      if (this.#pendingCharacters + span.length > MAX_PENDING_CHARACTERS) {
        this.#warn('it is too slow, and spans were dropped');
        break;
      }
      this.#pending.push({ runId, span });
      this.#pendingCharacters += span.length;
    }
    this.#start();
  }

  /** Sends the rest, at the end of a run. */
  flush(): void {
    this.#isDue = this.#pending.length > 0;
    this.#start();
  }

  /** Waits for what is not sent yet, at most ten seconds, and less once the signal is aborted. */
  async close(signal?: AbortSignal): Promise<void> {
    this.flush();
    const limit = this.#options.closeMs ?? TEN_SECONDS_MS;
    const reason = `not done ${limit / 1000} s after the end of the run`;
    const clock = this.#clock;
    const timer = clock.at(clock.now() + limit, () => this.#giveUp(reason));
    let last: ClockTimer | undefined;
    const hurry = (): void => {
      last = clock.at(clock.now() + Math.min(INTERRUPTED_MS, limit), () => this.#giveUp('interrupted'));
    };
    if (signal?.aborted) hurry();
    else signal?.addEventListener('abort', hurry, { once: true });
    await this.#sending;
    signal?.removeEventListener('abort', hurry);
    timer.cancel();
    last?.cancel();
    this.#delivery.close();
  }

  #start(): void {
    if (this.#sending || !this.#hasBatch()) return;
    this.#sending = this.#sendAll();
  }

  #hasBatch(): boolean {
    if (this.#abort.signal.aborted || this.#pending.length === 0) return false;
    const isFull = this.#pending.length >= BATCH_SPANS || this.#pendingCharacters >= BATCH_CHARACTERS;
    return isFull || this.#isDue;
  }

  /** One batch after the other, so that a slow collector is not given even more to do. */
  async #sendAll(): Promise<void> {
    while (this.#hasBatch()) {
      const reason = await this.#delivery.deliver(traceRequest(this.#takeBatch()), this.#abort.signal);
      if (reason !== '') this.#warn(reason);
      else if (this.#options.warnsAgain) this.#hasWarned = false;
    }
    if (this.#pending.length === 0) this.#isDue = false;
    // At once, so that nothing is added between the last look and this.
    this.#sending = undefined;
  }

  #takeBatch(): readonly RunSpans[] {
    const runs = new Map<string, string[]>();
    let count = 0;
    let characters = 0;
    for (const { runId, span } of this.#pending) {
      const isFull = count === BATCH_SPANS || (count > 0 && characters + span.length > BATCH_CHARACTERS);
      if (isFull) break;
      getOrAdd(runs, runId, () => []).push(span);
      count++;
      characters += span.length;
    }
    this.#pending = this.#pending.slice(count);
    this.#pendingCharacters -= characters;
    return [...runs].map(([runId, spans]) => ({ runId, spans }));
  }

  #giveUp(reason: string): void {
    this.#warn(reason);
    this.#abort.abort();
  }

  /** One message says it all: the others would only repeat it. */
  #warn(reason: string): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    const text = printableLine(this.#secrets.redact(reason));
    this.#options.onWarning(`traces were not delivered to ${this.#target.host}: ${text}`);
  }
}
