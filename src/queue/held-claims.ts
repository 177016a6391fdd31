import { claimKey } from './names.js';
import { CLAIM_EXPIRY_MS } from './settings/limits.js';
import type { QueueTransport } from './transport/queue-transport.js';

/** The workers that a run has claimed and has to release. */
export class HeldClaims {
  /** The run, or whoever holds the claims of several runs that follow each other. */
  readonly owner: string;
  readonly #transport: QueueTransport;
  readonly #workers = new Set<string>();

  constructor(transport: QueueTransport, owner: string) {
    this.#transport = transport;
    this.owner = owner;
  }

  add(worker: string): void {
    this.#workers.add(worker);
  }

  /** Leaves a worker to another run of the same owner. */
  leave(worker: string): void {
    this.#workers.delete(worker);
  }

  async renew(): Promise<void> {
    const workers = [...this.#workers];
    await Promise.all(
      workers.map((worker) => this.#transport.hold(claimKey(worker), this.owner, CLAIM_EXPIRY_MS)),
    );
  }

  async release(workers: readonly string[] = [...this.#workers]): Promise<void> {
    for (const worker of workers) this.#workers.delete(worker);
    await this.#transport.release(workers.map(claimKey), this.owner);
  }
}
