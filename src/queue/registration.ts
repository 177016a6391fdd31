import { ServiceError } from '../errors.js';
import type { ClockTimer } from '../primitives/clock.js';
import { randomId } from '../primitives/random-id.js';
import { claimKey, nameKey, ORDER_QUEUES, workerKey, WORKERS } from './names.js';
import type { Queue } from './open-queue.js';
import { askClock, type QueueClock } from './queue-clock.js';
import { REGISTRATION_EXPIRY_MS } from './settings/limits.js';
import { QueueLost } from './transport/queue-transport.js';
import { sealRegistration, type WorkerInfo } from './worker-info.js';

/** What does not change while a worker runs; the name gets a number if another worker has it. */
export type WorkerTraits = Pick<
  WorkerInfo,
  'name' | 'threads' | 'cores' | 'version' | 'nodeVersion' | 'labels'
>;

const MAX_SAME_NAMES = 1000;
/** An idle worker costs little: the registration and its name are renewed after two beats, the rest less often. */
const RENEWAL_BEATS = 2;
const LIST_RENEWALS = 3;
const CLOCK_RENEWALS = 30;

/** Says every other second that this worker is there, and what it does. */
export class Registration {
  readonly id = randomId();
  readonly #queue: Queue;
  readonly #traits: WorkerTraits;
  #name = '';
  #sequence = 0;
  #state: Pick<WorkerInfo, 'state' | 'run' | 'since'> = { state: 'free', run: null, since: '' };
  #clock: QueueClock | undefined;
  #renewals = 0;
  #timer: ClockTimer | undefined;
  #writing: Promise<void> = Promise.resolve();
  #release: () => void = () => undefined;

  constructor(queue: Queue, traits: WorkerTraits) {
    this.#queue = queue;
    this.#traits = traits;
  }

  get name(): string {
    return this.#name;
  }

  /** Resolves when others can see the worker. */
  async start(): Promise<void> {
    const { transport } = this.#queue;
    this.#name = await this.#takeName();
    this.#clock = await askClock(transport, this.#queue.clock);
    this.#state = { ...this.#state, since: this.#moment() };
    await this.#write();
    this.#wait();
    this.#release = transport.onConnection((isConnected) => {
      if (!isConnected) return;
      // The server may have lost everything.
      this.#renewals = 0;
      void this.#renew();
    });
  }

  /** Visible to others at once, and with every renewal. */
  async announce(state: WorkerInfo['state'], run: string | null): Promise<void> {
    this.#state = { state, run, since: this.#moment() };
    await this.#renew();
  }

  /** Ends the claim of a coordinator that cannot do so any more. */
  async leaveRun(run: string): Promise<void> {
    await this.#queue.transport.release([claimKey(this.id)], run).catch(ignoreRefusal);
    await this.announce('free', null);
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    this.#release();
    const { transport } = this.#queue;
    await this.#writing;
    try {
      await transport.release([this.#nameKey(this.#name)], this.id);
      await transport.remove([workerKey(this.id), claimKey(this.id)]);
      await transport.unmark(WORKERS, [this.id]);
      await transport.dropOrders(this.id);
      await transport.unmark(ORDER_QUEUES, [this.id]);
    } catch (error) {
      ignoreRefusal(error);
    }
  }

  #wait(): void {
    const { clock, times } = this.#queue;
    this.#timer = clock.at(clock.now() + times.beatMs * RENEWAL_BEATS, () => {
      this.#wait();
      void this.#renew();
    });
  }

  async #takeName(): Promise<string> {
    const { name } = this.#traits;
    for (let count = 1; count < MAX_SAME_NAMES; count += 1) {
      const numbered = count === 1 ? name : `${name}-${count}`;
      const key = this.#nameKey(numbered);
      if (await this.#queue.transport.hold(key, this.id, REGISTRATION_EXPIRY_MS)) return numbered;
    }
    return `${name}-${this.id}`;
  }

  /** A server that is away gets the newest state as soon as it is back. */
  async #renew(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write()).catch(ignoreRefusal);
    await this.#writing;
  }

  async #write(): Promise<void> {
    const { transport } = this.#queue;
    const isDue = (renewals: number): boolean => this.#renewals % renewals === 0;
    if (isDue(CLOCK_RENEWALS) && this.#renewals > 0)
      this.#clock = await askClock(transport, this.#queue.clock);
    const sealed = sealRegistration(this.#queue, this.id, (this.#sequence += 1), this.#info());
    await transport.write(workerKey(this.id), sealed, REGISTRATION_EXPIRY_MS);
    await transport.hold(this.#nameKey(this.#name), this.id, REGISTRATION_EXPIRY_MS);
    if (isDue(LIST_RENEWALS)) {
      await transport.mark(WORKERS, this.id);
      await transport.mark(ORDER_QUEUES, this.id);
    }
    this.#renewals += 1;
  }

  #info(): WorkerInfo {
    const { roundTripMs = 0, errorMs = 0 } = this.#clock ?? {};
    return { ...this.#traits, ...this.#state, name: this.#name, roundTripMs, clockErrorMs: errorMs };
  }

  #moment(): string {
    return new Date(this.#clock?.now() ?? 0).toISOString();
  }

  #nameKey(name: string): string {
    return nameKey(this.#queue.keys.nameDigest(name));
  }
}

/** A server that is away, or does not allow something for the moment, gets the same again with the next renewal. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof QueueLost) && !(error instanceof ServiceError)) throw error;
}
