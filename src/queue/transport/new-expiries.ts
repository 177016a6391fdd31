import { elapsed } from '../../primitives/clock.js';

/** Short beside every expiry of a stream. */
const NEW_MS = 60_000;
const MAX_KEYS = 64;

/** Keys whose expiry was set a short time ago: setting it with every message would cost more than the message. */
export class NewExpiries {
  readonly #setAt = new Map<string, number>();

  has(key: string): boolean {
    return elapsed() - (this.#setAt.get(key) ?? Number.NEGATIVE_INFINITY) < NEW_MS;
  }

  add(key: string): void {
    if (this.#setAt.size >= MAX_KEYS) this.#setAt.clear();
    this.#setAt.set(key, elapsed());
  }
}
