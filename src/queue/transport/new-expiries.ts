import { elapsed } from '../../primitives/clock.js';

/** Short beside every expiry of a stream. */
const NEW_MS = 60_000;
const MAX_KEYS = 64;

/** Keys whose expiry was set a short time ago: setting it with every message would cost more than the message. */
export class NewExpiries {
  readonly #set = new Map<string, { readonly expiryMs: number; readonly at: number }>();

  has(key: string, expiryMs: number): boolean {
    const set = this.#set.get(key);
    return set?.expiryMs === expiryMs && elapsed() - set.at < NEW_MS;
  }

  add(key: string, expiryMs: number): void {
    if (this.#set.size >= MAX_KEYS) this.#set.clear();
    this.#set.set(key, { expiryMs, at: elapsed() });
  }
}
