import type { Clock } from '../../primitives/clock.js';
import { ServiceError } from '../../errors.js';
import { waitAtMost } from '../../primitives/wait-at-most.js';
import type { WantedWorkers } from '../claim-workers.js';
import type { RunCoordinator } from '../run-coordinator.js';
import { QueueLost } from '../transport/queue-transport.js';
import type { ListedWorker } from '../worker-listing.js';
import { UNIT_ORDER } from './unit-messages.js';

export interface CrewOptions extends Omit<WantedWorkers, 'run' | 'version' | 'except'> {
  /** Units of one worker at once, if that is less than it offers. */
  readonly most: number | undefined;
}

interface CrewMember {
  readonly worker: ListedWorker;
  /** The number of its last event that was read. */
  read: number;
  isReady: boolean;
}

/** A worker that says nothing for so long after its order counts as lost. */
const READY_LIMIT_MS = 30_000;

/** The workers of a suite: those that were claimed, those that join later, and those that are gone. */
export class Crew {
  readonly #clock: Clock;
  readonly #coordinator: RunCoordinator;
  readonly #options: CrewOptions;
  readonly #members = new Map<string, CrewMember>();
  readonly #dropped = new Set<string>();
  #refusal: ServiceError | undefined;
  #onChange: () => void = () => undefined;

  constructor(coordinator: RunCoordinator, options: CrewOptions, clock: Clock) {
    this.#clock = clock;
    this.#coordinator = coordinator;
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#members.size === 0;
  }

  get isEnough(): boolean {
    return this.#members.size >= this.#options.least;
  }

  /** How long another worker may take to join when none is left. */
  get replacementMs(): number {
    return this.#options.wanted === 'all' ? this.#options.waitMs : 0;
  }

  /** Resolves when all workers that were claimed are ready. Fails with a message for users. */
  async claim(): Promise<void> {
    const { least } = this.#options;
    await this.#order(await this.#coordinator.claim(this.#options));
    await this.#allReady();
    while (this.#members.size < least) {
      const count = least - this.#members.size;
      const request = { ...this.#options, wanted: count, least: count, waitMs: 0, except: this.#dropped };
      await this.#order(await this.#coordinator.claim(request));
      await this.#allReady();
    }
  }

  /** Takes workers that have appeared since, if all were wanted. */
  async join(): Promise<void> {
    const { wanted, labels } = this.#options;
    if (wanted !== 'all') return;
    try {
      const request = { wanted, least: 1, waitMs: 0, labels, except: this.#dropped };
      await this.#order(await this.#coordinator.claim(request));
    } catch (error) {
      // Most of the time there is none.
      if (!(error instanceof ServiceError) && !(error instanceof QueueLost)) throw error;
    }
  }

  onReady(id: string): void {
    const member = this.#members.get(id);
    if (member === undefined || member.isReady) return;
    member.isReady = true;
    this.#onChange();
  }

  onRefused({ name }: ListedWorker, reason: string): void {
    this.#refusal ??= new ServiceError('unavailable', `worker ${name} refused the order: ${reason}`);
    this.#onChange();
  }

  /** Whatever it does from now on is not looked at. */
  drop({ id }: ListedWorker): void {
    this.#members.delete(id);
    this.#dropped.add(id);
    this.#onChange();
    void this.#coordinator.release([id]).catch(() => undefined);
  }

  dropped(): readonly string[] {
    return [...this.#dropped];
  }

  /** An older event than expected is a repetition, and a newer one comes again after those that are missing. */
  isNext(id: string, sequence: number): boolean {
    return this.#members.get(id)?.read === sequence - 1;
  }

  read(id: string, sequence: number): ListedWorker | undefined {
    const member = this.#members.get(id);
    if (member !== undefined) member.read = sequence;
    return member?.worker;
  }

  readNumbers(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#members].map(([id, { read }]) => [id, read]));
  }

  async #order(workers: readonly ListedWorker[]): Promise<void> {
    const { most = Number.POSITIVE_INFINITY } = this.#options;
    for (const worker of workers) this.#members.set(worker.id, { worker, read: 0, isReady: false });
    await Promise.all(
      workers.map(({ id, threads }) =>
        this.#coordinator.sendOrder(id, { kind: UNIT_ORDER, threads: Math.min(threads, most), body: null }),
      ),
    );
  }

  async #allReady(): Promise<void> {
    const isSettled = (): boolean =>
      this.#refusal !== undefined || [...this.#members.values()].every(({ isReady }) => isReady);
    if (!isSettled()) {
      const settled = new Promise<void>((resolve) => {
        this.#onChange = () => {
          if (isSettled()) resolve();
        };
      });
      await waitAtMost(READY_LIMIT_MS, settled, this.#clock);
    }
    if (this.#refusal) throw this.#refusal;
    for (const { worker, isReady } of this.#members.values()) if (!isReady) this.drop(worker);
  }
}
